import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import type { TicketStatus } from '@player-support/contract/enums';
import { createTables } from '../../../../bench/plain/open.ts';
import { openPostgres } from '../../../../bench/plain/postgres.ts';
import { plainApp } from '../../../../bench/plain/routes.ts';
import { openSqlite } from '../../../../bench/plain/sqlite.ts';
import type { Value } from '../../../../bench/plain/store.ts';
import { newId } from '../../../../bench/plain/texts.ts';
import { newApiKey } from '../../src/domain/api-key.ts';
import { parseContext } from '../../src/domain/context.ts';
import { noticeMessage } from '../../src/domain/notice-message.ts';
import { newProject } from '../../src/domain/project.ts';
import { afterStatusSet, type TicketState, type Transition } from '../../src/domain/ticket-transitions.ts';
import { DAY, iso, SECOND } from '../../src/domain/time.ts';
import { databaseFile } from '../../src/store/database-url.ts';
import { type CallOptions, call, type Reply } from './call.ts';
import { emptyDatabase } from './databases.ts';
import { START, type StartOptions } from './harness.ts';

type Run = <Row>(sql: string, ...values: Value[]) => Promise<Row[]>;

/** Opens a store, with a function to run SQL on its connection. */
function open(url: string) {
  const file = databaseFile(url);
  if (file === undefined) {
    const store = openPostgres(url);
    const run: Run = async (sql, ...values) => (await store.pool.query(sql, values)).rows;
    return { store, run };
  }
  const store = openSqlite(file);
  const run: Run = async <Row>(sql: string, ...values: Value[]) =>
    store.db.prepare(sql.replaceAll(/\$(\d)/g, '?$1')).all(...values) as Row[];
  return { store, run };
}

function preparations(run: Run, now: () => number) {
  async function enter(ticketId: string, { state, openTicketsChange, notice }: Transition): Promise<void> {
    const [ticket] = await run<{ player_id: string; subject: string }>(
      'UPDATE ticket SET status = $2, attention_since = $3, resolved_at = $4 WHERE ticket_id = $1 RETURNING player_id, subject',
      ...[ticketId, state.status, state.attention_since, state.resolved_at],
    );
    if (ticket === undefined) throw new Error(`no ticket ${ticketId}`);
    const { player_id, subject } = ticket;
    await run('UPDATE player SET open_tickets = open_tickets + $2 WHERE player_id = $1', player_id, openTicketsChange);
    if (notice === null) return;
    const { title, body } = noticeMessage(notice, { subject, context: null, project_name: null, notice_texts: null });
    await tell(player_id, 'ticket_status', ticketId, title, body);
  }

  async function setStatus(ticketId: string, status: TicketStatus): Promise<void> {
    const [ticket] = await run<TicketState>('SELECT * FROM ticket WHERE ticket_id = $1', ticketId);
    const transition = ticket && afterStatusSet(ticket, status, now());
    if (transition !== undefined) await enter(ticketId, transition);
  }

  async function tell(playerId: string, type: string, ticketId: string | null, title: string, body: string) {
    const id = newId('inb', now());
    await run(
      `INSERT INTO inbox_message (player_id, message_id, type, ticket_id, title, body, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      ...[playerId, id, type, ticketId, title, body, now()],
    );
    return id;
  }

  async function closeResolved(): Promise<[]> {
    const due = await run<{ ticket_id: string }>(
      'SELECT ticket_id FROM ticket WHERE resolved_at <= $1',
      now() - 7 * DAY,
    );
    const closed = { status: 'closed', attention_since: null, resolved_at: null } as const;
    for (const { ticket_id } of due) {
      await enter(ticket_id, { state: closed, openTicketsChange: -1, notice: null, isRecorded: false });
    }
    return [];
  }

  /** Serves team API requests. Undefined for others. */
  // biome-ignore lint/suspicious/noExplicitAny: the bodies of several requests
  async function request(method: string, path: string, body: any): Promise<[number, object] | undefined> {
    const [, collection = '', id = '', part = ''] = /^\/api\/v1\/team\/(\w+)\/?(\w*)\/?(\w*)$/.exec(path) ?? [];
    switch (`${method} ${collection} ${part}`) {
      case 'POST projects ': {
        const { project_id, public_key, identity_salt, ticket_types } = newProject(body.name, now());
        await run('INSERT INTO project VALUES ($1, $2, $3, $4)', project_id, public_key, identity_salt, ticket_types);
        return [201, { id: project_id, publicKey: public_key }];
      }
      case 'PATCH projects ':
        // Only to switch limits off, which the plain program lacks.
        return [200, {}];
      case 'POST tickets notes': {
        const messageId = newId('msg', now());
        await run(
          `INSERT INTO message (ticket_id, message_id, author_type, internal, message, created_at)
            VALUES ($1, $2, 'admin', 1, $3, $4)`,
          ...[id, messageId, body.message, now()],
        );
        return [201, { messageId }];
      }
      case 'PATCH tickets ':
        await setStatus(id, body.status);
        return [200, { status: body.status }];
      case 'PATCH players ':
        await run('UPDATE player SET blocked = $2 WHERE player_id = $1', id, body.blocked ? 1 : 0);
        return [200, {}];
      case 'POST players messages':
        return [201, { id: await tell(id, 'direct', null, body.title, body.body) }];
      case 'GET players ': {
        // biome-ignore lint/suspicious/noExplicitAny: a row of one table
        const [row] = await run<any>('SELECT * FROM player WHERE player_id = $1', id);
        return [
          200,
          {
            id: row.player_id,
            projectId: row.project_id,
            userId: row.user_id,
            sessionId: row.session_id,
            context: parseContext(row.context),
            blocked: row.blocked === 1,
            openTickets: row.open_tickets,
            createdAt: iso(row.created_at),
            lastSeenAt: iso(row.last_seen_at),
          },
        ];
      }
      default:
        return undefined;
    }
  }
  return { request, closeResolved };
}

/** Starts the plain program for tests of the server (TEST_SERVER). */
export async function startServer(t: Pick<TestContext, 'after'>, { env = {} }: StartOptions = {}) {
  const databaseUrl = await emptyDatabase(t);
  await createTables(databaseUrl);
  const { store, run } = open(databaseUrl);
  const clock = {
    now: START,
    advance(milliseconds: number) {
      this.now += milliseconds;
    },
  };
  const { key, row } = newApiKey('tests', START);
  await run('INSERT INTO api_key VALUES ($1, $2, $3, NULL)', row.key_hash, row.api_key_id, row.name);
  const tokenSeconds = Number(env.TOKEN_LIFETIME_SECONDS ?? (30 * DAY) / SECOND);
  const app = plainApp(store, () => clock.now, tokenSeconds * SECOND);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  t.after(async () => {
    await app.close();
    await store.close();
  });
  const { request, closeResolved } = preparations(run, () => clock.now);
  return {
    url,
    teamKey: key,
    clock,
    databaseUrl,
    /** The closing job first asks which are due. */
    store: { tickets: { dueForClosing: closeResolved } },
    async call(method: string, path: string, options: CallOptions = {}): Promise<Reply> {
      const prepared = options.token === key ? await request(method, path, options.body) : undefined;
      if (prepared === undefined) return call(url, method, path, options);
      const [status, body] = prepared;
      return { status, body, text: JSON.stringify(body), headers: new Headers() };
    },
  };
}
