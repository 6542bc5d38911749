import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { newApiKey } from '../../../src/domain/api-key.ts';
import { DAY } from '../../../src/domain/time.ts';
import { prune } from '../../../src/jobs/prune.ts';
import { teamOperations } from '../../../src/operations/all.ts';
import { type AuditDetails, storedDetails } from '../../../src/team/audit/audit-details.ts';
import { assertInvalid, assertProblem } from '../../helpers/assert-problem.ts';
import { aMember, aProject, PASSWORD, team } from '../../helpers/builders.ts';
import { startServer, type TestServer } from '../../helpers/harness.ts';
import { queryRows } from '../../helpers/stored-rows.ts';
import { credentials, HIDDEN, requestOf, send, takesKey, WRITES } from '../../helpers/team-requests.ts';

const PATH = '/api/v1/team/audit';

const entries = async (server: TestServer, query = '') => (await team(server, 'GET', `/audit${query}`)).body.entries;

const countEntries = async (server: TestServer) =>
  Number((await queryRows(server.databaseUrl, 'SELECT count(*) AS entries FROM audit_entry'))[0]?.entries);

for (const operation of WRITES) {
  test(`${operation.id} leaves one entry, without any text or secret`, async (t) => {
    const server = await startServer(t);
    const project = await aProject(server);
    for (const isMember of takesKey(operation) ? [true, false] : [true]) {
      const member = operation.auth === 'none' || !isMember ? undefined : await aMember(server, 'owner');
      const request = await requestOf(operation, server, project, member);
      const options = await credentials(server, operation, member);
      const before = await countEntries(server);
      const reply = await send(server, request, options);
      assert.equal(reply.status, operation.success.status, reply.text);
      assert.equal((await countEntries(server)) - before, 1);
      const [entry] = await entries(server);
      assert.equal(entry.action, operation.id);
      assert.equal(entry.actor.type, operation.auth === 'none' || isMember ? 'member' : 'api_key');
      if (member !== undefined) assert.deepEqual(entry.actor, { type: 'member', id: member.id, name: member.name });
      const { name: _whoDidIt, ...rest } = { ...entry, ...entry.actor };
      const secrets = [HIDDEN, PASSWORD, 'inv_', 'psk_', '@', ...Object.values(options.headers ?? {})];
      for (const secret of secrets.filter((one) => one !== 'same-origin')) {
        // The id of an invitation has the same beginning as its token, and is none.
        const shown = JSON.stringify({ target: null, details: rest.details });
        assert.ok(!shown.includes(secret), `${secret} in ${shown}`);
      }
    }
  });
}

test('what is refused leaves none, nor does reading', async (t) => {
  const server = await startServer(t);
  const project = await aProject(server);
  const before = await countEntries(server);
  const missing = '/api/v1/team/projects/prj_a';
  assert.equal((await server.call('PATCH', missing, { token: server.teamKey, body: { name: 'n' } })).status, 404);
  for (const operation of teamOperations.filter(({ method, id }) => method === 'GET' && id !== 'StreamEvents')) {
    if (operation.url.includes(':') && !operation.url.endsWith(':projectId')) continue;
    const request = await requestOf(operation, server, project);
    assert.equal((await send(server, request, await credentials(server, operation))).status, 200, operation.id);
  }
  assert.equal(await countEntries(server), before);
});

suite('the log', () => {
  test('is read by pages, newest first, each entry once, also while it grows', async (t) => {
    const server = await startServer(t);
    const ids: string[] = [];
    for (let count = 0; count < 250; count++) ids.unshift((await aProject(server)).id);
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await team(server, 'GET', `/audit${cursor}`);
      seen.push(...body.entries.map(({ target }: { target: string }) => target));
      if (body.nextCursor === null) break;
      assert.equal(body.entries.length, 100);
      cursor = `?cursor=${body.nextCursor}`;
      await aProject(server);
    }
    assert.deepEqual(seen, ids);
  });

  test('can be asked for one actor, one action, or both', async (t) => {
    const server = await startServer(t);
    const member = await aMember(server, 'owner');
    await member.call('POST', '/projects', { name: 'Game' });
    await member.call('POST', '/account/totp');
    await aProject(server);
    const asked = async (query: string) =>
      (await entries(server, query)).map(({ action }: { action: string }) => action);
    assert.deepEqual(await asked(`?actorId=${member.id}`), ['BeginTotp', 'CreateProject']);
    assert.deepEqual(await asked('?action=CreateProject'), ['CreateProject', 'CreateProject']);
    assert.deepEqual(await asked(`?action=CreateProject&actorId=${member.id}`), ['CreateProject']);
    assert.deepEqual(await asked('?action=Unknown'), []);
    assertInvalid(await team(server, 'GET', '/audit?cursor=x'), PATH, 'cursor');
  });

  test('is for owners of all projects alone', async (t) => {
    const server = await startServer(t);
    const { id } = await aProject(server);
    for (const [role, projectIds] of [
      ['admin', null],
      ['owner', [id]],
    ] as const) {
      assertProblem(await (await aMember(server, role, { projectIds })).call('GET', '/audit'), 403, 'forbidden', PATH);
      const { key, row } = newApiKey('k', server.clock.now, { role, projectIds });
      await server.store.apiKeys.insert(row);
      assertProblem(await server.call('GET', PATH, { token: key }), 403, 'forbidden', PATH);
    }
  });
});

