import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ROLES, type Role } from '@player-support/contract/enums';
import { newApiKey } from '../../../src/domain/api-key.ts';
import { HOUR } from '../../../src/domain/time.ts';
import { aMember, aProject, type Member, type Project } from '../builders.ts';
import type { CallOptions } from '../call.ts';
import type { TestServer } from '../harness.ts';
import { storedRowsReader } from '../stored-rows.ts';
import { oneOfEach } from '../things.ts';
import type { PreparedRequest, TeamFacts } from './facts.ts';
import { asMember, prepare, send } from './requests.ts';

const PLACES = ['own project', 'other project', 'all projects'] as const;

interface Caller {
  readonly role: Role;
  readonly isMember: boolean;
  readonly place: (typeof PLACES)[number];
}

const callers = (roles: readonly Role[]): Caller[] =>
  roles.flatMap((role) => [true, false].flatMap((isMember) => PLACES.map((place) => ({ role, isMember, place }))));

/** Returns `done`, `hidden` or the refusal's status. */
function expected({ access, operation }: TeamFacts, { role, isMember, place }: Caller): 'done' | 'hidden' | number {
  if (access === 'public') return 'done';
  const { elsewhere, keyRole = access.role } = access;
  if (operation.auth === 'member' && !isMember) return 401;
  if (ROLES.indexOf(role) < ROLES.indexOf(isMember ? access.role : keyRole)) return 403;
  if (operation.membersOnly && !isMember) return 403;
  if (elsewhere === 'all projects') return place === 'all projects' ? 'done' : 403;
  if (place !== 'other project' || elsewhere === 'no project' || elsewhere === 'own account') return 'done';
  return elsewhere;
}

/** Creates a member or API key with that role, for the first project or all. */
async function admitted(
  server: TestServer,
  { role, isMember, place }: Caller,
  own: Project,
): Promise<{ options: CallOptions; member: Member | undefined }> {
  const projectIds = place === 'all projects' ? null : [own.id];
  if (isMember) {
    const member = await aMember(server, role, { projectIds });
    return { options: asMember(member), member };
  }
  const { key, row } = newApiKey('matrix', server.clock.now, { role, projectIds });
  await server.store.apiKeys.insert(row);
  return { options: { token: key }, member: undefined };
}

/**
 * Checks roles by session and API key, in their own project, another and all. `onlyItsRoles`: skips
 * others, except for public operations.
 */
export function testRoles(facts: TeamFacts, server: TestServer, onlyItsRoles: boolean): void {
  const { operation, access } = facts;
  const roles =
    onlyItsRoles && access !== 'public' ? [...new Set([access.role, access.keyRole ?? access.role])] : ROLES;

  test('asks for the role that its facts name', () => {
    assert.equal(operation.auth === 'none', access === 'public');
    assert.equal(operation.role, access === 'public' ? undefined : access.role);
    assert.equal(operation.keyRole, access === 'public' ? undefined : access.keyRole);
  });

  test('lets each role do what it may, by session and by key, in its own project, another and all', async (t) => {
    server.clock.advance(HOUR);
    const [own, other] = [await aProject(server), await aProject(server)];
    await oneOfEach(server, other);

    // Refused and hidden requests change nothing, so most callers share one.
    const shared = new Map<Project, PreparedRequest>();
    async function requestFor(project: Project, member: Member | undefined, isDone: boolean) {
      const known = isDone ? undefined : shared.get(project);
      if (known !== undefined) return known;
      let isOwn = isDone;
      const given = {
        server,
        project,
        get member() {
          isOwn = true;
          return member;
        },
      };
      const request = await prepare(facts, given);
      if (!isOwn) shared.set(project, request);
      return request;
    }
    async function cell(caller: Caller) {
      const { role, isMember, place } = caller;
      const { options, member } = await admitted(server, caller, own);
      const project = place === 'other project' ? other : own;
      const outcome = expected(facts, caller);
      const request = await requestFor(project, member, outcome === 'done');
      const what = `${operation.id} as ${role} by ${isMember ? 'session' : 'key'} in ${place}`;
      return { what, outcome, send: () => send(server, request, options) };
    }
    const cells: Awaited<ReturnType<typeof cell>>[] = [];
    for (const caller of callers(roles)) cells.push(await cell(caller));
    const refused = cells.filter(({ outcome }) => outcome !== 'done' && outcome !== 'hidden');
    const hidden = cells.filter(({ outcome }) => outcome === 'hidden');
    const done = cells.filter(({ outcome }) => outcome === 'done');
    assert.ok(done.length > 0);

    const storedRows = await storedRowsReader(t, server.databaseUrl);
    const before = await storedRows();
    for (const { what, outcome, send } of refused) {
      const reply = await send();
      assert.equal(reply.status, outcome, `${what}: ${reply.text}`);
    }
    assert.deepEqual(await storedRows(), before, 'a refused request changed something');
    for (const { what, send } of hidden) {
      const reply = await send();
      assert.equal(reply.status, operation.success.status, `${what}: ${reply.text}`);
      assert.ok(!reply.text.includes(other.id), `${what} shows ${reply.text}`);
      assert.doesNotMatch(reply.text, /"count":[1-9]/, what);
    }
    const { audit_entry: _written, ...rest } = await storedRows();
    const { audit_entry: _before, ...restBefore } = before;
    assert.deepEqual(rest, restBefore, 'a request changed what is hidden from its caller');
    for (const { what, send } of done) {
      const reply = await send();
      assert.equal(reply.status, operation.success.status, `${what}: ${reply.text}`);
    }
  });
}
