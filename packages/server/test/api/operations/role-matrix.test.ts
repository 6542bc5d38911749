import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ROLES, type Role } from '@player-support/contract/enums';
import { newApiKey } from '../../../src/domain/api-key.ts';
import { teamOperations } from '../../../src/operations/all.ts';
import type { Operation } from '../../../src/operations/operation.ts';
import { aMember, aProject, fromOwnPage, type Member, type Project } from '../../helpers/builders.ts';
import { type CallOptions, startServer, type TestServer } from '../../helpers/harness.ts';
import { storedRows } from '../../helpers/stored-rows.ts';
import { everything, requestOf, send } from '../../helpers/team-requests.ts';

/**
 * Who may do what, for every operation of the team: the least role, and what becomes of it where the project is not the
 * caller's.
 *
 * - a status: so it is refused
 * - `hidden`: it is done, but neither shows nor changes anything of that project
 * - `everybody`: it is about no project
 * - `all`: 403 for whoever may not enter all projects
 * - `own`: of the member who calls; a key is refused with 401
 */
type Elsewhere = 400 | 403 | 404 | 'hidden' | 'everybody' | 'all' | 'own';

const MATRIX: Readonly<Record<string, readonly [least: Role, elsewhere: Elsewhere] | 'nobody is asked'>> = {
  CreateProject: ['admin', 'all'],
  ListProjects: ['viewer', 'hidden'],
  GetProject: ['viewer', 404],
  UpdateProject: ['admin', 404],
  ListTickets: ['viewer', 'hidden'],
  CountTickets: ['viewer', 'hidden'],
  GetTicketFacets: ['viewer', 'hidden'],
  UpdateTickets: ['agent', 'hidden'],
  GetTeamTicket: ['viewer', 404],
  UpdateTicket: ['agent', 404],
  ReplyToTicket: ['agent', 404],
  AddNote: ['agent', 404],
  GetPlayer: ['viewer', 404],
  UpdatePlayer: ['agent', 404],
  MessagePlayer: ['agent', 404],
  ListTicketsOfPlayer: ['viewer', 404],
  ListInstallations: ['viewer', 404],
  CreateMacro: ['admin', 400],
  ListMacros: ['viewer', 'hidden'],
  UpdateMacro: ['admin', 404],
  DeleteMacro: ['admin', 404],
  CreateAnnouncement: ['admin', 400],
  ListAnnouncements: ['viewer', 'hidden'],
  DeleteAnnouncement: ['admin', 404],
  StreamEvents: ['viewer', 'hidden'],
  SetPresence: ['viewer', 404],
  SignIn: 'nobody is asked',
  GetSession: ['viewer', 'own'],
  UpdateAccount: ['viewer', 'own'],
  BeginTotp: ['viewer', 'own'],
  ConfirmTotp: ['viewer', 'own'],
  EndTotp: ['viewer', 'own'],
  ListMembers: ['viewer', 'everybody'],
  UpdateMember: ['admin', 403],
  CreatePasswordLink: ['admin', 403],
  ListInvitations: ['admin', 'hidden'],
  CreateInvitation: ['admin', 403],
  DeleteInvitation: ['admin', 404],
  LookAtInvitation: 'nobody is asked',
  AcceptInvitation: 'nobody is asked',
  ListApiKeys: ['admin', 'hidden'],
  CreateApiKey: ['admin', 403],
  DeleteApiKey: ['admin', 404],
  TakeOverApiKeys: ['admin', 404],
  ListAuditEntries: ['owner', 'all'],
  SignOut: ['viewer', 'own'],
  SignOutEverywhere: ['viewer', 'own'],
};

const PLACES = ['own project', 'other project', 'all projects'] as const;
type Place = (typeof PLACES)[number];

interface Caller {
  readonly role: Role;
  readonly isMember: boolean;
  readonly place: Place;
}

const CALLERS: readonly Caller[] = ROLES.flatMap((role) =>
  [true, false].flatMap((isMember) => PLACES.map((place) => ({ role, isMember, place }))),
);

