import assert from 'node:assert/strict';
import { playerOperations } from '../../src/operations/all.ts';
import { assertUnauthorized } from './assert-problem.ts';
import { aTicket, directMessage, getTicket, listTickets, type Player, poll } from './builders.ts';
import type { CallOptions, TestServer } from './harness.ts';

type Challenge = 'invalid_request' | 'invalid_token' | undefined;

export interface Request {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body?: object;
}

/** A good request of every operation that needs a token. */
export async function requests(server: TestServer, player: Player): Promise<Request[]> {
  const { publicKey } = player.project;
  const ticketId = await aTicket(server, player);
  const messageId = await directMessage(server, player);
  const query = `?projectPublicKey=${publicKey}`;
  const ticket = { projectPublicKey: publicKey, type: 'bug', subject: 's', message: 'm' };
  const all = [
    { id: 'CreateTicket', method: 'POST', path: '/api/v1/tickets', query: '', body: ticket },
    { id: 'ListPlayerTickets', method: 'GET', path: '/api/v1/player/tickets', query },
    { id: 'GetTicket', method: 'GET', path: `/api/v1/tickets/${ticketId}`, query: '' },
    {
      id: 'AddTicketMessage',
      method: 'POST',
      path: `/api/v1/tickets/${ticketId}/messages`,
      query: '',
      body: { message: 'm' },
    },
    { id: 'GetPlayerInbox', method: 'GET', path: '/api/v1/player/inbox', query },
    { id: 'MarkInboxMessageRead', method: 'POST', path: `/api/v1/player/inbox/${messageId}/read`, query: '' },
  ];
  assert.deepEqual(
    all.map(({ id }) => id),
    playerOperations.filter(({ auth }) => auth === 'player').map(({ id }) => id),
  );
  return all;
}

/** What the refused requests would have changed. */
async function state(server: TestServer, player: Player): Promise<string> {
  const list = await listTickets(server, player);
  const inbox = await poll(server, player);
  const { messages } = (await getTicket(server, player, list.body.tickets[0].id)).body;
  return JSON.stringify([list.body, inbox.body.messages, messages]);
}

/** The path and query of a request, with more parameters if any. */
export function targetOf({ path, query }: Request, more = ''): string {
  if (more === '') return path + query;
  return `${path}${query}${query === '' ? '?' : '&'}${more}`;
}

export interface Change {
  readonly query?: string;
  readonly options?: CallOptions;
}

/** Every operation refuses each of the changes to a good request, and nothing comes of it. */
export async function assertAllRefuse(
  server: TestServer,
  player: Player,
  changes: readonly Change[],
  challenge: Challenge,
): Promise<void> {
  const good = await requests(server, player);
  const before = await state(server, player);
  for (const { query = '', options } of changes) {
    for (const request of good) {
      const { method, path, body } = request;
      const reply = await server.call(method, targetOf(request, query), { body, ...options });
      assertUnauthorized(reply, path, challenge);
      assert.ok(reply.headers.get('x-request-id'));
    }
  }
  assert.equal(await state(server, player), before);
}
