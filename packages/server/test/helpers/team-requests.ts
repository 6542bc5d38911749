import assert from 'node:assert/strict';
import { TOTP } from 'otpauth';
import { newApiKey } from '../../src/domain/api-key.ts';
import { teamOperations } from '../../src/operations/all.ts';
import type { Operation } from '../../src/operations/operation.ts';
import {
  aMember,
  anAnnouncement,
  aPlayer,
  aTicket,
  fromOwnPage,
  type Member,
  PASSWORD,
  type Project,
  team,
} from './builders.ts';
import type { CallOptions, Reply, TestServer } from './harness.ts';

/** A good request of every operation of the team, about things of one project that are made for it alone. */

export interface TeamRequest {
  readonly operation: Operation;
  readonly path: string;
  readonly body?: object;
  /** The thing of the project that it is about. */
  readonly about: string | undefined;
}

let count = 0;

async function made(server: TestServer, path: string, body: object, id: (answer: Reply['body']) => string) {
  const reply = await team(server, 'POST', path, body);
  assert.equal(reply.status, 201, reply.text);
  return id(reply.body);
}

type Make = (server: TestServer, project: Project) => Promise<string>;

const anInvitation = (part: (answer: Reply['body']) => string): Make => {
  return (server, { id }) =>
    made(server, '/invitations', { email: `i${++count}@studio.example`, role: 'viewer', projectIds: [id] }, part);
};

/** A key that is suspended since its creator, a member, lost access. */
const aSuspendedKey: Make = async (server, { id }) => {
  const creator = `mem_gone_${++count}`;
  const access = { role: 'viewer', projectIds: [id] } as const;
  const { row } = newApiKey('n', server.clock.now, access, { createdBy: creator });
  await server.store.apiKeys.insert(row);
  assert.equal(await server.store.apiKeys.suspendCreatedBy(creator, server.clock.now), 1);
  return row.api_key_id;
};

/** What stands in a path or a body. */
const THINGS: Readonly<Record<string, Make>> = {
  projectId: async (_server, { id }) => id,
  playerId: async (server, project) => (await aPlayer(server, project)).id,
  ticketId: async (server, project) => aTicket(server, await aPlayer(server, project)),
  announcementId: anAnnouncement,
  macroId: (server, { id: projectId }) => made(server, '/macros', { name: 'n', body: 'b', projectId }, ({ id }) => id),
  memberId: async (server, { id }) => (await aMember(server, 'viewer', { projectIds: [id] })).id,
  invitationId: anInvitation(({ invitation }) => invitation.id),
  token: anInvitation(({ token }) => token),
  apiKeyId: (server, { id }) =>
    made(server, '/api-keys', { name: 'n', role: 'viewer', projectIds: [id] }, ({ apiKey }) => apiKey.id),
  suspendedKeyId: aSuspendedKey,
};

/** One of each in a project. */
export async function everything(server: TestServer, project: Project): Promise<void> {
  for (const make of Object.values(THINGS)) await make(server, project);
}

/** Texts and secrets that no log may show. */
export const HIDDEN = 'hidden-from-every-log';

interface Given {
  readonly server: TestServer;
  readonly project: Project;
  /** Who sends it, if it is a member. */
  readonly member: Member | undefined;
  thing(name: keyof typeof THINGS): Promise<string>;
}

const BODIES: Readonly<Record<string, (given: Given) => object | Promise<object>>> = {
  CreateProject: () => ({ name: HIDDEN }),
  UpdateProject: () => ({ name: HIDDEN, ticketTypes: [{ type: 'bug', label: HIDDEN }] }),
  UpdateTickets: async ({ thing }) => ({ ticketIds: [await thing('ticketId')], status: 'pending' }),
  UpdateTicket: () => ({ status: 'closed' }),
  ReplyToTicket: () => ({ message: HIDDEN }),
  AddNote: () => ({ message: HIDDEN }),
  UpdatePlayer: () => ({ blocked: true }),
  MessagePlayer: () => ({ title: HIDDEN, body: HIDDEN }),
  CreateMacro: ({ project }) => ({ name: HIDDEN, body: HIDDEN, projectId: project.id }),
  UpdateMacro: () => ({ name: HIDDEN, body: HIDDEN }),
  CreateAnnouncement: ({ project }) => ({ projectId: project.id, title: HIDDEN, body: HIDDEN }),
  SetPresence: async ({ thing }) => ({ ticketId: await thing('ticketId'), state: 'viewing' }),
  SignIn: async ({ server }) => ({ email: (await aMember(server)).email, password: PASSWORD }),
  UpdateAccount: () => ({ name: HIDDEN, currentPassword: PASSWORD, newPassword: HIDDEN }),
  ConfirmTotp: async ({ server, member }) => {
    const begun = await member?.call('POST', '/account/totp');
    const secret = begun?.body?.secret ?? 'A'.repeat(32);
    return { code: new TOTP({ secret }).generate({ timestamp: server.clock.now }) };
  },
  EndTotp: () => ({ password: PASSWORD }),
  UpdateMember: () => ({ disabled: true }),
  CreateInvitation: ({ project }) => ({
    email: `${HIDDEN}-${++count}@studio.example`,
    role: 'viewer',
    projectIds: [project.id],
  }),
  LookAtInvitation: async ({ thing }) => ({ token: await thing('token') }),
  AcceptInvitation: async ({ thing }) => ({ token: await thing('token'), name: 'n', password: HIDDEN }),
  TakeOverApiKeys: async ({ thing }) => ({ apiKeyIds: [await thing('suspendedKeyId')] }),
  CreateApiKey: ({ project }) => ({ name: HIDDEN, role: 'viewer', projectIds: [project.id] }),
};

