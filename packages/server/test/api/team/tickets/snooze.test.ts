import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { DAY, HOUR, MINUTE, SECOND } from '../../../../src/domain/time.ts';
import { createWaking } from '../../../../src/jobs/wake-snoozed.ts';
import { assertInvalid } from '../../../helpers/assert-problem.ts';
import {
  aMember,
  aPlayer,
  aProject,
  aTicket,
  getTicket,
  identify,
  mergeTicket,
  playerReply,
  setStatus,
  team,
  teamReply,
} from '../../../helpers/builders.ts';
import { START, startServer, type TestServer } from '../../../helpers/harness.ts';

const at = (milliseconds: number) => new Date(START + milliseconds).toISOString();

const snooze = (server: TestServer, id: string, value: unknown) =>
  team(server, 'PATCH', `/tickets/${id}`, { snooze: value });

const ticketOf = async (server: TestServer, id: string) => (await team(server, 'GET', `/tickets/${id}`)).body;

async function idsIn(server: TestServer, view: string): Promise<string[]> {
  const { body } = await team(server, 'GET', `/tickets?view=${view}`);
  return body.tickets.map(({ id }: { id: string }) => id);
}

async function countsOf(server: TestServer): Promise<Record<string, number>> {
  const { body } = await team(server, 'GET', '/tickets/counts');
  const views = Object.entries(body as Record<string, { count: number }>);
  return Object.fromEntries(views.filter(([, { count }]) => count > 0).map(([view, { count }]) => [view, count]));
}

const wakingOf = ({ store, live, clock, elapsed }: TestServer, limit = 100) =>
  createWaking({ store, live, clock: () => clock.now, elapsed, limit, stopping: () => false });

const snoozesOf = ({
  events,
}: {
  events: { kind: string; from: string; to: string; actor: { name: string } | null }[];
}) => events.filter(({ kind }) => kind === 'snooze').map(({ from, to, actor }) => [from, to, actor?.name ?? null]);

