import assert from 'node:assert/strict';
import { LOCALES } from '@player-support/contract/locales';
import { TOTP } from 'otpauth';
import { newApiKey } from '../../src/domain/api-key.ts';
import { newId } from '../../src/domain/ids.ts';
import { DAY } from '../../src/domain/time.ts';
import { newSecret } from '../../src/domain/tokens.ts';
import type { SavedViewRow } from '../../src/store/tables.ts';
import {
  aMember,
  anAnnouncement,
  aPlayer,
  aSession,
  aTicket,
  type Member,
  PASSWORD,
  type Project,
  team,
  updateProject,
} from './builders.ts';
import type { Reply } from './call.ts';
import type { TestServer } from './harness.ts';

/** A request can be about these. */

let count = 0;

async function made(server: TestServer, path: string, body: object): Promise<Reply['body']> {
  const reply = await team(server, 'POST', path, body);
  assert.equal(reply.status, 201, reply.text);
  return reply.body;
}

export async function aTicketOf(server: TestServer, project: Project): Promise<string> {
  return aTicket(server, await aPlayer(server, project));
}

/** Holds a new player's ticket. The project then holds no others. */
export async function aHeldTicket(server: TestServer, project: Project, fields: object = {}): Promise<string> {
  const player = await aPlayer(server, project);
  assert.equal((await updateProject(server, project, { stormMode: 'on' })).status, 200);
  const ticketId = await aTicket(server, player, fields);
  assert.equal((await updateProject(server, project, { stormMode: 'off' })).status, 200);
  return ticketId;
}

export async function aMacro(server: TestServer, { id: projectId }: Project): Promise<string> {
  return (await made(server, '/macros', { name: 'n', body: 'b', projectId })).id;
}

/** The member may lack access to its project. */
export async function aView(
  { store, clock }: TestServer,
  { id: memberId }: Pick<Member, 'id'>,
  fields: Partial<SavedViewRow> = {},
): Promise<string> {
  const view = { view_id: newId('view', clock.now), member_id: memberId, project_id: null, role: null, name: 'n' };
  const row = { ...view, base: 'all', sort: '-created', filter: '{"all":[]}', query: null } as const;
  await store.savedViews.insert({ ...row, created_at: 1, updated_at: 1, ...fields });
  return fields.view_id ?? view.view_id;
}

/** Writes the team's text for a notice, by default in another locale than the last. */
export async function aNoticeText(
  server: TestServer,
  { id }: Project,
  { notice = 'ticket-resolved', locale = LOCALES[++count % LOCALES.length] ?? '' } = {},
): Promise<{ notice: string; locale: string }> {
  const text = { title: 't', body: 'b' };
  assert.equal((await team(server, 'PUT', `/projects/${id}/notices/${notice}/${locale}`, text)).status, 200);
  return { notice, locale };
}

export async function anInvitation(server: TestServer, { id }: Project): Promise<{ id: string; token: string }> {
  const fields = { email: `i${++count}@studio.example`, role: 'viewer', projectIds: [id] };
  const { invitation, token } = await made(server, '/invitations', fields);
  return { id: invitation.id, token };
}

/** Creates a key that reads the project. */
export async function anApiKey(server: TestServer, { id }: Project): Promise<{ id: string; key: string }> {
  const { apiKey, key } = await made(server, '/api-keys', { name: 'n', role: 'viewer', projectIds: [id] });
  return { id: apiKey.id, key };
}

/** Suspends an API key: its creator lost access. */
export async function aSuspendedKey(server: TestServer, { id }: Project): Promise<string> {
  const creator = `mem_gone_${++count}`;
  const access = { role: 'viewer', projectIds: [id] } as const;
  const { row } = newApiKey('n', server.clock.now, access, { createdBy: creator });
  await server.store.apiKeys.insert(row);
  assert.equal(await server.store.apiKeys.suspendCreatedBy(creator, server.clock.now), 1);
  return row.api_key_id;
}

/** May read the project. */
export function aViewer(server: TestServer, { id }: Project): Promise<Member> {
  return aMember(server, 'viewer', { projectIds: [id] });
}

export async function oneOfEach(server: TestServer, project: Project): Promise<void> {
  for (const make of [aTicketOf, anAnnouncement, aMacro, aNoticeText, aViewer, anInvitation, anApiKey, aSuspendedKey]) {
    await make(server, project);
  }
}

/** Returns the authenticator app's code. */
export async function begunTotp(server: TestServer, member: Member): Promise<string> {
  const { status, body, text } = await member.call('POST', '/account/totp', { password: PASSWORD });
  assert.equal(status, 200, text);
  return new TOTP({ secret: body.secret }).generate({ timestamp: server.clock.now });
}

/** Returns the recovery codes. */
export async function withTotp(server: TestServer, member: Member): Promise<string[]> {
  const code = await begunTotp(server, member);
  const { status, body, text } = await member.call('POST', '/account/totp/confirm', { code });
  assert.equal(status, 200, text);
  return body.recoveryCodes;
}

/** Returns what the authenticator app shows now. */
export async function codeOf({ store, clock }: TestServer, { id }: Pick<Member, 'id'>): Promise<string> {
  const secret = (await store.members.byId(id))?.totp_secret ?? assert.fail('no second factor');
  return new TOTP({ secret }).generate({ timestamp: clock.now });
}

/** Signs in from another browser. Returns its header. */
export async function anotherSession({ store, clock }: TestServer, member: Member): Promise<{ cookie: string }> {
  const secret = newSecret();
  await store.memberSessions.begin(aSession(secret, member.id, clock.now, DAY));
  return { cookie: `player-support=${secret}` };
}

/** Nothing is sent until something happens. */
export async function aMemberWithWebhook(
  server: TestServer,
  webhookAddress = 'https://93.184.216.34/secret',
  ...access: AccessOfMember
): Promise<Member> {
  const member = await aMember(server, ...access);
  const body = { webhookFormat: 'slack', webhookAddress, webhook: ['new_ticket'] };
  const reply = await member.call('PATCH', '/account/notifications', body);
  assert.equal(reply.status, 200, reply.text);
  return member;
}
type AccessOfMember = Parameters<typeof aMember> extends [unknown, ...infer Access] ? Access : never;
