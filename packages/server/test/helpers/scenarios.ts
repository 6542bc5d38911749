import { newApiKey } from '../../src/domain/api-key.ts';
import { type Reply, START, type TestServer } from './harness.ts';

/** What the tests of all statuses are made of. */

/** Makes an operation answer with a status. */
export type Scenario = (server: TestServer) => Promise<Reply>;
/** One for every status of every operation: a type error where one is missing or too many. */
export type Scenarios<Statuses extends Readonly<Record<string, readonly number[]>>> = {
  readonly [Id in keyof Statuses]: { readonly [Status in Statuses[Id][number]]: Scenario };
};

export const UNKNOWN_TICKET = `tkt_${'a'.repeat(42)}`;
export const UNKNOWN_PLAYER = `ply_${'a'.repeat(26)}`;

/** Without a token. */
export const nobody =
  (method: string, path: string): Scenario =>
  (server) =>
    server.call(method, path);

/** With the team's key. */
export const team =
  (method: string, path: string, body?: object): Scenario =>
  (server) =>
    server.call(method, `/api/v1/team${path}`, { token: server.teamKey, body });

/** With a key that may only read. */
export const viewer =
  (method: string, path: string, body?: object): Scenario =>
  async (server) => {
    const { key, row } = newApiKey('viewer', START, { role: 'viewer', projectIds: null });
    await server.store.apiKeys.insert(row);
    return server.call(method, `/api/v1/team${path}`, { token: key, body });
  };

/** Sends the same again, on a server whose every limit lets one request through. */
export async function again(send: () => Promise<Reply>): Promise<Reply> {
  await send();
  return send();
}

/** Who has no key is refused, and then asked to wait. */
export function refusals(method: string, path: string): { 401: Scenario; 429: Scenario } {
  const refused = nobody(method, `/api/v1/team${path}`);
  return { 401: refused, 429: (server) => again(() => refused(server)) };
}

/** The same of what a key that may only read is refused too. */
export function writeRefusals(method: string, path: string) {
  return { ...refusals(method, path), 403: viewer(method, path, {}) };
}
