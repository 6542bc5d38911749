import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { SearchTicketsQuery } from '@player-support/contract/team/search';
import { DAY } from '../../../../src/domain/time.ts';
import { decodeSearchCursor, encodeSearchCursor, searchTickets } from '../../../../src/team/search/search-tickets.ts';
import { assertInvalid } from '../../../helpers/assert-problem.ts';
import {
  aMember,
  aPlayer,
  aProject,
  aTicket,
  playerReply,
  team,
  teamNote,
  teamReply,
} from '../../../helpers/builders.ts';
import { anAttachment } from '../../../helpers/files.ts';
import { aForm, anAnsweredTicket } from '../../../helpers/forms.ts';
import { START, startServer } from '../../../helpers/harness.ts';
import { aKnownIssue, link } from '../../../helpers/known-issues.ts';
import { HIDDEN } from '../../../helpers/operation/requests.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { found, foundIds, indexAll, marked, sendSearch } from '../../../helpers/search.ts';
import { sharedServer } from '../../../helpers/shared-server.ts';
import { storedPlayer, storedTicket } from '../../../helpers/store-rows.ts';
import { aHeldTicket, aTicketOf } from '../../../helpers/things.ts';

const PATH = '/api/v1/team/search';

testTeamOperation(
  searchTickets,
  {
    access: { role: 'viewer', elsewhere: 'hidden' },
    request: async ({ server, project }) => {
      const about = await aTicket(server, await aPlayer(server, project), { subject: HIDDEN });
      await indexAll(server);
      return { about, query: `?q=${HIDDEN}` };
    },
    statuses: {
      400: changed({ query: '?q=' }),
    },
    // The projects, index state, players by two kinds of ids, matches and their texts.
    statements: {
      usual: 6,
      cases: {
        'without a match': [5, () => ({ query: '?q=no-one-has-it' })],
        'without a match for a word that may be a typo': [8, () => ({ query: '?q=nothing' })],
        'a further page': [4, () => ({ query: `?q=${HIDDEN}&cursor=${encodeSearchCursor(2 ** 52)}` })],
        'a number of a ticket': [7, () => ({ query: '?q=%231' })],
        'the id of a ticket': [7, async ({ server, project }) => ({ query: `?q=${await aTicketOf(server, project)}` })],
      },
    },
  },
  () => {
    suite('SearchTickets', () => {
      suite('200: what matches', async () => {
        const server = await sharedServer();
        const player = await aPlayer(server);

        test('the subject, messages, replies, notes and names of files', async () => {
          const attachments = [await anAttachment(server, player, undefined, { name: 'volcano-map.png' })];
          const id = await aTicket(server, player, {
            subject: 'Dragons vanished',
            message: 'My castle\nis empty.',
            attachments,
          });
          await playerReply(server, player, id, 'Also the moat.');
          await teamReply(server, id, 'Please restart the turbine.');
          await teamNote(server, id, 'Caused by the zeppelin patch.');
          for (const [q, expected] of [
            ['dragons', 'subject: [Dragons] vanished'],
            ['castle', 'message: My [castle] is empty.'],
            ['moat', 'message: Also the [moat].'],
            ['turbine', 'message: Please restart the [turbine].'],
            ['zeppelin', 'note: Caused by the [zeppelin] patch.'],
            ['volcano', 'file: [volcano]-map.png'],
            ['CASTLE empty', 'message: My [castle] is [empty].'],
            ['castle dragons', 'message: My [castle] is empty.'],
            ['turb', 'message: Please restart the [turbine].'],
          ] as const) {
            assert.equal(await marked(server, q), expected, q);
            assert.deepEqual(await foundIds(server, q), [id], q);
          }
          // Not the middle of a word, or words of different messages.
          for (const q of ['ragons', 'castle moat', 'moat nothing']) assert.deepEqual(await foundIds(server, q), [], q);
        });

        test('text in any script, in upper and lower case, with and without accents', async () => {
          const texts = [
            'Der Größte Überfall in Łódź',
            'ゲームのセーブデータが消えました',
            '我的宝石不见了，请帮忙',
            'เกมค้างที่หน้าจอโหลด',
            'فُقِدَتْ جواهري اليوم',
            '보석이 사라졌어요',
            'Ποιος άνοιξε τὸ κάστρο ΤΟΥ ΜΙΧΑΗΛΣ',
            'My gems 💎💎 are gone 🏴‍☠️',
            'e\u0301tage nai\u0308ve',
            'soft\u00adhyphen and \u202eright\u202c',
            'हिन्दी में लिखा संदेश',
            'فروشگاه: كلید اللعبة ١٢٣ نمی‌آید',
            'ｶﾞﾁｬの確率 🇩🇪 👍🏽',
            '환불요청을 했어요',
          ];
          const ids: string[] = [];
          for (const message of texts)
            ids.push(await aTicket(server, await aPlayer(server, player.project), { message }));
          for (const [q, index] of [
            ['grosste', 0],
            ['ÜBERFALL lodz', 0],
            ['GRÖSSTE', 0],
            ['セーブ', 1],
            ['消', 1],
            ['セーブデータ', 1],
            ['宝石', 2],
            ['请帮忙', 2],
            ['หน้าจอ', 3],
            ['โห', 3],
            ['جواهر', 4],
            ['فقدت', 4],
            ['보석', 5],
            ['κάστρο', 6],
            ['ΑΝΟΙΞΕ', 6],
            ['💎', 7],
            ['étage', 8],
            ['etage naive', 8],
            ['softhyphen', 9],
            ['right', 9],
            ['संदेश', 10],
            ['کلید', 11],
            ['لعبه 123', 11],
            ['۱۲۳', 11],
            ['ガチャ', 12],
            ['🇩🇪 👍', 12],
            ['👍🏿', 12],
            ['요청', 13],
          ] as const) {
            assert.deepEqual(await foundIds(server, q), [ids[index]], q);
          }
          assert.equal(await marked(server, '宝石'), 'message: 我的[宝石]不见了，请帮忙');
          assert.equal(await marked(server, 'ガ 👍 🇩🇪'), 'message: [ｶﾞ]ﾁｬの確率 [🇩🇪] [👍🏽]');
          // The text has all pairs, in another order.
          assert.deepEqual(await foundIds(server, '宝石不见了的宝石'), []);
        });

        test('nothing else for queries with the syntax of a search engine', async () => {
          const id = await aTicket(server, await aPlayer(server, player.project), {
            message: 'near quokka OR "wombat"',
          });
          for (const q of [
            'quokka" OR "',
            "quokka' | '",
            'quokka*',
            '(quokka',
            'quokka:*',
            '"quokka"',
            'wombat NEAR',
            'quokka\\',
          ]) {
            assert.deepEqual(await foundIds(server, q), [id], q);
          }
          for (const q of ['*', '"', 'NOT quokkas', "'", '&|!()', 'quokka AND nothing', '\u202e', '🦓', '-quokkas'])
            assert.deepEqual(await foundIds(server, q), [], q);
        });

        test('the matching message is newest first, and a ticket appears once on a page', async (t) => {
          const own = await startServer(t);
          const writer = await aPlayer(own);
          const older = await aTicket(own, writer, { message: 'narwhal one' });
          own.clock.advance(1000);
          const newer = await aTicket(own, writer, { message: 'narwhal two' });
          assert.deepEqual(await foundIds(own, 'narwhal'), [newer, older]);
          own.clock.advance(10 * 24 * 3_600_000);
          await playerReply(own, writer, older, 'narwhal three');
          assert.deepEqual(await foundIds(own, 'narwhal'), [older, newer]);
          assert.equal(await marked(own, 'narwhal'), 'message: [narwhal] three');
          // The match's time, not the last message's.
          const repliedAt = own.clock.now;
          own.clock.advance(1000);
          await playerReply(own, writer, older, 'nothing of that');
          const times = (await found(own, 'narwhal')).results.map(({ match }) => Date.parse(match.createdAt));
          assert.deepEqual(times, [repliedAt, repliedAt - 10 * 24 * 3_600_000]);
        });
      });

      test('200: words in quotes are next to each other, with other words, filters and in an older message', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const wanted = await aTicket(server, player, {
          subject: 'Hello',
          message: 'The Golden  sword is gone',
          type: 'lag',
        });
        await playerReply(server, player, wanted, 'sword, golden');
        server.clock.advance(1000);
        const other = await aTicket(server, player, { message: 'My sword was golden. The golden sword: gone' });
        await aTicket(server, player, { message: 'golden swords, sword golden' });
        await aTicket(server, player, { subject: 'It was golden', message: 'sword' });
        assert.deepEqual(await foundIds(server, '"golden sword"'), [other, wanted]);
        assert.equal(
          await marked(server, '"golden sword" gone'),
          'message: My sword was golden. The [golden sword]: [gone]',
        );
        assert.deepEqual(await foundIds(server, '"golden sword" is', '&type=lag'), [wanted]);
        assert.deepEqual(await foundIds(server, '“GOLDEN SWORD”', '&type=lag'), [wanted]);
        assert.deepEqual((await foundIds(server, '"golden sword')).length, 4, 'a quote that does not end is ignored');
      });

      test('200: a search with few results suggests a near word, which is in what it would find', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const suggestion = async (q: string, more = '') => (await found(server, q, more)).suggestion;
        await aTicket(server, player, { message: 'My inventory is empty', type: 'lag' });
        for (const q of ['invntory', 'inventoryy', 'inbentory', 'ivnentory', 'nventory', 'INVÉNTORI']) {
          assert.equal(await suggestion(q), 'inventory', q);
        }
        assert.equal(await suggestion('  empty   "my invntory" !'), '  empty   "my inventory" !');
        // No suggestion: nothing would be found, or nothing is wrong.
        for (const q of ['invntory full', '"empty invntory"', 'invntry', 'inventory', 'invent', '宝石']) {
          assert.equal(await suggestion(q), null, q);
        }
        assert.equal(await suggestion('invntory', '&type=bug'), null, 'with the filters');
        await aTicket(server, player, { message: 'Where is my invntory' });
        assert.equal(await suggestion('invntory'), null);
        for (const message of ['inventory 1', 'inventory 2']) await aTicket(server, player, { message });
        assert.equal(await suggestion('invntory'), 'inventory');
      });

      test('200: no word of another project is suggested', async (t) => {
        const server = await startServer(t);
        const [own, theirs] = [await aPlayer(server), await aPlayer(server)];
        const member = await aMember(server, 'viewer', { projectIds: [own.project.id] });
        await aTicket(server, theirs, { message: 'The secret zeppelin' });
        await aTicket(server, own, { message: 'A zeppeling' });
        assert.equal((await found(server, 'zepplin')).suggestion, 'zeppelin');
        const { body, text } = await sendSearch(server, 'zepplin', '', member);
        assert.deepEqual([body.suggestion, body.results], [null, []]);
        assert.doesNotMatch(text, /zeppelin/);
        const { body: elsewhere } = await sendSearch(server, 'zepplin', `&projectId=${theirs.project.id}`, member);
        assert.equal(elsewhere.suggestion, null);
      });

      test('200: pages without a gap or a repetition', async (t) => {
        const server = await startServer(t);
        const project = await aProject(server);
        const ids: string[] = [];
        for (let index = 0; index < 7; index++) {
          ids.unshift(await aTicket(server, await aPlayer(server, project), { message: `Pangolin ${index}` }));
          // Some in one millisecond, some in other periods.
          if (index % 2 === 0) server.clock.advance(index * 24 * 3_600_000);
        }
        const pages: string[] = [];
        for (let cursor = ''; ; ) {
          const { results, nextCursor } = await found(server, 'pangolin', `&limit=2${cursor}`);
          pages.push(...results.map(({ ticket }) => ticket.id));
          assert.ok(results.length <= 2 && pages.length <= 7);
          if (nextCursor === null) break;
          cursor = `&cursor=${nextCursor}`;
        }
        assert.deepEqual([...pages].sort(), [...ids].sort());
      });

      test('200: filters of the queue', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const other = await aPlayer(server);
        const bug = await aTicket(server, player, { type: 'bug', message: 'Axolotl' });
        const lag = await aTicket(server, player, { type: 'lag', message: 'Axolotl' });
        const elsewhere = await aTicket(server, other, { type: 'bug', message: 'Axolotl' });
        await team(server, 'PATCH', `/tickets/${lag}`, { status: 'resolved', tags: ['vip'] });
        const sorted = async (more: string) => (await foundIds(server, 'axolotl', more)).sort();
        assert.deepEqual(await sorted('&type=bug'), [bug, elsewhere].sort());
        assert.deepEqual(await sorted('&status=resolved'), [lag]);
        assert.deepEqual(await sorted('&tag=vip'), [lag]);
        assert.deepEqual(await sorted('&assigneeId=none'), [bug, lag, elsewhere].sort());
        assert.deepEqual(await sorted(`&projectId=${player.project.id}`), [bug, lag].sort());
        assert.deepEqual(await sorted('&projectId=prj_unknown'), []);
        assert.deepEqual(await sorted('&from=2030-01-01'), []);
        await team(server, 'PATCH', `/tickets/${bug}`, { snooze: { untilReply: true } });
        assert.deepEqual(await sorted('&status=open'), [bug, elsewhere].sort(), 'a snoozed ticket is an open one');
      });

      test('200: each filter of the queue, alone and as a condition of a nested one', async (t) => {
        const server = await startServer(t);
        const [project, elsewhere] = [await aProject(server), await aProject(server)];
        const version = await aForm(server, project);
        const context = { platform: 'ios', appVersion: '2.4', locale: 'de' };
        const wanted = await anAnsweredTicket(server, await aPlayer(server, project, { context }), version);
        const issue = await aKnownIssue(server, project);
        const ada = await aMember(server);
        await link(server, issue, wanted);
        const triage = { tags: ['vip'], priority: 'urgent', assigneeId: ada.id, status: 'pending' };
        assert.equal((await team(server, 'PATCH', `/tickets/${wanted}`, triage)).status, 200);
        server.clock.advance(DAY);
        const other = await aTicket(server, await aPlayer(server, elsewhere), { type: 'lag' });
        const day = new Date(server.clock.now).toISOString().slice(0, 10);
        const word = 'cannot';
        const both = await foundIds(server, word);
        const found = await team(server, 'GET', `/search?q=${word}&knownIssueId=${issue}`);
        assert.deepEqual(found.body.results[0].ticket.knownIssue, { id: issue, title: 'Crash' });
        assert.deepEqual(both.sort(), [wanted, other].sort());
        const nested = (...conditions: object[]) => JSON.stringify({ any: conditions });
        const filters: Readonly<Record<string, string>> = {
          projectId: project.id,
          type: 'bug',
          status: 'pending',
          platform: 'ios',
          appVersion: '2.4',
          locale: 'de',
          tag: 'vip',
          priority: 'urgent',
          assigneeId: ada.id,
          answer: 'device:pc',
          knownIssueId: issue,
          to: day,
          filter: nested({ field: 'tag', is: ['vip', 'press'] }, { all: [{ field: 'type', is: ['none'] }] }),
        };
        const { q: _q, limit: _limit, cursor: _cursor, from: _from, ...all } = SearchTicketsQuery.properties;
        assert.deepEqual(Object.keys(filters).sort(), Object.keys(all).sort(), 'a filter without a test');
        for (const [name, value] of Object.entries(filters)) {
          assert.deepEqual(await foundIds(server, word, `&${name}=${encodeURIComponent(value)}`), [wanted], name);
        }
        assert.deepEqual(await foundIds(server, word, `&from=${day}`), [other], 'from');
        assert.deepEqual(await foundIds(server, word, '&knownIssueId=kni_unknown'), []);
        for (const condition of [
          { field: 'type', not: ['lag', 'idea'] },
          { field: 'status', is: ['pending', 'closed'] },
          { field: 'priority', is: ['urgent', 'high'] },
          { field: 'assignee', not: ['none'] },
          { field: 'tag', is: ['vip', 'press'] },
          { field: 'platform', is: ['ios', 'pc'] },
          { field: 'appVersion', is: ['2.4', '2.5'] },
          { field: 'locale', is: ['de', 'fr'] },
          { field: 'project', is: [project.id, 'prj_unknown'] },
          { field: 'knownIssue', not: ['none'] },
          { field: 'answer', is: ['device:pc', 'device:mac'] },
          { field: 'created', before: day },
          { field: 'waiting', shorter: 1 },
          { field: 'verified', is: ['true'] },
        ]) {
          const none = condition.field === 'verified' || condition.field === 'waiting';
          const found = await foundIds(server, word, `&filter=${encodeURIComponent(nested(condition, condition))}`);
          const expected = condition.field === 'waiting' ? [other] : none ? [] : [wanted];
          assert.deepEqual(found, expected, JSON.stringify(condition));
        }
      });

      test('200: a cursor names no message of a project that the member may not see', async (t) => {
        const server = await startServer(t);
        const { store, clock } = server;
        const mine: string[] = [];
        // Over 20 projects, matches of others are read too.
        for (let index = 0; index < 21; index++) mine.push((await aProject(server)).id);
        const hidden = await aProject(server);
        const member = await aMember(server, 'viewer', { projectIds: mine });
        const player = await storedPlayer(store);
        const own = await storedTicket(store, player, { projectId: mine[0] ?? '', message: 'Tapir', now: START + 1 });
        const times = new Set<number>();
        await store.transaction(async (tx) => {
          // A page reads 1,000 matches.
          for (let index = 0; index < 1010; index++) {
            const now = START + 1000 + index * 10;
            times.add(now);
            await storedTicket(tx, player, { projectId: hidden.id, message: 'Tapir', now });
          }
        });
        clock.advance(DAY);
        await indexAll(server);
        const ids: string[] = [];
        for (let cursor = '', pages = 0; ; pages++) {
          const { body, status } = await sendSearch(server, 'tapir', `&limit=1${cursor}`, member);
          assert.equal(status, 200);
          ids.push(...body.results.map(({ ticket }: { ticket: { id: string } }) => ticket.id));
          if (body.nextCursor === null) break;
          const named = decodeSearchCursor(body.nextCursor) ?? assert.fail();
          assert.ok(!times.has(Math.floor(named / 1024)), 'the time of a message of another project');
          assert.ok(pages < 5);
          cursor = `&cursor=${body.nextCursor}`;
        }
        assert.deepEqual(ids, [own]);
      });

      test('200: only projects of the caller, by words and by ids', async (t) => {
        const server = await startServer(t);
        const [mine, theirs] = [await aPlayer(server), await aPlayer(server, undefined, { userId: 'quagga-7' })];
        const own = await aTicket(server, mine, { message: 'Quagga' });
        const hidden = await aTicket(server, theirs, { message: 'Quagga' });
        await indexAll(server);
        const member = await aMember(server, 'viewer', { projectIds: [mine.project.id] });
        for (const q of ['quagga', own, '#1', '1', ' ＃１ ', '# 1', '№١', 'Ticket no. #1.', 'n° 1,', '(“#1”)']) {
          const { body } = await sendSearch(server, q, '', member);
          assert.deepEqual(
            body.results.map(({ ticket }: { ticket: { id: string } }) => ticket.id),
            [own],
            q,
          );
        }
        for (const q of [hidden, '#1', theirs.id, 'quagga-7', theirs.installationId]) {
          const { body } = await sendSearch(server, q, `&projectId=${theirs.project.id}`, member);
          assert.deepEqual([body.results, body.players], [[], []], q);
          const everywhere = await sendSearch(server, q, '', member);
          assert.deepEqual(everywhere.body.players, [], q);
          assert.doesNotMatch(everywhere.text, new RegExp(hidden), q);
        }
      });

      test('200: tickets of blocked players', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const id = await aTicket(server, player, { message: 'Numbat' });
        await team(server, 'PATCH', `/players/${player.id}`, { blocked: true });
        const { results } = await found(server, 'numbat');
        assert.deepEqual(
          results.map(({ ticket }) => [ticket.id, ticket.playerBlocked]),
          [[id, true]],
        );
      });

      test('200: hostile text as plain text on one line', async (t) => {
        const server = await startServer(t);
        await aTicket(server, await aPlayer(server), {
          message: `<img src=x onerror=alert(1)>\n\u202eDugong\u2066 <b>[x](javascript:1)</b> ${'💎'.repeat(200)}`,
        });
        const { match } = (await found(server, 'dugong')).results[0] ?? assert.fail();
        assert.equal(match.text, `<img src=x onerror=alert(1)>  Dugong  <b>[x](javascript:1)</b> ${'💎'.repeat(68)}…`);
        assert.deepEqual(match.marks, [{ start: 29, length: 8 }]);
      });

      test('200: ids of tickets, players, users and installations', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server, undefined, { userId: 'User 7/ß' });
        const id = await aTicket(server, player, { subject: 'Lemur' });
        assert.equal(await marked(server, ` ${id} `), 'id: Lemur');
        for (const q of [player.id, 'User 7/ß', player.installationId]) {
          assert.deepEqual(
            (await found(server, q)).players.map((one) => one.id),
            [player.id],
            q,
          );
        }
        for (const q of ['user 7/ß', 'User', `${player.id}0`])
          assert.deepEqual((await found(server, q)).players, [], q);
      });

      test('200: held tickets only by their id or number, and nothing of them after they are deleted', async (t) => {
        const server = await startServer(t);
        const project = await aProject(server);
        const id = await aHeldTicket(server, project, { message: 'Okapi' });
        assert.deepEqual(await foundIds(server, 'okapi'), []);
        for (const q of [id, '#1']) assert.deepEqual(await foundIds(server, q), [id]);
        await team(server, 'POST', `/projects/${project.id}/held-tickets/release`, { ticketIds: [id] });
        assert.deepEqual(await foundIds(server, 'okapi'), [id]);
      });

      test('400: too long, too many words, and cursors of other lists', async (t) => {
        const server = await startServer(t);
        for (const q of ['x'.repeat(201), '   ', 'a\0b']) assertInvalid(await sendSearch(server, q), PATH, 'q');
        assertInvalid(await sendSearch(server, 'one two three four five six seven eight nine'), PATH, 'q');
        assert.equal((await sendSearch(server, '宝'.repeat(200))).status, 200);
        for (const cursor of ['x', encodeSearchCursor(2 ** 60), encodeSearchCursor(-1)])
          assertInvalid(await sendSearch(server, 'x', `&cursor=${cursor}`), PATH, 'cursor');
      });
    });
  },
);
