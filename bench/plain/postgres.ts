import pg from 'pg';
import {
  blocked,
  closed,
  conflict,
  type InboxMessage,
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

/** SQLite needs no locks: it has one writer. */
const LOCK_PLAYER = `SELECT player_id FROM player
  WHERE player_id = (SELECT player_id FROM ticket WHERE ticket_id = $1) FOR UPDATE`;

pg.types.setTypeParser(pg.types.builtins.INT8, Number);

async function all<T>(client: pg.Pool | pg.PoolClient, name: Name, ...values: Value[]): Promise<T[]> {
  // The statements return the columns that their callers name.
  return (await client.query({ name, text: SQL[name], values })).rows as T[];
}

async function one<T>(client: pg.Pool | pg.PoolClient, name: Name, ...values: Value[]): Promise<T | undefined> {
  return (await all<T>(client, name, ...values))[0];
}

/** Uses a pool of 10 connections, and a transaction for each write. */
export function openPostgres(url: string): Store & { readonly pool: pg.Pool } {
  const pool = new pg.Pool({ connectionString: url, max: 10 });

  async function transaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      const result = await work(client);
      await client.query('COMMIT');
      return result;
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    } finally {
      client.release();
    }
  }

  /** Works only for new keys. Returns the first request's response. */
  function once(
    { playerId, path, key, bodyHash, response, now }: Receipt,
    work: (client: pg.PoolClient) => Promise<void>,
  ): Promise<string> {
    return transaction(async (client) => {
      const row = [playerId, path, key ?? null, bodyHash, response, now, now - RECEIPT_MS];
      if (key !== undefined && !(await one(client, 'claim', ...row))) {
        const first = await one<{ body_hash: string; response: string }>(client, 'receipt', playerId, path, key);
        if (first?.body_hash !== bodyHash) throw conflict();
        return first.response;
      }
      await work(client);
      return response;
    });
  }

  const addMessage = (client: pg.PoolClient, { ticketId, messageId, message, now }: NewMessage, ...author: Value[]) =>
    all(client, 'insertMessage', ticketId, messageId, ...author, message, now);

  return {
    pool,
    project: (publicKey) => one(pool, 'project', publicKey),
    identify: ({ playerId, projectId, tokenHash, expiresAt, userId, sessionId, context, now }) =>
      all(
        pool,
        'identify',
        ...[playerId, projectId, tokenHash, expiresAt, userId ?? null, sessionId ?? null, context, now],
        ...[userId === undefined ? 1 : 0, sessionId === undefined ? 1 : 0],
      ),
    session: (tokenHash) => one(pool, 'session', tokenHash),
    async poll(tokenHash, oldest) {
      const rows = await all<Session & InboxMessage>(pool, 'poll', tokenHash, oldest);
      const [session] = rows;
      // An empty inbox gives one row without a message.
      return session && { session, messages: session.message_id === null ? [] : rows };
    },
    tickets: (playerId) => all(pool, 'tickets', playerId),
    conversation: (playerId, ticketId) => all(pool, 'conversation', ticketId, playerId),
    markTicketRead: (ticketId, lastMessageId, now) =>
      transaction(async (client) => {
        const read = await all(client, 'messagesRead', ticketId, now, lastMessageId);
        await all(client, 'ticketRead', ticketId, read.length);
      }),
    markInboxRead: async (playerId, messageId, now) =>
      (await one<{ read_at: number }>(pool, 'markInboxRead', playerId, messageId, now))?.read_at,

    createTicket: (ticket, receipt) =>
      once(receipt, async (client) => {
        const { playerId, ticketId, type, subject, context, preview, now } = ticket;
        const player = await one<{
          project_id: string;
          blocked: number;
          open_tickets: number;
          context: string | null;
        }>(client, 'playerCreates', playerId, now, context);
        if (player?.blocked !== 0) throw blocked();
        const surplus = player.open_tickets - MAX_OPEN_TICKETS;
        if (surplus > 0) {
          if ((await all(client, 'closeResolved', playerId, surplus)).length < surplus) throw tooManyOpen();
          await all(client, 'openTickets', playerId, -surplus);
        }
        const row = [ticketId, player.project_id, playerId, type, subject, player.context, preview, now];
        await all(client, 'insertTicket', ...row);
        await addMessage(client, ticket, 'player', null, null);
      }),

    reply: (reply, receipt) =>
      once(receipt, async (client) => {
        const { ticketId, preview, now } = reply;
        const { playerId } = receipt;
        const player = await one<{ blocked: number }>(client, 'playerReplies', playerId, now);
        if (player?.blocked !== 0) throw blocked();
        if (!(await one(client, 'playerReply', ticketId, playerId, now, preview))) {
          throw (await one(client, 'ownTicket', ticketId, playerId)) ? closed() : notFound();
        }
        await addMessage(client, reply, 'player', null, null);
      }),

    apiKey: (keyHash, now) => one(pool, 'apiKey', keyHash, now),
    queue: (projectId, limit) => all(pool, 'queue', projectId, limit),
    async teamTicket(ticketId) {
      const ticket = await one<TeamTicket>(pool, 'teamTicket', ticketId);
      return ticket && { ticket, messages: await all(pool, 'messages', ticketId) };
    },
    teamReply: (reply, inboxMessageId, author) =>
      transaction(async (client) => {
        const { ticketId, message, preview, now } = reply;
        // Every transaction first locks the player, so two cannot wait for each other.
        await client.query({ name: 'lockPlayer', text: LOCK_PLAYER, values: [ticketId] });
        const ticket = await one<{ player_id: string; subject: string; status: string }>(client, 'answered', ticketId);
        if (ticket === undefined) throw notFound();
        await all(client, 'teamReply', ticketId, preview, now);
        await all(client, 'playerAnswered', ticket.player_id, now, ticket.status === 'closed' ? 1 : 0);
        await addMessage(client, reply, 'admin', author.api_key_id, author.name);
        await all(client, 'insertInbox', ticket.player_id, inboxMessageId, ticketId, ticket.subject, message, now);
      }),
    counts: () => all(pool, 'counts'),
    facets: (limit) => all(pool, 'facets', limit),
    ticketTypes: () => all(pool, 'ticketTypes'),
    close: () => pool.end(),
  };
}
