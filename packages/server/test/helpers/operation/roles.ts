import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ROLES, type Role } from '@player-support/contract/enums';
import { newApiKey } from '../../../src/domain/api-key.ts';
import { HOUR } from '../../../src/domain/time.ts';
import { aMember, aProject, type Member, type Project } from '../builders.ts';
import type { CallOptions } from '../call.ts';
import type { TestServer } from '../harness.ts';
import { storedRows } from '../stored-rows.ts';
import { oneOfEach } from '../things.ts';
import type { TeamFacts } from './facts.ts';
import { asMember, prepare, send } from './requests.ts';

const PLACES = ['own project', 'other project', 'all projects'] as const;

interface Caller {
  readonly role: Role;
  readonly isMember: boolean;
  readonly place: (typeof PLACES)[number];
}

const CALLERS: readonly Caller[] = ROLES.flatMap((role) =>
  [true, false].flatMap((isMember) => PLACES.map((place) => ({ role, isMember, place }))),
);

/** What the facts say about this caller: `done`, `hidden` or the status of the refusal. */
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

/** A member or an API key with that role, who may enter the first project or all of them. */
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

/** Checks each role, by session and by API key, in its own project, another one and all. */
export function testRoles(facts: TeamFacts, server: TestServer): void {
  const { operation, access } = facts;

  test('asks for the role that its facts name', () => {
    assert.equal(operation.auth === 'none', access === 'public');
    assert.equal(operation.role, access === 'public' ? undefined : access.role);
    assert.equal(operation.keyRole, access === 'public' ? undefined : access.keyRole);
  });

  test('lets each role do what it may, by session and by key, in its own project, another and all', async () => {
    server.clock.advance(HOUR);
    const [own, other] = [await aProject(server), await aProject(server)];
    await oneOfEach(server, other);

    async function cell(caller: Caller) {
      const { role, isMember, place } = caller;
      const { options, member } = await admitted(server, caller, own);
      const project = place === 'other project' ? other : own;
      const request = await prepare(facts, { server, project, member });
      const what = `${operation.id} as ${role} by ${isMember ? 'session' : 'key'} in ${place}`;
      return { what, outcome: expected(facts, caller), send: () => send(server, request, options) };
    }
    const cells = await Promise.all(CALLERS.map(cell));
    const refused = cells.filter(({ outcome }) => outcome !== 'done' && outcome !== 'hidden');
    const hidden = cells.filter(({ outcome }) => outcome === 'hidden');
    const done = cells.filter(({ outcome }) => outcome === 'done');
    assert.ok(done.length > 0);

    const before = await storedRows(server.databaseUrl);
    for (const { what, outcome, send } of refused) {
      const reply = await send();
      assert.equal(reply.status, outcome, `${what}: ${reply.text}`);
    }
    assert.deepEqual(await storedRows(server.databaseUrl), before, 'a refused request changed something');
    for (const { what, send } of hidden) {
      const reply = await send();
      assert.equal(reply.status, operation.success.status, `${what}: ${reply.text}`);
      assert.ok(!reply.text.includes(other.id), `${what} shows ${reply.text}`);
      assert.doesNotMatch(reply.text, /"count":[1-9]/, what);
    }
    const { audit_entry: _written, ...rest } = await storedRows(server.databaseUrl);
    const { audit_entry: _before, ...restBefore } = before;
    assert.deepEqual(rest, restBefore, 'a request changed what is hidden from its caller');
    for (const { what, send } of done) {
      const reply = await send();
      assert.equal(reply.status, operation.success.status, `${what}: ${reply.text}`);
    }
  });
}
