import assert from 'node:assert/strict';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import type { Role } from '@player-support/contract/enums';
import { DAY } from '../../src/domain/time.ts';
import { hashSecret, newSecret } from '../../src/domain/tokens.ts';
import { closeResolved } from '../../src/jobs/close-resolved.ts';
import { newMember } from '../../src/team/members/new-member.ts';
import type { Api, CallOptions, Reply } from './call.ts';
import type { TestServer } from './harness.ts';
import { quickPasswords } from './quick-passwords.ts';

export interface Project {
  readonly id: string;
  readonly publicKey: string;
}

export interface Player {
  readonly id: string;
  readonly token: string;
  readonly installationId: string;
  readonly project: Project;
}

let count = 0;

export async function aProject(server: Api, name = 'Game'): Promise<Project> {
  const { status, body, text } = await server.call('POST', '/api/v1/team/projects', {
    token: server.teamKey,
    body: { name },
  });
  assert.equal(status, 201, text);
  return { id: body.id, publicKey: body.publicKey };
}

/** Creates a player, of a new project by default. `more`: fields of the request. */
export async function aPlayer(server: Api, project?: Project, more: object = {}): Promise<Player> {
  const own = project ?? (await aProject(server));
  const installationId = `installation-${++count}`;
  const { status, body, text } = await server.call('POST', '/api/v1/player/identify', {
    body: { projectPublicKey: own.publicKey, installationId, ...more },
  });
  assert.equal(status, 200, text);
  return { id: body.playerId, token: body.playerAccessToken, installationId, project: own };
}

export function createTicket(
  server: Api,
  player: Player,
  fields: object = {},
  options: CallOptions = {},
): Promise<Reply> {
  return server.call('POST', '/api/v1/tickets', {
    token: player.token,
    body: {
      projectPublicKey: player.project.publicKey,
      type: 'bug',
      subject: 'Stuck',
      message: 'I cannot leave level 3.',
      ...fields,
    },
    ...options,
  });
}

export async function aTicket(server: Api, player: Player, fields: object = {}): Promise<string> {
  const { status, body, text } = await createTicket(server, player, fields);
  assert.equal(status, 201, text);
  return body.ticketId;
}

export function playerReply(server: Api, player: Player, ticketId: string, message = 'More.'): Promise<Reply> {
  return server.call('POST', `/api/v1/tickets/${ticketId}/messages`, { token: player.token, body: { message } });
}

export function teamReply(server: Api, ticketId: string, message = 'Jump twice.'): Promise<Reply> {
  return server.call('POST', `/api/v1/team/tickets/${ticketId}/replies`, { token: server.teamKey, body: { message } });
}

export function teamNote(server: Api, ticketId: string, message = 'Known bug.'): Promise<Reply> {
  return server.call('POST', `/api/v1/team/tickets/${ticketId}/notes`, { token: server.teamKey, body: { message } });
}

export function setStatus(server: Api, ticketId: string, status: string): Promise<Reply> {
  return server.call('PATCH', `/api/v1/team/tickets/${ticketId}`, { token: server.teamKey, body: { status } });
}

export function mergeTicket(server: Api, ticketId: string, into: string): Promise<Reply> {
  return team(server, 'POST', `/tickets/${ticketId}/merge`, { into });
}

export function unmergeTicket(server: Api, ticketId: string): Promise<Reply> {
  return team(server, 'POST', `/tickets/${ticketId}/unmerge`);
}

export function poll(server: Api, player: Player, more = '', options: CallOptions = {}): Promise<Reply> {
  const path = `/api/v1/player/inbox?projectPublicKey=${player.project.publicKey}${more}`;
  return server.call('GET', path, { token: player.token, ...options });
}

export function listTickets(server: Api, player: Player, options: CallOptions = {}): Promise<Reply> {
  const path = `/api/v1/player/tickets?projectPublicKey=${player.project.publicKey}`;
  return server.call('GET', path, { token: player.token, ...options });
}

export function getTicket(server: Api, player: Player, ticketId: string): Promise<Reply> {
  return server.call('GET', `/api/v1/tickets/${ticketId}`, { token: player.token });
}

export function markRead(server: Api, player: Player, messageId: string): Promise<Reply> {
  return server.call('POST', `/api/v1/player/inbox/${messageId}/read`, { token: player.token });
}

export function block(server: Api, player: Player, blocked = true): Promise<Reply> {
  return server.call('PATCH', `/api/v1/team/players/${player.id}`, { token: server.teamKey, body: { blocked } });
}

export async function anAnnouncement(server: Api, project: Project, fields: object = {}): Promise<string> {
  const { status, body, text } = await server.call('POST', '/api/v1/team/announcements', {
    token: server.teamKey,
    body: { projectId: project.id, title: 'Maintenance', body: 'Tonight.', ...fields },
  });
  assert.equal(status, 201, text);
  return body.id;
}