suite('details', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, at) => `tkt_${String(at).padStart(42, '0')}`);

  test('are kept as they are where they are as handlers give them', () => {
    const details: AuditDetails = {
      ticketIds: ids(100),
      role: 'agent',
      projectIds: null,
      disabled: false,
      status: 'closed',
      assigneeId: null,
      addTags: ['vip'],
      removeTags: [],
      autoCloseDays: 0.1,
    };
    assert.deepEqual(JSON.parse(storedDetails(details)), details);
    assert.equal(storedDetails({ role: undefined }), '{}');
  });

  test('have texts of 200 characters, and lists of 100 entries with how many there were, each once', () => {
    const stored = JSON.parse(
      storedDetails({ ticketIds: ids(101), tags: ['a', 'b', 'a'], assigneeId: 'x'.repeat(1000) }),
    );
    assert.deepEqual(stored, {
      ticketIds: ids(100),
      ticketIdsCount: 101,
      tags: ['a', 'b'],
      assigneeId: 'x'.repeat(200),
    });
    assert.deepEqual(JSON.parse(storedDetails({ tags: ['y'.repeat(1000)] })), { tags: ['y'.repeat(200)] });
  });

  test('take 8 KiB at most, whatever a handler gives', () => {
    const names = [
      'role',
      'projectIds',
      'status',
      'assigneeId',
      'tags',
      'addTags',
      'removeTags',
      'ticketIds',
      'messageId',
    ];
    for (const text of ['x', '\u0001', '😀', '\ud83d']) {
      const long = text.repeat(60_000);
      for (const value of [long, Array.from({ length: 20_000 }, (_, at) => at + long.slice(0, 400))]) {
        // Not what the types allow, as if a body were passed on.
        const given = Object.fromEntries(names.map((name) => [name, value])) as AuditDetails;
        const stored = storedDetails(given);
        assert.ok(Buffer.byteLength(stored) <= 8192, String(Buffer.byteLength(stored)));
        assert.ok(Buffer.byteLength(stored) > 1500);
        for (const [name, kept] of Object.entries(JSON.parse(stored))) {
          if (Array.isArray(kept)) assert.equal(JSON.parse(stored)[`${name}Count`], 20_000);
        }
      }
    }
  });

  test('have no field that is not one of theirs', () => {
    const given = { ...{ message: 'm', ['__proto__']: 1, constructor: 'c' }, blocked: true };
    assert.equal(storedDetails(given), '{"blocked":true}');
  });

  test('and rows have an id once that a body has twice', async (t) => {
    const server = await startServer(t);
    const { id } = await aProject(server);
    const projectIds = [id, id, id];
    const key = await team(server, 'POST', '/api-keys', { name: 'n', role: 'viewer', projectIds });
    const invited = await team(server, 'POST', '/invitations', { email: 'a@b', role: 'viewer', projectIds });
    const member = await aMember(server, 'viewer');
    const changed = await team(server, 'PATCH', `/members/${member.id}`, { projectIds });
    const answers = [key.body.apiKey, invited.body.invitation, changed.body];
    assert.deepEqual(
      answers.map((answer) => answer.projectIds),
      [[id], [id], [id]],
    );
    const [third, second, first] = await entries(server);
    assert.deepEqual([first.details, second.details], Array(2).fill({ role: 'viewer', projectIds: [id] }));
    assert.deepEqual(third.details, { projectIds: [id] });
  });
});

test('what is old is forgotten in batches: entries, sessions and invitations', async (t) => {
  const server = await startServer(t);
  const { store, clock } = server;
  for (let count = 0; count < 7; count++) await aProject(server);
  await aMember(server);
  await team(server, 'POST', '/invitations', { email: 'x@studio.example', role: 'viewer' });
  const config = { idempotencyDays: 7, auditDays: 30 };
  const run = () => prune({ store, config, now: clock.now, limit: 3, stopping: () => false });
  const rows = async (table: string) =>
    Number((await queryRows(server.databaseUrl, `SELECT count(*) AS n FROM ${table}`))[0]?.n);
  await run();
  assert.deepEqual([await rows('audit_entry'), await rows('member_session'), await rows('invitation')], [8, 1, 1]);
  clock.advance(30 * DAY);
  await run();
  assert.deepEqual([await rows('audit_entry'), await rows('member_session'), await rows('invitation')], [8, 0, 0]);
  await aProject(server);
  clock.advance(1);
  await run();
  assert.equal(await rows('audit_entry'), 1);
});
