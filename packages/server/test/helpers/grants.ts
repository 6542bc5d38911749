import assert from 'node:assert/strict';
import { type Member, team } from './builders.ts';
import type { Reply } from './call.ts';
import type { TestServer } from './harness.ts';

export const ACCEPT = '/api/v1/team/invitations/accept';
export const PROJECTS = '/api/v1/team/projects';

/** Accepts an invitation or uses a password link. */
export const accept = (server: TestServer, token: string, fields: object = {}) =>
  server.call('POST', ACCEPT, { body: { token, name: 'Eve', password: 'a long enough password', ...fields } });

let count = 0;

export async function anInvitation(send: Member['call'], fields: object = {}): Promise<Reply['body']> {
  const reply = await send('POST', '/invitations', { email: `e${++count}@studio.example`, role: 'viewer', ...fields });
  assert.equal(reply.status, 201, reply.text);
  return reply.body;
}

export async function aKey(send: Member['call'], fields: object = {}): Promise<Reply['body']> {
  const reply = await send('POST', '/api-keys', { name: `k${++count}`, role: 'admin', ...fields });
  assert.equal(reply.status, 201, reply.text);
  return reply.body;
}

/** `path` follows `/api/v1/team`. */
export const withKey =
  (server: TestServer, key: string): Member['call'] =>
  (method, path, body) =>
    server.call(method, `/api/v1/team${path}`, { token: key, body });

export const keyOf = async (server: TestServer, id: string) =>
  (await team(server, 'GET', '/api-keys')).body.apiKeys.find((one: { id: string }) => one.id === id);