/** What the table says of this caller; `done` may be done. */
function expected({ id, auth, membersOnly }: Operation, { role, isMember, place }: Caller): 'done' | 'hidden' | number {
  const row = MATRIX[id];
  if (row === undefined) assert.fail(`${id} is not in the table`);
  if (row === 'nobody is asked') return 'done';
  const [least, elsewhere] = row;
  if (auth === 'member' && !isMember) return 401;
  if (ROLES.indexOf(role) < ROLES.indexOf(least)) return 403;
  if (membersOnly && !isMember) return 403;
  if (elsewhere === 'all') return place === 'all projects' ? 'done' : 403;
  if (place !== 'other project' || elsewhere === 'everybody' || elsewhere === 'own') return 'done';
  return elsewhere;
}

/** Somebody or something with that role, who may enter the first project, or all. */
async function admitted(
  server: TestServer,
  { role, isMember, place }: Caller,
  own: Project,
): Promise<{ options: CallOptions; member?: Member }> {
  const projectIds = place === 'all projects' ? null : [own.id];
  if (isMember) {
    const member = await aMember(server, role, { projectIds });
    return { options: { headers: fromOwnPage(member.cookie) }, member };
  }
  const { key, row } = newApiKey('matrix', server.clock.now, { role, projectIds });
  await server.store.apiKeys.insert(row);
  return { options: { token: key } };
}

test('the table has every operation of the team and no other, and each that asks who calls asks for a role', () => {
  assert.deepEqual(Object.keys(MATRIX).sort(), teamOperations.map(({ id }) => id).sort());
  for (const { id, auth, role } of teamOperations) {
    const row = MATRIX[id];
    assert.equal(auth === 'none', row === 'nobody is asked', id);
    assert.equal(role, row === 'nobody is asked' ? undefined : row?.[0], id);
  }
});

for (const operation of teamOperations) {
  test(`${operation.id}: each role, by session and by key, in its own project, another and all`, async (t) => {
    const server = await startServer(t, { env: { RATE_LIMITS: 'off' } });
    const [own, other] = [await aProject(server), await aProject(server)];
    await everything(server, other);

    async function prepare(caller: Caller) {
      const { role, isMember, place } = caller;
      const { options, member } = await admitted(server, caller, own);
      const request = await requestOf(operation, server, place === 'other project' ? other : own, member);
      const what = `${operation.id} as ${role} by ${isMember ? 'session' : 'key'} in ${place}`;
      return { what, outcome: expected(operation, caller), send: () => send(server, request, options) };
    }
    const cells = await Promise.all(CALLERS.map(prepare));
    const refused = cells.filter(({ outcome }) => outcome !== 'done' && outcome !== 'hidden');
    const hidden = cells.filter(({ outcome }) => outcome === 'hidden');
    const done = cells.filter(({ outcome }) => outcome === 'done');
    assert.ok(done.length > 0);

    const before = await storedRows(server.databaseUrl);
    for (const { what, outcome, send } of refused) {
      const reply = await send();
      assert.equal(reply.status, outcome, `${what}: ${reply.text}`);
    }
    assert.deepEqual(await storedRows(server.databaseUrl), before, 'what was refused changed nothing');
    for (const { what, send } of hidden) {
      const reply = await send();
      assert.equal(reply.status, operation.success.status, `${what}: ${reply.text}`);
      assert.ok(!reply.text.includes(other.id), `${what} shows ${reply.text}`);
      assert.doesNotMatch(reply.text, /"count":[1-9]/, what);
    }
    const { audit_entry: _written, ...rest } = await storedRows(server.databaseUrl);
    const { audit_entry: _before, ...restBefore } = before;
    assert.deepEqual(rest, restBefore, 'what is hidden was not changed');
    for (const { what, send } of done) {
      const reply = await send();
      assert.equal(reply.status, operation.success.status, `${what}: ${reply.text}`);
    }
  });
}
