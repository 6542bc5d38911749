import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { assertInvalid } from '../../../helpers/assert-problem.ts';
import { aMember, aPlayer, aTicket, setStatus, team } from '../../../helpers/builders.ts';
import type { Reply } from '../../../helpers/call.ts';
import { startServer, type TestServer } from '../../../helpers/harness.ts';

const PATH = '/api/v1/team/tickets';

const DAY = 86_400_000;

const idsOf = ({ status, body, text }: Reply): string[] => {
  assert.equal(status, 200, text);
  return body.tickets.map(({ id }: { id: string }) => id);
};

const list = async (server: TestServer, query: string) =>
  idsOf(await team(server, 'GET', `/tickets?view=all&${query}`));

suite('ListTickets', () => {
  test('200: each filter leaves the tickets that match, and several filters those that match all', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const context = (platform: string, locale: string) => ({ context: { platform, locale, appVersion: '1.0 "beta"' } });
    const plain = await aTicket(server, await aPlayer(server));
    server.clock.advance(DAY);
    const ios = await aTicket(server, player, { type: 'lag', ...context('iOS', 'de') });
    server.clock.advance(DAY);
    const pc = await aTicket(server, player, context('PC', 'de'));
    const member = await aMember(server);
    await team(server, 'PATCH', `/tickets/${ios}`, { assigneeId: member.id, tags: ['caf\u00e9'], priority: 'high' });
    await setStatus(server, pc, 'pending');
    const expected: Record<string, string[]> = {
      '': [pc, ios, plain],
      'platform=iOS': [ios],
      'platform=ios': [],
      'platform=': [],
      'locale=de': [pc, ios],
      'locale=de&platform=PC': [pc],
      [`appVersion=${encodeURIComponent('1.0 "beta"')}`]: [pc, ios],
      'appVersion=1.0': [],
      'type=lag': [ios],
      'type=bug&locale=de': [pc],
      'status=pending': [pc],
      [`tag=${encodeURIComponent(' cafe\u0301 ')}`]: [ios],
      'tag=caf': [],
      'priority=high': [ios],
      'priority=normal': [pc, plain],
      'assigneeId=none': [pc, plain],
      [`assigneeId=${member.id}`]: [ios],
      'assigneeId=mem_unknown': [],
      'from=2026-01-02': [pc, ios],
      'from=2026-01-02T12:00Z': [pc, ios],
      'from=2026-01-02T12:00:00.001Z': [pc],
      [`to=2026-01-02T14:00${encodeURIComponent('+02:00')}`]: [plain],
      'from=2026-01-02&to=2026-01-03': [ios],
      [`projectId=${player.project.id}&from=2026-01-03`]: [pc],
    };
    for (const [query, ids] of Object.entries(expected)) assert.deepEqual(await list(server, query), ids, query);
    assert.deepEqual(idsOf(await team(server, 'GET', '/tickets?view=attention&from=2026-01-02')), [ios]);
    assert.deepEqual(idsOf(await team(server, 'GET', `/tickets?view=attention&assigneeId=none`)), [plain]);
  });

  test('400: invalid filters', async (t) => {
    const server = await startServer(t);
    const refused: Record<string, string[]> = {
      'from=2026-02-30': ['from'],
      'from=2026-01-01T25:00Z&to=yesterday': ['to'],
      'to=2026-13-01&cursor=nonsense': ['to', 'cursor'],
      'to=': ['to'],
      'tag=': ['tag'],
      'tag=a,b': ['tag'],
      'priority=normally': ['priority'],
      'status=new': ['status'],
      'platform=a&platform=b': ['platform'],
    };
    for (const [query, fields] of Object.entries(refused)) {
      assertInvalid(await team(server, 'GET', `/tickets?${query}`), PATH, ...fields);
    }
  });

  test('200: mine and unassigned show open and pending tickets; an API key has no tickets of its own', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const ids = [];
    for (const status of ['open', 'pending', 'resolved', 'closed', 'open']) {
      const id = await aTicket(server, player);
      await setStatus(server, id, status);
      ids.push(id);
    }
    const [ada, bob] = [await aMember(server), await aMember(server)];
    await team(server, 'PATCH', '/tickets', { ticketIds: ids.slice(0, 4), assigneeId: ada.id });
    const view = async (member: typeof ada, name: string) =>
      idsOf(await member.call('GET', `/tickets?view=${name}`)).sort();
    assert.deepEqual(await view(ada, 'mine'), ids.slice(0, 2).sort());
    assert.deepEqual(await view(bob, 'mine'), []);
    assert.deepEqual(await view(bob, 'unassigned'), ids.slice(4));
    assert.deepEqual(await view(ada, `mine&assigneeId=${ada.id}`), ids.slice(0, 2).sort());
    for (const query of ['mine&assigneeId=none', `mine&assigneeId=${bob.id}`, `unassigned&assigneeId=${ada.id}`]) {
      assert.deepEqual(await view(ada, query), []);
    }
    assert.deepEqual(idsOf(await team(server, 'GET', '/tickets?view=mine')), []);
  });
});
