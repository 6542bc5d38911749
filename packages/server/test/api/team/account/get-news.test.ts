import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_NEWS, NEWS_WINDOW_MS } from '@player-support/contract/limits';
import { HOUR, iso, MINUTE, SECOND } from '../../../../src/domain/time.ts';
import { createWaking } from '../../../../src/jobs/wake-snoozed.ts';
import { getNews } from '../../../../src/team/account/get-news.ts';
import { aMember, aPlayer, aTicket, type Member, playerReply, team, teamReply } from '../../../helpers/builders.ts';
import { startServer } from '../../../helpers/harness.ts';
import { listen } from '../../../helpers/notifications.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { storedTicket, ticketRow } from '../../../helpers/store-rows.ts';

const ALL = 'new_ticket,reply,assigned,mention,woken';

async function newsOf(member: Member, kinds = ALL): Promise<{ kind: string; ticketId: string; at: string }[]> {
  const { status, body, text } = await member.call('GET', `/account/news?kinds=${kinds}`);
  assert.equal(status, 200, text);
  return body.news;
}
const kindsOf = async (member: Member, kinds?: string) => (await newsOf(member, kinds)).map(({ kind }) => kind);

testTeamOperation(
  getNews,
  {
    access: { role: 'viewer', elsewhere: 'own account' },
    request: () => ({ query: `?kinds=${ALL}` }),
    statuses: {
      400: changed({ query: '?kinds=reply,waiting' }),
    },
    // The settings, the projects, each kind, and one more for replies.
    statements: {
      usual: 8,
      cases: { 'of one kind': [4, () => ({ query: '?kinds=reply' })] },
    },
  },
  () => {
    test('200: what others did in the last minutes, with its time, newest first', async (t) => {
      const server = await startServer(t, { env: { RATE_LIMITS: 'off' } });
      const member = await aMember(server);
      const player = await aPlayer(server);
      const mine = await aTicket(server, player);
      const created = iso(server.clock.now);
      assert.deepEqual(await newsOf(member), [{ kind: 'new_ticket', ticketId: mine, at: created }]);
      assert.deepEqual(await newsOf(member, 'reply,assigned'), []);

      server.clock.advance(SECOND);
      await member.call('PATCH', `/tickets/${mine}`, { assigneeId: member.id });
      await member.call('POST', `/tickets/${mine}/replies`, { message: 'Look here.' });
      await teamReply(server, mine);
      assert.deepEqual(await kindsOf(member), ['new_ticket'], 'the own actions, and those of the team, are no news');

      await playerReply(server, player, mine);
      const [first] = await newsOf(member, 'reply');
      server.clock.advance(SECOND);
      await playerReply(server, player, mine);
      const [second] = await newsOf(member, 'reply');
      assert.deepEqual(
        [first, second],
        [
          { kind: 'reply', ticketId: mine, at: iso(server.clock.now - SECOND) },
          { kind: 'reply', ticketId: mine, at: iso(server.clock.now) },
        ],
      );

      server.clock.advance(SECOND);
      const other = await aTicket(server, player);
      server.clock.advance(SECOND);
      await team(server, 'PATCH', `/tickets/${other}`, { assigneeId: member.id });
      assert.deepEqual(await kindsOf(member), ['assigned', 'new_ticket', 'reply', 'new_ticket']);

      server.clock.advance(NEWS_WINDOW_MS - SECOND);
      assert.deepEqual(await kindsOf(member), ['assigned']);
      server.clock.advance(SECOND);
      assert.deepEqual(await kindsOf(member), []);
    });

    test('200: a note that mentions the member, and a snooze that ended by itself', async (t) => {
      const server = await startServer(t);
      const member = await aMember(server);
      const [player, elsewhere] = [await aPlayer(server), await aPlayer(server)];
      const [mine, byHand, other] = [
        await aTicket(server, player),
        await aTicket(server, player),
        await aTicket(server, player),
      ];
      const snooze = { until: iso(server.clock.now + MINUTE) };
      for (const id of [mine, byHand]) await team(server, 'PATCH', `/tickets/${id}`, { assigneeId: member.id, snooze });
      await team(server, 'PATCH', `/tickets/${other}`, { snooze });
      await team(server, 'PATCH', `/tickets/${byHand}`, { snooze: null });
      assert.deepEqual(await newsOf(member, 'mention,woken'), []);
      server.clock.advance(MINUTE);
      const { store, live, clock, elapsed } = server;
      await createWaking({ store, live, clock: () => clock.now, elapsed, limit: 10, stopping: () => false })();
      assert.deepEqual(await newsOf(member, 'woken'), [{ kind: 'woken', ticketId: mine, at: iso(server.clock.now) }]);

      for (const message of ['Look.', 'Look again.']) {
        await team(server, 'POST', `/tickets/${other}/notes`, { message, mentions: [member.id] });
        server.clock.advance(SECOND);
      }
      await member.call('POST', `/tickets/${mine}/notes`, { message: 'For me.', mentions: [member.id] });
      const at = iso(server.clock.now - SECOND);
      assert.deepEqual(await newsOf(member, 'mention'), [{ kind: 'mention', ticketId: other, at }]);
      const owner = await aMember(server, 'owner');
      await owner.call('PATCH', `/members/${member.id}`, { projectIds: [elsewhere.project.id] });
      assert.deepEqual(await newsOf(member, 'mention'), []);
    });

    test('200: nothing of other projects, and a limited number', async (t) => {
      const server = await startServer(t, { env: { RATE_LIMITS: 'off' } });
      const [own, other] = [await aPlayer(server), await aPlayer(server)];
      const member = await aMember(server, 'viewer', { projectIds: [own.project.id] });
      await aTicket(server, other);
      assert.deepEqual(await newsOf(member), []);
      await aTicket(server, own);
      assert.deepEqual(await kindsOf(member), ['new_ticket']);
      const owner = await aMember(server, 'owner');
      const restricted = await owner.call('PATCH', `/members/${member.id}`, { projectIds: [other.project.id] });
      assert.equal(restricted.status, 200);
      const [now] = await newsOf(member);
      assert.notEqual(now, undefined, 'access counts at the time of the request');
      for (let index = 0; index < MAX_NEWS; index++) await aTicket(server, await aPlayer(server, other.project));
      assert.equal((await newsOf(member)).length, MAX_NEWS);
    });

    test('200: of the newest 1,000 tickets of the member, so that many tickets cost little', async (t) => {
      const server = await startServer(t);
      const player = await aPlayer(server);
      const member = await aMember(server, 'agent');
      const { now } = server.clock;
      const ids = await server.store.transaction(async (tx) => {
        const stored: string[] = [];
        for (let age = 1001; age > 0; age--) {
          const fields = { projectId: player.project.id, now: now - HOUR - age };
          const id = await storedTicket(tx, player.id, fields);
          const ticket = await ticketRow(tx, player.id, id);
          await tx.tickets.setTriage({ ...ticket, assignee_id: member.id, priority: 1, tags: null });
          if (age > 1000 || age === 1) {
            const change = { kind: 'assignee', from: null, to: member.id, actor: null } as const;
            await tx.ticketEvents.add({ ticket, ...change, now: now - SECOND });
          }
          stored.push(id);
        }
        return stored;
      });
      const found = await newsOf(member);
      assert.deepEqual(
        found.map(({ kind, ticketId }) => [kind, ticketId]),
        [['assigned', ids.at(-1)]],
      );
      // A reply is found by the last message's time.
      await playerReply(server, player, ids[0] ?? '');
      assert.deepEqual(await kindsOf(member, 'reply'), ['reply']);
    });

    test('200: nothing in quiet hours, and nothing of them afterwards', async (t) => {
      const server = await startServer(t);
      const player = await aPlayer(server);
      const member = await aMember(server);
      // The clock begins at 13:00 in Berlin.
      await listen(member, { timeZone: 'Europe/Berlin', quietFrom: '14:00', quietTo: '15:00' });
      server.clock.advance(HOUR - SECOND);
      await aTicket(server, player);
      assert.deepEqual(await kindsOf(member), ['new_ticket']);
      server.clock.advance(SECOND);
      assert.deepEqual(await newsOf(member), [], 'quiet hours have begun');
      server.clock.advance(HOUR - MINUTE);
      await aTicket(server, player);
      server.clock.advance(MINUTE);
      assert.deepEqual(await newsOf(member), []);
      await aTicket(server, player);
      assert.deepEqual(await kindsOf(member), ['new_ticket']);
    });
  },
);