/** A good request of that operation; `member` sends it, where it is one. */
export async function requestOf(
  operation: Operation,
  server: TestServer,
  project: Project,
  member?: Member,
): Promise<TeamRequest> {
  const { id, url, body } = operation;
  assert.equal(body === undefined, BODIES[id] === undefined, `${id}: a body where it takes one`);
  let about: string | undefined;
  async function thing(name: string): Promise<string> {
    about = await (THINGS[name] ?? assert.fail(`no ${name}`))(server, project);
    return about;
  }
  let path = url;
  for (const [parameter, name = ''] of url.matchAll(/:(\w+)/g)) path = path.replace(parameter, await thing(name));
  const sent = await BODIES[id]?.({ server, project, member, thing });
  return { operation, path, about, ...(sent === undefined ? {} : { body: sent }) };
}

/** Sends it; of a stream, which does not end, only the beginning is waited for. */
export async function send(
  server: TestServer,
  { operation, path, body }: TeamRequest,
  options: CallOptions = {},
): Promise<Reply> {
  if (operation.id !== 'StreamEvents') return server.call(operation.method, path, { body, ...options });
  const bearer = options.token === undefined ? {} : { authorization: `Bearer ${options.token}` };
  const response = await fetch(server.url + path, { headers: { ...bearer, ...options.headers } });
  if (!response.ok) {
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
  }
  await response.body?.cancel();
  return { status: response.status, headers: response.headers, text: '', body: undefined };
}

/** Whether an API key may do it. */
export const takesKey = ({ auth, membersOnly }: Operation) => auth === 'team' && !membersOnly;

/** What a request of that operation is sent with: the team's key, a member's cookie, or nothing where nothing is asked for. */
export async function credentials(server: TestServer, operation: Operation, member?: Member): Promise<CallOptions> {
  if (operation.auth === 'none') return {};
  if (takesKey(operation) && member === undefined) return { token: server.teamKey };
  return { headers: fromOwnPage((member ?? (await aMember(server, 'owner'))).cookie) };
}

/**
 * Does every operation of the team once, as owners; what it is about is made for it. `change` gives
 * what is sent instead of its body.
 */
export async function everyTeamOperation(
  server: TestServer,
  project: Project,
  change = ({ body }: TeamRequest): object | undefined => body,
): Promise<void> {
  const key = await aKey(server);
  for (const operation of teamOperations) {
    const member = operation.auth === 'member' ? await aMember(server, 'owner') : undefined;
    if (operation.id === 'EndTotp') await withSecondFactor(server, member);
    const request = await requestOf(operation, server, project, member);
    const options = takesKey(operation) ? { token: key } : await credentials(server, operation, member);
    const body = change(request);
    const changed = body === undefined ? request : { ...request, body };
    const { status, text } = await send(server, changed, options);
    assert.ok(status < 300, `${operation.id} ${status} ${text}`);
  }
}

/** A key of its own, so that none of the operations revokes it. */
const aKey = (server: TestServer) => made(server, '/api-keys', { name: 'n', role: 'owner' }, ({ key }) => key);

async function withSecondFactor(server: TestServer, member: Member | undefined): Promise<void> {
  const begun = await member?.call('POST', '/account/totp');
  const code = new TOTP({ secret: begun?.body.secret }).generate({ timestamp: server.clock.now });
  assert.equal((await member?.call('POST', '/account/totp/confirm', { code }))?.status, 200);
}

/** Operations of the team that change something which is kept. */
export const WRITES = teamOperations.filter(
  ({ method, id }) => method !== 'GET' && id !== 'LookAtInvitation' && id !== 'SetPresence',
);
