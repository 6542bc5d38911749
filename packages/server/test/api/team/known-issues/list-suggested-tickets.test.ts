import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { listSuggestedTickets } from '../../../../src/team/known-issues/list-suggested-tickets.ts';
import {
  aMember,
  aPlayer,
  aProject,
  aTicket,
  block,
  mergeTicket,
  playerReply,
  setStatus,
  team,
  teamNote,
  teamReply,
} from '../../../helpers/builders.ts';
import { executeSql } from '../../../helpers/databases.ts';
import { startServer } from '../../../helpers/harness.ts';
import { aKnownIssue, aLinkedTicket, link } from '../../../helpers/known-issues.ts';
import { HIDDEN } from '../../../helpers/operation/requests.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { indexAll } from '../../../helpers/search.ts';
import { sharedServer } from '../../../helpers/shared-server.ts';
import {
  aReport,
  otherReports,
  suggestedIds,
  suggestedIssues,
  suggestedTickets,
} from '../../../helpers/suggestions.ts';
import { aHeldTicket } from '../../../helpers/things.ts';

const DAY = 24 * 3_600_000;

testTeamOperation(
  listSuggestedTickets,
  {
    access: { role: 'viewer', elsewhere: 404 },
    request: async ({ server, project }) => {
      const knownIssueId = await aKnownIssue(server, project, { title: HIDDEN });
      const about = await aReport(server, project, HIDDEN);
      await indexAll(server);
      return { about, params: { knownIssueId } };
    },
    statuses: {
      404: changed({ params: { knownIssueId: 'kni_a' } }),
    },
    // The known issue, index state, sample and its texts, linked tickets, candidates and their
    // texts, suggested tickets.
    statements: { usual: 8 },
  },
  () => {
    suite('ListSuggestedTickets', () => {
      test('200: tickets of the same bug among others, in English, German and Japanese, and why', async () => {
        const server = await sharedServer();
        const project = await aProject(server);
        await otherReports(server, project);
        for (const [title, reports, words] of [
          [
            'Crash: volcano dungeon',
            ['It crashed: Volcano', 'volcano dungeon crashes!', 'DUNGEON with volcanoes: crash'],
            [
              ['volcano', 'crashed'],
              ['dungeon', 'crashes', 'volcano'],
              ['dungeon', 'volcanoes', 'crash'],
            ],
          ],
          [
            'Absturz beim Öffnen des Inventars',
            ['Beim Offnen vom Inventar stürzt es ab', 'Abstürze, immer im INVENTAR'],
            [
              ['offnen', 'inventar'],
              ['absturze', 'inventar'],
            ],
          ],
          [
            'セーブデータが消える',
            ['昨日のセーブデータが消えました', 'データが消えて困っています'],
            [['セーブデータが消え'], ['データが消え']],
          ],
        ] as const) {
          const issueId = await aKnownIssue(server, project, { title });
          const ids: string[] = [];
          for (const message of reports) ids.push(await aReport(server, project, message));
          const { suggestions, complete } = await suggestedTickets(server, issueId);
          assert.equal(complete, true);
          assert.deepEqual(suggestions.map(({ ticket }) => ticket.id).sort(), [...ids].sort(), title);
          for (const { ticket, why } of suggestions) {
            assert.deepEqual(why.words.toSorted(), words[ids.indexOf(ticket.id)]?.toSorted(), title);
          }
          const scores = suggestions.map(({ score }) => score);
          assert.deepEqual(
            scores,
            scores.toSorted((a, b) => b - a),
          );
        }
      });

      test('200: in a small project the tickets of one bug, though its words are the most frequent ones', async () => {
        const server = await sharedServer();
        const project = await aProject(server);
        await otherReports(server, project, 19);
        const player = await aPlayer(server, project);
        const stuck = await aTicket(server, player, { subject: 'Stuck', message: 'I am stuck on the tower' });
        await teamReply(server, stuck, 'Jump twice at the boss door on level 3. It does not crash.');
        await teamNote(server, stuck, 'The boss door crash?');
        const issueId = await aKnownIssue(server, project, {
          title: 'Crash when opening the boss door on level three',
          description: 'The game crashes at the door, on all phones.',
        });
        await link(
          server,
          issueId,
          await aReport(server, project, 'It crashed at the door of the boss', { subject: 'Crash' }),
          await aReport(server, project, 'When I open the door the game crashes', { subject: 'Boss' }),
        );
        const ids: string[] = [];
        for (const [subject, message] of [
          ['Boss door crash', 'The game crashes when I open the boss door on level 3'],
          ['Crashed again', 'Crashed again'],
          ['Help', 'crash level three door'],
          ['Hilfe', 'Spiel stürzt ab, wenn ich die Tür öffne (crash level 3 door)'],
        ] as const) {
          ids.push(await aReport(server, project, message, { subject }));
        }
        const greeting = await aTicket(server, player, {
          subject: 'Hi',
          message: 'Hello, I have a problem at the game',
        });
        await playerReply(server, player, greeting, 'crash at the boss door');
        await teamReply(server, greeting, 'Thank you, we are looking at it.');
        const { suggestions } = await suggestedTickets(server, issueId);
        assert.deepEqual(suggestions.map(({ ticket }) => ticket.id).sort(), [...ids, greeting].sort());
        const { message } = suggestions.find(({ ticket }) => ticket.id === greeting) ?? assert.fail();
        assert.equal(
          message,
          'Hello, I have a problem at the game crash at the boss door',
          'not the answer of the team',
        );
        for (const { ticket, score, why } of suggestions) {
          for (const word of why.words) assert.doesNotMatch(word, /^(?:at|i|ich|on|the|when|wenn)$/);
          const other = (await suggestedIssues(server, ticket.id)).suggestions;
          assert.deepEqual(
            other.map((one) => [one.knownIssue.id, one.score, one.why]),
            [[issueId, score, why]],
            'the other direction says the same',
          );
        }
        assert.deepEqual((await suggestedIssues(server, stuck)).suggestions, []);
      });

      test('200: words of linked tickets count, and those of the notes', async () => {
        const server = await sharedServer();
        const project = await aProject(server);
        await otherReports(server, project);
        const issueId = await aKnownIssue(server, project, {
          title: 'Bug 4711',
          notes: { en: 'Teleporters flicker.' },
        });
        const linked: string[] = [];
        for (const message of ['Zeppelin gondola stuck', 'The gondola of my zeppelin']) {
          linked.push(await aReport(server, project, message));
        }
        await link(server, issueId, ...linked);
        const alike = await aReport(server, project, 'No gondola at the zeppelin');
        const noted = await aReport(server, project, 'my teleporter flickers');
        assert.deepEqual((await suggestedIds(server, issueId)).sort(), [alike, noted].sort());
      });

      test('200: the same type, build and platform make the score higher', async () => {
        const server = await sharedServer();
        const project = await aProject(server);
        await otherReports(server, project);
        const issueId = await aKnownIssue(server, project, {
          title: 'Zeppelin gondola stuck',
          builds: ['2.4.1'],
          platforms: ['iOS'],
        });
        const linked = await aReport(server, project, 'Gondola', { type: 'physics' });
        await link(server, issueId, linked);
        const message = 'zeppelin gondola';
        const plain = await aReport(server, project, message, { type: 'lag' });
        const context = { appVersion: '2.4.1', platform: 'ios' };
        const same = await aReport(server, project, message, { type: 'physics', context });
        const { suggestions } = await suggestedTickets(server, issueId);
        const [first, second, ...none] = suggestions;
        assert.deepEqual([first?.ticket.id, second?.ticket.id, none], [same, plain, []]);
        const why = { words: ['zeppelin', 'gondola'] };
        assert.deepEqual(second?.why, { ...why, sameType: false, sameBuild: false, samePlatform: false });
        assert.deepEqual(first?.why, { ...why, sameType: true, sameBuild: true, samePlatform: true });
        assert.ok(Math.abs((first?.score ?? 0) / (second?.score ?? 1) - 1.4) < 0.02);
      });

      test('200: nothing that cannot be linked, and nothing of other projects', async (t) => {
        const server = await startServer(t);
        const [project, other] = [await aProject(server), await aProject(server)];
        const message = 'zeppelin gondola stuck';
        const closedLongAgo = await aReport(server, project, message);
        await setStatus(server, closedLongAgo, 'closed');
        server.clock.advance(31 * DAY);
        await otherReports(server, project);
        const { issueId } = await aLinkedTicket(server, project);
        await team(server, 'PATCH', `/known-issues/${issueId}`, { title: message });
        const closed = await aReport(server, project, message);
        await setStatus(server, closed, 'closed');
        const snoozed = await aReport(server, project, message);
        await team(server, 'PATCH', `/tickets/${snoozed}`, { snooze: { untilReply: true } });
        const resolved = await aReport(server, project, message);
        await setStatus(server, resolved, 'resolved');
        const linkable = [closed, snoozed, resolved];
        const player = await aPlayer(server, project);
        const target = await aTicket(server, player, { message: 'something' });
        await mergeTicket(server, await aTicket(server, player, { message }), target);
        const blocked = await aPlayer(server, project);
        await aTicket(server, blocked, { message });
        await block(server, blocked);
        await link(server, await aKnownIssue(server, project), await aReport(server, project, message));
        await aReport(server, other, message);
        await aHeldTicket(server, project, { message });
        assert.deepEqual((await suggestedIds(server, issueId)).sort(), linkable.sort());
        await link(server, issueId, ...linkable.slice(1));
        assert.deepEqual(await suggestedIds(server, issueId), [linkable[0]]);
        await link(server, null, linkable[1] ?? '');
        assert.deepEqual((await suggestedIds(server, issueId)).sort(), linkable.slice(0, 2).sort());
      });

      test('200: a ticket once, though several of its messages match', async () => {
        const server = await sharedServer();
        const project = await aProject(server);
        await otherReports(server, project);
        const issueId = await aKnownIssue(server, project, { title: 'Zeppelin gondola' });
        const player = await aPlayer(server, project);
        const id = await aTicket(server, player, { message: 'Hello!' });
        await playerReply(server, player, id, 'the gondola of the zeppelin');
        await playerReply(server, player, id, 'zeppelin');
        const { suggestions } = await suggestedTickets(server, issueId);
        assert.deepEqual(
          suggestions.map(({ ticket, why }) => [ticket.id, why.words]),
          [[id, ['zeppelin', 'gondola']]],
        );
      });

      test('200: at most 20 tickets, also of hostile texts', async () => {
        const server = await sharedServer();
        const project = await aProject(server);
        await otherReports(server, project);
        const words = ['quokka', 'wombat', 'numbat', 'bilby', 'dingo', 'galah', 'emu', 'potoroo'];
        const issueId = await aKnownIssue(server, project, {
          title: `"quokka"* (wombat) ' & | ! :* \\ "numbat bilby:A -dingo ^galah {emu} potoroo;`,
          description: 'quokka '.repeat(571),
          notes: { en: "'; quokka -- \u202e" },
        });
        for (let index = 0; index < 22; index++) {
          const three = [0, 1, 2].map((step) => words[(index + step) % 8]);
          await aReport(server, project, three.join(' '));
        }
        await aReport(server, project, 'quokka '.repeat(571));
        const { suggestions } = await suggestedTickets(server, issueId);
        assert.equal(suggestions.length, 20);
        for (const { why } of suggestions)
          assert.ok(
            why.words.every((word) => words.includes(word)),
            why.words.join(),
          );
      });

      test('200: nothing for a known issue whose words nobody wrote, or without words', async () => {
        const server = await sharedServer();
        const project = await aProject(server);
        await otherReports(server, project);
        for (const title of ['Axolotl', '!!! ???']) {
          assert.deepEqual(
            (await suggestedTickets(server, await aKnownIssue(server, project, { title }))).suggestions,
            [],
          );
        }
      });

      test('200: without an index, as on Citus, nothing is suggested, and `complete` is false', async (t) => {
        const server = await startServer(t);
        const project = await aProject(server);
        const issueId = await aKnownIssue(server, project, { title: 'Zeppelin' });
        await aReport(server, project, 'Zeppelin');
        await executeSql(server.databaseUrl, 'DELETE FROM search_state');
        const { status, body } = await team(server, 'GET', `/known-issues/${issueId}/suggested-tickets`);
        assert.deepEqual([status, body], [200, { suggestions: [], complete: false }]);
      });

      test('404: a known issue of a project that the member may not enter', async () => {
        const server = await sharedServer();
        const [mine, theirs] = [await aProject(server), await aProject(server)];
        const member = await aMember(server, 'viewer', { projectIds: [mine.id] });
        const issueId = await aKnownIssue(server, theirs, { title: 'Zeppelin' });
        const { status, text } = await member.call('GET', `/known-issues/${issueId}/suggested-tickets`);
        assert.equal(status, 404);
        assert.doesNotMatch(text, /Zeppelin/i);
      });
    });
  },
);
