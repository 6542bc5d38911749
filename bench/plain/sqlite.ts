import { DatabaseSync, type StatementSync } from 'node:sqlite';
import {
  blocked,
  closed,
  conflict,
  MAX_OPEN_TICKETS,
  type Name,
  type NewMessage,
  notFound,
  RECEIPT_MS,
  type Receipt,
  type Session,
  SQL,
  type Store,
  type TeamTicket,
  tooManyOpen,
  type Value,
} from './store.ts';

/** Uses one connection, and one commit with its sync for each write. */
export function openSqlite(file: string): Store & { readonly db: DatabaseSync } {
  const db = new DatabaseSync(file);
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -16384');
  const names = Object.keys(SQL) as Name[];
  const prepared = Object.fromEntries(
    names.map((name) => [name, db.prepare(SQL[name].replaceAll(/\$(\d)/g, '?$1'))]),
  ) as Record<Name, StatementSync>;

  // The statements return the columns that their callers name.
  const one = <T>(name: Name, ...values: Value[]) => prepared[name].get(...values) as T | undefined;
  const all = <T>(name: Name, ...values: Value[]) => prepared[name].all(...values) as T[];
  const run = (name: Name, ...values: Value[]) => prepared[name].run(...values);

  const begin = db.prepare('BEGIN IMMEDIATE');
  const commit = db.prepare('COMMIT');

  function transaction<T>(work: () => T): T {
    begin.run();
    try {
      const result = work();
      commit.run();
      return result;
    } catch (error) {
      db.exec('ROLLBACK');
      throw error;
    }
  }

  /** Works only for new keys. Returns the first request's response. */
  function once({ playerId, path, key, bodyHash, response, now }: Receipt, work: () => void): string {
    return transaction(() => {
      if (key !== undefined && !one('claim', playerId, path, key, bodyHash, response, now, now - RECEIPT_MS)) {
        const first = one<{ body_hash: string; response: string }>('receipt', playerId, path, key);
        if (first?.body_hash !== bodyHash) throw conflict();
        return first.response;
      }
      work();
      return response;
    });
  }

  const addMessage = ({ ticketId, messageId, message, now }: NewMessage, type: string, id: Value, name: Value) =>
    run('insertMessage', ticketId, messageId, type, id, name, message, now);

  return {
    db,
    project: (publicKey) => one('project', publicKey),
    identify: ({ playerId, projectId, tokenHash, expiresAt, userId, sessionId, context, now }) =>
      run(
        'identify',
        ...[playerId, projectId, tokenHash, expiresAt, userId ?? null, sessionId ?? null, context, now],
        ...[userId === undefined ? 1 : 0, sessionId === undefined ? 1 : 0],
      ),
    session: (tokenHash) => one('session', tokenHash),
    poll(tokenHash, oldest) {
      const session = one<Session>('session', tokenHash);
      return session && { session, messages: all('inbox', session.player_id, oldest) };
    },
    tickets: (playerId) => all('tickets', playerId),
    conversation: (playerId, ticketId) => all('conversation', ticketId, playerId),
    markTicketRead: (ticketId, lastMessageId, now) =>
      transaction(() => {
        run('ticketRead', ticketId, all('messagesRead', ticketId, now, lastMessageId).length);
      }),
    markInboxRead: (playerId, messageId, now) =>
      one<{ read_at: number }>('markInboxRead', playerId, messageId, now)?.read_at,

    createTicket: (ticket, receipt) =>
      once(receipt, () => {
        const { playerId, ticketId, type, subject, context, preview, now } = ticket;
        const player = one<{ project_id: string; blocked: number; open_tickets: number; context: string | null }>(
          'playerCreates',
          ...[playerId, now, context],
        );
        if (player?.blocked !== 0) throw blocked();
        const surplus = player.open_tickets - MAX_OPEN_TICKETS;
        if (surplus > 0) {
          if (all('closeResolved', playerId, surplus).length < surplus) throw tooManyOpen();
          run('openTickets', playerId, -surplus);
        }
        run('insertTicket', ticketId, player.project_id, playerId, type, subject, player.context, preview, now);
        addMessage(ticket, 'player', null, null);
      }),

    reply: (reply, receipt) =>
      once(receipt, () => {
        const { ticketId, preview, now } = reply;
        const { playerId } = receipt;
        if (one<{ blocked: number }>('playerReplies', playerId, now)?.blocked !== 0) throw blocked();
        if (!one('playerReply', ticketId, playerId, now, preview)) {
          throw one('ownTicket', ticketId, playerId) ? closed() : notFound();
        }
        addMessage(reply, 'player', null, null);
      }),

    apiKey: (keyHash, now) => one('apiKey', keyHash, now),
    queue: (projectId, limit) => all('queue', projectId, limit),
    teamTicket(ticketId) {
      const ticket = one<TeamTicket>('teamTicket', ticketId);
      return ticket && { ticket, messages: all('messages', ticketId) };
    },
    teamReply: (reply, inboxMessageId, author) =>
      transaction(() => {
        const { ticketId, message, preview, now } = reply;
        const ticket = one<{ player_id: string; subject: string; status: string }>('answered', ticketId);
        if (ticket === undefined) throw notFound();
        run('teamReply', ticketId, preview, now);
        run('playerAnswered', ticket.player_id, now, ticket.status === 'closed' ? 1 : 0);
        addMessage(reply, 'admin', author.api_key_id, author.name);
        run('insertInbox', ticket.player_id, inboxMessageId, ticketId, ticket.subject, message, now);
      }),
    counts: () => all('counts'),
    facets: (limit) => all('facets', limit),
    ticketTypes: () => all('ticketTypes'),
    close: () => db.close(),
  };
}
