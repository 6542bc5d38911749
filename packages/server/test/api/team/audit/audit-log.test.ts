import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { timeOfId } from '../../../../src/domain/ids.ts';
import { DAY, MINUTE } from '../../../../src/domain/time.ts';
import { type AuditDetails, serializeDetails } from '../../../../src/operations/audit-details.ts';
import { aMember, aPlayer, aProject, aTicket, setStatus, team } from '../../../helpers/builders.ts';
import { startServer, type TestServer } from '../../../helpers/harness.ts';
import { countEntries } from '../../../helpers/operation/audit.ts';
import { beginRequest } from '../../../helpers/raw-http.ts';

const entries = async (server: TestServer, query = '') => (await team(server, 'GET', `/audit${query}`)).body.entries;

test('a refused request leaves no entry', async (t) => {
  const server = await startServer(t);
  const before = await countEntries(server);
  const missing = '/api/v1/team/projects/prj_a';
  assert.equal((await server.call('PATCH', missing, { token: server.teamKey, body: { name: 'n' } })).status, 404);
  assert.equal(await countEntries(server), before);
});

test('a request that changes nothing leaves no entry', async (t) => {
  const server = await startServer(t);
  const player = await aPlayer(server);
  const [changed, same] = [await aTicket(server, player), await aTicket(server, player)];
  await setStatus(server, same, 'closed');
  const viewer = await aMember(server, 'viewer', { name: 'Ada' });
  const before = await countEntries(server);
  assert.equal((await setStatus(server, same, 'closed')).status, 200);
  assert.equal((await viewer.call('PATCH', '/account', { name: 'Ada' })).status, 200);
  assert.equal((await viewer.call('PATCH', '/account', {})).status, 200);
  const close = (ticketIds: string[]) => team(server, 'PATCH', '/tickets', { ticketIds, status: 'closed' });
  assert.deepEqual((await close([same])).body, { updated: [same], notFound: [], merged: [], held: [], notSnoozed: [] });
  assert.deepEqual((await close(['tkt_unknown'])).body, {
    updated: [],
    notFound: ['tkt_unknown'],
    merged: [],
    held: [],
    notSnoozed: [],
  });
  assert.equal(await countEntries(server), before);

  assert.equal((await close([same, changed])).status, 200);
  const [entry] = await entries(server, '?action=UpdateTickets');
  assert.deepEqual(entry.details.ticketIds, [changed], 'only what changed');
  assert.equal(await countEntries(server), before + 1);
});

test('an entry has the time of its request, and in its id the time at which it was written', async (t) => {
  const server = await startServer(t, { config: { requestTimeoutSeconds: 300 } });
  // Ids of a process only grow, and other tests' clocks may be ahead.
  server.clock.advance(3650 * DAY);
  const began = server.clock.now;
  const body = JSON.stringify({ name: 'Slow' });
  const head = `POST /api/v1/team/projects HTTP/1.1\r\nConnection: close\r\nAuthorization: Bearer ${server.teamKey}`;
  // Authenticated before its body arrives, and so before the next request.
  const request = await beginRequest(t, server.url, head, body);
  assert.equal((await team(server, 'GET', '/projects')).status, 200);
  server.clock.advance(MINUTE);
  assert.match(await request.end(), /^HTTP\/1\.1 201 /);
  const [entry] = await entries(server, '?action=CreateProject');
  assert.equal(entry.at, new Date(began).toISOString());
  assert.equal(timeOfId(entry.id), began + MINUTE);
});

suite('details', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, at) => `tkt_${String(at).padStart(42, '0')}`);

  test('are stored as the handlers give them', () => {
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
    assert.deepEqual(JSON.parse(serializeDetails(details)), details);
    assert.equal(serializeDetails({ role: undefined }), '{}');
  });

  test('have at most 200 characters per text, and 100 different entries per list with their number', () => {
    const stored = JSON.parse(
      serializeDetails({ ticketIds: ids(101), tags: ['a', 'b', 'a'], assigneeId: 'x'.repeat(1000) }),
    );
    assert.deepEqual(stored, {
      ticketIds: ids(100),
      ticketIdsCount: 101,
      tags: ['a', 'b'],
      assigneeId: 'x'.repeat(200),
    });
    assert.deepEqual(JSON.parse(serializeDetails({ tags: ['y'.repeat(1000)] })), { tags: ['y'.repeat(200)] });
  });

  test('take at most 8 KiB', () => {
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
        // The types forbid this. It is like a handler that passes a body on.
        const given = Object.fromEntries(names.map((name) => [name, value])) as AuditDetails;
        const stored = serializeDetails(given);
        assert.ok(Buffer.byteLength(stored) <= 8192, String(Buffer.byteLength(stored)));
        assert.ok(Buffer.byteLength(stored) > 1500);
        for (const [name, kept] of Object.entries(JSON.parse(stored))) {
          if (Array.isArray(kept)) assert.equal(JSON.parse(stored)[`${name}Count`], 20_000);
        }
      }
    }
  });

  test('have no unknown field', () => {
    const given = { ...{ message: 'm', ['__proto__']: 1, constructor: 'c' }, blocked: true };
    assert.equal(serializeDetails(given), '{"blocked":true}');
  });

  test('and rows have each id once, even if the body repeats it', async (t) => {
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