/** A new installation by default. */
export function identify(
  server: Api,
  project: Project,
  fields: object = {},
  options: CallOptions = {},
): Promise<Reply> {
  const body = { projectPublicKey: project.publicKey, installationId: `installation-${++count}`, ...fields };
  return server.call('POST', '/api/v1/player/identify', { body, ...options });
}

export function updateProject(server: Api, project: Project, fields: object): Promise<Reply> {
  return server.call('PATCH', `/api/v1/team/projects/${project.id}`, { token: server.teamKey, body: fields });
}

/** Switches limits and storm mode off: a test's players share an address and write the same. */
export async function unlimited(server: Api, project: Project): Promise<void> {
  assert.equal((await updateProject(server, project, { limits: NO_LIMITS, stormMode: 'off' })).status, 200);
}

export const NO_LIMITS = {
  newPlayersPerAddress: 0,
  newPlayersPerProject: 0,
  newPlayerTicketsPerAddress: 0,
  newPlayerTicketsPerProject: 0,
};

export async function seenPlayer(server: Api, playerId: string): Promise<Reply['body']> {
  const { status, body, text } = await server.call('GET', `/api/v1/team/players/${playerId}`, {
    token: server.teamKey,
  });
  assert.equal(status, 200, text);
  return body;
}

export async function directMessage(server: Api, player: Player, fields: object = {}): Promise<string> {
  const { status, body, text } = await server.call('POST', `/api/v1/team/players/${player.id}/messages`, {
    token: server.teamKey,
    body: { title: 'Hello', body: 'Thank you for playing.', ...fields },
  });
  assert.equal(status, 201, text);
  return body.id;
}

/** Fails after a minute. `found`: what there is instead. */
export async function eventually(holds: () => Promise<boolean>, found = () => `${holds}`): Promise<void> {
  const signal = AbortSignal.timeout(60_000);
  for (let tries = 0; !(await holds()); tries++) {
    assert.ok(!signal.aborted, `never came about: ${found()}`);
    // The condition may need the event loop first. Later this frees the processor.
    await (tries < 20 ? turn() : sleep(10));
  }
}

/** Runs the job that closes resolved tickets. */
export async function timePasses(server: TestServer, milliseconds: number): Promise<void> {
  server.clock.advance(milliseconds);
  while ((await closeResolved({ store: server.store, live: server.live, now: server.clock.now, limit: 100 })) === 100);
}

/** Sends a request with the team's API key. `path` follows `/api/v1/team`. */
export function team(server: Api, method: string, path: string, body?: unknown): Promise<Reply> {
  return server.call(method, `/api/v1/team${path}`, { token: server.teamKey, body });
}

/** Of all members of `aMember`. */
export const PASSWORD = 'correct horse battery staple';
let passwordHash: Promise<string> | undefined;

export interface Member {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** The `cookie` header of a signed-in browser. */
  readonly cookie: string;
  /** Sends a request from the member's browser. `path` follows `/api/v1/team`. */
  call(method: string, path: string, body?: unknown): Promise<Reply>;
}

/** Returns the headers that a page of the console sends. */
export const fromOwnPage = (cookie: string) => ({ cookie, 'sec-fetch-site': 'same-origin' });

/** Makes a session row without anything that a browser says. */
export const aSession = (secret: string, memberId: string, now: number, milliseconds: number) => ({
  session_hash: hashSecret(secret),
  member_id: memberId,
  created_at: now,
  expires_at: now + milliseconds,
  last_used_at: null,
  device: null,
  address: null,
  browser_hash: null,
});

/** Signed in. Written to the store: the API would need an invitation. */
export async function aMember(
  server: TestServer,
  role: Role = 'agent',
  { projectIds = null, name = `Member ${++count}` }: { projectIds?: readonly string[] | null; name?: string } = {},
): Promise<Member> {
  passwordHash ??= quickPasswords(1).hash(PASSWORD);
  const { store, clock } = server;
  const email = `member-${++count}@studio.example`;
  const secret = newSecret();
  const row = newMember({ email, name, role, projectIds, passwordHash: await passwordHash }, clock.now);
  const id = row.member_id;
  await store.members.insert(row);
  await store.memberSessions.begin(aSession(secret, id, clock.now, 14 * DAY));
  const cookie = `player-support=${secret}`;
  return {
    id,
    email,
    name,
    cookie,
    call: callWith(server, cookie),
  };
}

/** Calls as the console does. `path` follows `/api/v1/team`. */
export const callWith =
  (server: Api, cookie: string): Member['call'] =>
  (method, path, body) =>
    server.call(method, `/api/v1/team${path}`, {
      headers: fromOwnPage(cookie),
      ...(body === undefined ? {} : { body }),
    });