suite('snoozed tickets', () => {
  test('leave the views and counts, and the player notices nothing', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const [id, other] = [await aTicket(server, player), await aTicket(server, player)];
    const ada = await aMember(server, 'agent', { name: 'Ada' });
    const until = at(DAY);
    const { status, body, text } = await ada.call('PATCH', `/tickets/${id}`, { snooze: { until } });
    assert.equal(status, 200, text);
    assert.deepEqual(
      [body.status, body.held, body.attentionSince, body.dueAt, body.snooze],
      ['open', false, null, null, { until, untilReply: false, untilBuild: null }],
    );
    assert.deepEqual(snoozesOf(body), [[null, `until ${until}`, 'Ada']]);
    assert.deepEqual(await countsOf(server), { attention: 1, unassigned: 1, open: 1, all: 2, snoozed: 1 });
    for (const view of ['attention', 'unassigned', 'open']) assert.deepEqual(await idsIn(server, view), [other], view);
    assert.deepEqual(await idsIn(server, 'snoozed'), [id]);
    assert.deepEqual((await idsIn(server, 'all')).sort(), [id, other].sort());
    const [inList] = (await team(server, 'GET', '/tickets?view=snoozed')).body.tickets;
    assert.deepEqual(inList.snooze, body.snooze);
    const seen = (await getTicket(server, player, id)).body;
    assert.equal(seen.status, 'open');
    assert.equal(seen.snooze, undefined);
  });

  test('400: more or less than one of the three, a wrong time or build, a status, a ticket that is done', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const id = await aTicket(server, player);
    const until = at(DAY);
    for (const [value, field] of [
      [{}, 'snooze'],
      [{ until, untilReply: true }, 'snooze'],
      [{ untilReply: false }, 'snooze.untilReply'],
      [{ until: at(0) }, 'snooze.until'],
      [{ until: at(365 * DAY + 1) }, 'snooze.until'],
      [{ until: 'tomorrow' }, 'snooze.until'],
      [{ untilBuild: 'the next one' }, 'snooze.untilBuild'],
      [{ untilBuild: '1'.repeat(51) }, 'snooze.untilBuild'],
      [{ until, extra: 1 }, 'snooze.extra'],
      ['tomorrow', 'snooze'],
    ] as const) {
      assertInvalid(await snooze(server, id, value), `/api/v1/team/tickets/${id}`, field);
      assertInvalid(
        await team(server, 'PATCH', '/tickets', { ticketIds: [id], snooze: value }),
        '/api/v1/team/tickets',
        field,
      );
    }
    const path = `/api/v1/team/tickets/${id}`;
    assertInvalid(await team(server, 'PATCH', `/tickets/${id}`, { snooze: null, status: 'open' }), path, 'snooze');
    for (const status of ['resolved', 'closed']) {
      await setStatus(server, id, status);
      assertInvalid(await snooze(server, id, { untilReply: true }), path, 'snooze');
    }
    assert.deepEqual(snoozesOf(await ticketOf(server, id)), []);
  });

  test('a reply with further changes ends a snooze once, and a change of these alone does not end it', async (t) => {
    const server = await startServer(t);
    const id = await aTicket(server, await aPlayer(server));
    await snooze(server, id, { untilReply: true });
    const { body } = await team(server, 'PATCH', `/tickets/${id}`, { priority: 'high' });
    assert.deepEqual([body.priority, body.snooze?.untilReply], ['high', true]);
    assert.deepEqual(snoozesOf(body).length, 1);
    const reply = { message: 'Fixed.', priority: 'urgent', addTags: ['vip'] };
    const { status, text } = await team(server, 'POST', `/tickets/${id}/replies`, reply);
    assert.equal(status, 201, text);
    const after = await ticketOf(server, id);
    assert.deepEqual([after.status, after.priority, after.tags, after.snooze], ['pending', 'urgent', ['vip'], null]);
    assert.deepEqual(
      snoozesOf(after).map(([from, to]) => [from, to]),
      [
        [null, 'reply'],
        ['reply', null],
      ],
    );
  });

  test('come back at their time, in batches, each once also with two nodes, and wait as long as before', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const [soon, later] = [await aTicket(server, player), await aTicket(server, player)];
    const many = [soon, await aTicket(server, player), await aTicket(server, player)];
    const { attentionSince } = await ticketOf(server, soon);
    assert.equal(
      (await team(server, 'PATCH', '/tickets', { ticketIds: many, snooze: { until: at(HOUR) } })).status,
      200,
    );
    await snooze(server, later, { until: at(2 * HOUR) });
    server.clock.advance(HOUR - 1);
    await wakingOf(server)();
    assert.equal((await countsOf(server)).snoozed, 4, 'a millisecond too early');
    server.clock.advance(1);
    await Promise.all([wakingOf(server, 2)(), wakingOf(server, 2)()]);
    await wakingOf(server, 2)();
    assert.deepEqual(await countsOf(server), { attention: 3, unassigned: 3, open: 3, all: 4, snoozed: 1 });
    const woken = await ticketOf(server, soon);
    assert.deepEqual([woken.snooze, woken.attentionSince], [null, attentionSince]);
    for (const id of many) {
      const [, end, ...more] = snoozesOf(await ticketOf(server, id));
      assert.deepEqual([end, more], [[`until ${at(HOUR)}`, null, null], []]);
    }
  });

  test('come back when the player writes, whatever they wait for', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    for (const [value, text] of [
      [{ until: at(300 * DAY) }, `until ${at(300 * DAY)}`],
      [{ untilReply: true }, 'reply'],
      [{ untilBuild: '2.4.2' }, 'build 2.4.2'],
    ] as const) {
      const id = await aTicket(server, player);
      const { attentionSince } = await ticketOf(server, id);
      assert.equal((await snooze(server, id, value)).status, 200);
      server.clock.advance(MINUTE);
      assert.equal((await playerReply(server, player, id)).status, 200);
      const woken = await ticketOf(server, id);
      const since = text === 'reply' ? new Date(server.clock.now).toISOString() : attentionSince;
      assert.deepEqual([woken.status, woken.snooze, woken.attentionSince], ['open', null, since], text);
      assert.deepEqual(snoozesOf(woken).at(-1), [text, null, null]);
      assert.equal(woken.messages.length, 2);
      await setStatus(server, id, 'closed');
    }
  });

  test('come back when the player has the build or a later one', async (t) => {
    const server = await startServer(t);
    const project = await aProject(server);
    const player = await aPlayer(server, project);
    const { installationId } = player;
    const played = async (appVersion: string) => {
      const { status, body, text } = await identify(server, project, { installationId, context: { appVersion } });
      assert.equal(status, 200, text);
      return { ...player, token: body.playerAccessToken };
    };
    const id = await aTicket(server, await played('2.4.1'));
    await snooze(server, id, { untilBuild: '2.4.2' });
    const waking = wakingOf(server, 1);
    const round = () => {
      server.clock.advance(15 * SECOND);
      return waking();
    };
    for (const version of ['2.4.1', '2.4.2-rc1', 'nightly']) {
      await played(version);
      await round();
      assert.deepEqual((await ticketOf(server, id)).snooze?.untilBuild, '2.4.2', version);
    }
    await played('2.5');
    await round();
    await round();
    const woken = await ticketOf(server, id);
    assert.equal(woken.snooze, null);
    assert.deepEqual(snoozesOf(woken).at(-1), ['build 2.4.2', null, null]);
  });

  test('stay snoozed if somebody snoozes them again while the server wakes them', async (t) => {
    const server = await startServer(t);
    const project = await aProject(server);
    const player = await aPlayer(server, project, { context: { appVersion: '2.4' } });
    const [byTime, byBuild] = [
      await aTicket(server, player),
      await aTicket(server, player, { context: { appVersion: '2.4' } }),
    ];
    await snooze(server, byTime, { until: at(HOUR) });
    await snooze(server, byBuild, { untilBuild: '2.4' });
    const { tickets } = server.store;
    const [readDue, readWaiting] = [tickets.dueToWake, tickets.awaitingBuild];
    t.mock.method(tickets, 'dueToWake', async (request: Parameters<typeof readDue>[0]) => {
      const due = await readDue(request);
      await snooze(server, byTime, { until: at(DAY) });
      return due;
    });
    t.mock.method(tickets, 'awaitingBuild', async (...request: Parameters<typeof readWaiting>) => {
      const waiting = await readWaiting(...request);
      await snooze(server, byBuild, { untilBuild: '2.5' });
      return waiting;
    });
    server.clock.advance(HOUR);
    await wakingOf(server)();
    assert.deepEqual((await idsIn(server, 'snoozed')).sort(), [byTime, byBuild].sort());
    assert.equal((await ticketOf(server, byTime)).snooze.until, at(DAY));
    assert.equal((await ticketOf(server, byBuild)).snooze.untilBuild, '2.5');
  });

  test('end by hand, by a status, a reply or a merge; another snooze replaces the first', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const ids = await Promise.all(Array.from({ length: 4 }, () => aTicket(server, player)));
    const [byHand = '', byStatus = '', byReply = '', byMerge = ''] = ids;
    const { attentionSince } = await ticketOf(server, byHand);
    await team(server, 'PATCH', '/tickets', { ticketIds: ids, snooze: { untilReply: true } });
    server.clock.advance(MINUTE);
    await snooze(server, byHand, { untilBuild: ' 3 ' });
    const before = await snooze(server, byHand, { untilBuild: '3' });
    const history = [
      [null, 'reply'],
      ['reply', 'build 3'],
    ];
    assert.deepEqual(
      snoozesOf(before.body).map(([from, to]) => [from, to]),
      history,
    );
    const woken = (await snooze(server, byHand, null)).body;
    assert.deepEqual([woken.snooze, woken.status, woken.attentionSince], [null, 'open', attentionSince]);
    assert.deepEqual((await snooze(server, byHand, null)).body, woken, 'it was awake');

    const resolved = (await team(server, 'PATCH', `/tickets/${byStatus}`, { status: 'resolved' })).body;
    assert.deepEqual([resolved.status, resolved.snooze], ['resolved', null]);
    assert.deepEqual(
      resolved.events.map(({ kind, from, to }: { kind: string; from: string; to: string }) => [kind, from, to]),
      [
        ['snooze', null, 'reply'],
        ['status', 'open', 'resolved'],
        ['snooze', 'reply', null],
      ],
    );
    assert.equal((await teamReply(server, byReply)).status, 201);
    const replied = await ticketOf(server, byReply);
    assert.deepEqual([replied.status, replied.snooze], ['pending', null]);
    assert.equal((await mergeTicket(server, byMerge, byHand)).status, 200);
    const target = await ticketOf(server, byHand);
    assert.deepEqual([target.status, target.snooze], ['open', null]);
    await snooze(server, byHand, { untilReply: true });
    assert.equal((await mergeTicket(server, byReply, byHand)).status, 200);
    const both = await ticketOf(server, byHand);
    assert.deepEqual([both.status, both.snooze, both.attentionSince], ['open', null, attentionSince]);
    assert.deepEqual(await countsOf(server), { attention: 1, unassigned: 1, open: 1, all: 4, resolved: 1, closed: 2 });
  });

  test('in bulk, tickets that are done are named and stay as they are; a key changes them once', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const [id, done] = [await aTicket(server, player), await aTicket(server, player)];
    await setStatus(server, done, 'resolved');
    const body = { ticketIds: [id, done], snooze: { untilReply: true }, addTags: ['x'] };
    const headers = { 'idempotency-key': 'one' };
    const send = () => server.call('PATCH', '/api/v1/team/tickets', { token: server.teamKey, body, headers });
    const first = await send();
    assert.deepEqual(first.body, { updated: [id], notFound: [], merged: [], held: [], notSnoozed: [done] });
    assert.deepEqual((await ticketOf(server, done)).tags, []);
    await playerReply(server, player, id);
    assert.deepEqual((await send()).body, first.body);
    assert.equal((await ticketOf(server, id)).snooze, null, 'the player wrote after the first request');
    await setStatus(server, done, 'open');
    assert.deepEqual((await send()).body, first.body, 'also if it could be snoozed now');
    assert.deepEqual((await ticketOf(server, done)).tags, []);
    await setStatus(server, id, 'resolved');
    assert.ok((await send()).body.updated.includes(id), 'the first request snoozed it');
  });
});
