import assert from 'node:assert/strict';
import type { Operation } from '../../../src/operations/operation.ts';
import { aMember, fromOwnPage, type Member, type Player, type Project } from '../builders.ts';
import type { CallOptions, Reply } from '../call.ts';
import type { TestServer } from '../harness.ts';
import type { OperationFacts, PlayerGiven, PreparedRequest, RequestParts, TeamGiven } from './facts.ts';

/** No log may show it. */
export const HIDDEN = 'hidden-from-every-log';

function prepared(operation: Operation, parts: RequestParts): PreparedRequest {
  const { id, url, body } = operation;
  const { params = {} } = parts;
  assert.equal(parts.body === undefined, body === undefined, `${id}: a body where it takes one`);
  const path = url.replace(/:(\w+)/g, (_, name: string) => params[name] ?? assert.fail(`${id}: no ${name}`));
  return { ...parts, operation, path };
}

/** The given things include the sender. */
export async function prepare<Given>(
  { operation, request }: Pick<OperationFacts<Given>, 'operation' | 'request'>,
  given: Given,
): Promise<PreparedRequest> {
  return prepared(operation, await request(given));
}

/** A body is merged field by field. */
export function withChanges(request: PreparedRequest, changes: RequestParts): PreparedRequest {
  const { operation, path: _path, ...parts } = request;
  const params = { ...parts.params, ...changes.params };
  const body = parts.body && changes.body ? { ...parts.body, ...changes.body } : (changes.body ?? parts.body);
  return prepared(operation, { ...parts, ...changes, params, ...(body === undefined ? {} : { body }) });
}

/** A stream does not end, so this waits only for its beginning. */
export async function send(
  server: TestServer,
  { operation, path, query = '', body, raw, headers: own }: PreparedRequest,
  options: CallOptions = {},
): Promise<Reply> {
  const headers = { ...own, ...options.headers };
  if (operation.id !== 'StreamEvents') {
    return server.call(operation.method, path + query, { body, ...(raw && { raw }), ...options, headers });
  }
  const bearer = options.token === undefined ? {} : { authorization: `Bearer ${options.token}` };
  const response = await fetch(server.url + path + query, { headers: { ...bearer, ...headers } });
  if (!response.ok) {
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
  }
  await response.body?.cancel();
  return { status: response.status, headers: response.headers, text: '', body: undefined };
}

export interface Sender<Given> {
  readonly given: Given;
  readonly options: CallOptions;
}

export const takesKey = ({ auth, membersOnly }: Operation) => auth === 'team' && !membersOnly;

export const asMember = ({ cookie }: Member): CallOptions => ({ headers: fromOwnPage(cookie) });

/** Makes a sender who may do everything: an API key if possible, otherwise an owner. */
export async function anOwner(operation: Operation, server: TestServer, project: Project): Promise<Sender<TeamGiven>> {
  if (operation.auth === 'none') return { given: { server, project, member: undefined }, options: {} };
  if (takesKey(operation)) return { given: { server, project, member: undefined }, options: { token: server.teamKey } };
  const member = await aMember(server, 'owner');
  return { given: { server, project, member }, options: asMember(member) };
}

export function asPlayer({ auth }: Operation, server: TestServer, player: Player): Sender<PlayerGiven> {
  return { given: { server, player }, options: auth === 'none' ? {} : { token: player.token } };
}
