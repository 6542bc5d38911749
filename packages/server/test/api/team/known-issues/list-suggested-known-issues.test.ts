import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { listSuggestedKnownIssues } from '../../../../src/team/known-issues/list-suggested-known-issues.ts';
import { aMember, aPlayer, aProject, aTicket, mergeTicket, playerReply, team } from '../../../helpers/builders.ts';
import { executeSql } from '../../../helpers/databases.ts';
import { START, startServer } from '../../../helpers/harness.ts';
import { aKnownIssue, link } from '../../../helpers/known-issues.ts';
import { HIDDEN } from '../../../helpers/operation/requests.ts';
import { changed, UNKNOWN_TICKET } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { indexAll } from '../../../helpers/search.ts';
import { sharedServer } from '../../../helpers/shared-server.ts';
import { storedPlayer, storedTicket } from '../../../helpers/store-rows.ts';
import { aReport, otherReports, suggestedIssues } from '../../../helpers/suggestions.ts';
import { aHeldTicket } from '../../../helpers/things.ts';

const MINUTE = 60_000;
const DAY = 24 * 3_600_000;

testTeamOperation(
  listSuggestedKnownIssues,
  {
    access: { role: 'viewer', elsewhere: 404 },
    request: async ({ server, project }) => {
      await aKnownIssue(server, project, { title: HIDDEN });
      const ticketId = await aReport(server, project, HIDDEN);
      await indexAll(server);
      return { params: { ticketId } };
    },
    statuses: {
      404: changed({ params: { ticketId: UNKNOWN_TICKET } }),
    },
    // The ticket, index state, sample and its texts, known issues' version, known issues and their
    // linked tickets, the ticket's other messages.
    statements: { usual: 8 },
  },
  () => {
    suite('ListSuggestedKnownIssues', () => {
      test('200: the known issue of a ticket in English, German and Japanese, and why', async () => {
        const server = await sharedServer();
        const project = await aProject(server);
        await otherReports(server, project, 24);
        for (const [title, message, words] of [
          ['Crash: volcano dungeon', 'crashed! Volcano!', ['volcano', 'crashed']],
          ['Absturz beim Öffnen des Inventars', 'Abstürze, immer im INVENTAR', ['inventar', 'absturze']],
          ['セーブデータが消える', '昨日のセーブデータが消えました', ['セーブデータが消え']],
        ] as const) {
          const id = await aKnownIssue(server, project, { title });
          const ticketId = await aReport(server, project, message);
          const { suggestions, complete } = await suggestedIssues(server, ticketId);
          assert.equal(complete, true);
          const [first, ...none] = suggestions;
          assert.deepEqual(none, []);
          assert.deepEqual(first?.knownIssue, { id, title, state: 'investigating' });
          assert.equal(first?.likely, true);
          assert.deepEqual(first?.why.words.toSorted(), [...words].sort());
        }
      });

      test('200: at most three, the best first, and only the best is likely', async () => {
        const server = await sharedServer();
        const project = await aProject(server);
        await otherReports(server, project, 24);
        const titles = [
          'zeppelin gondola stuck',
          'zeppelin colour',
          'gondola price',
          'stuck elsewhere',
          'nothing alike',
        ];
        for (const title of titles) await aKnownIssue(server, project, { title });
        const ticketId = await aReport(server, project, 'My zeppelin is stuck, with the gondola');
        const { suggestions } = await suggestedIssues(server, ticketId);
        assert.equal(suggestions.length, 3);
        assert.equal(suggestions[0]?.knownIssue.title, titles[0]);
        assert.deepEqual(
          suggestions.map(({ likely }) => likely),
          [true, false, false],
        );
      });

      test('200: nothing is likely in a project with few messages', async () => {
        const server = await sharedServer();
        const project = await aProject(server);
        await otherReports(server, project, 8);
        await aKnownIssue(server, project, { title: 'Zeppelin gondola stuck' });
        const ticketId = await aReport(server, project, 'zeppelin gondola stuck');
        assert.deepEqual(
          (await suggestedIssues(server, ticketId)).suggestions.map(({ likely }) => likely),
          [false],
        );
      });

      test('200: later messages of the player count, replies and notes of the team do not', async () => {
        const server = await sharedServer();
        const player = await aPlayer(server);
        await otherReports(server, player.project);
        const id = await aKnownIssue(server, player.project, { title: 'Zeppelin gondola' });
        const ticketId = await aTicket(server, player, { message: 'Hello!' });
        await team(server, 'POST', `/tickets/${ticketId}/replies`, { message: 'Is it the zeppelin gondola?' });
        await team(server, 'POST', `/tickets/${ticketId}/notes`, { message: 'zeppelin gondola' });
        assert.deepEqual((await suggestedIssues(server, ticketId)).suggestions, []);
        await playerReply(server, player, ticketId, 'The gondola of the zeppelin.');
        const { suggestions } = await suggestedIssues(server, ticketId);
        assert.deepEqual(
          suggestions.map(({ knownIssue }) => knownIssue.id),
          [id],
        );
      });

      test('200: a new, renamed, closed or deleted known issue counts at once, a linked ticket after a minute', async (t) => {
        const server = await startServer(t);
        const project = await aProject(server);
        await otherReports(server, project, 24);
        const ticketId = await aReport(server, project, 'zeppelin gondola');
        const titles = async () =>
          (await suggestedIssues(server, ticketId)).suggestions.map(({ knownIssue }) => knownIssue.title);
        assert.deepEqual(await titles(), []);
        const id = await aKnownIssue(server, project, { title: 'Zeppelin gondola' });
        assert.deepEqual(await titles(), ['Zeppelin gondola']);
        const change = async (fields: object) => {
          server.clock.advance(1);
          assert.equal((await team(server, 'PATCH', `/known-issues/${id}`, fields)).status, 200);
        };
        await change({ title: 'Axolotl' });
        assert.deepEqual(await titles(), []);
        const linked: string[] = [];
        for (let index = 0; index < 4; index++) linked.push(await aReport(server, project, 'zeppelin gondola'));
        await link(server, id, ...linked);
        assert.deepEqual(await titles(), []);
        server.clock.advance(MINUTE);
        assert.deepEqual(await titles(), ['Axolotl']);
        await change({ state: 'fixed' });
        assert.deepEqual(await titles(), ['Axolotl']);
        await change({ state: 'closed' });
        assert.deepEqual(await titles(), []);
        const other = await aKnownIssue(server, project, { title: 'A gondola, zeppelin' });
        assert.deepEqual(await titles(), ['A gondola, zeppelin']);
        await team(server, 'DELETE', `/known-issues/${other}`);
        assert.deepEqual(await titles(), []);
      });

      test('200: requests at the same time share the work, and only what has changed is read again', async (t) => {
        const server = await startServer(t);
        const project = await aProject(server);
        await otherReports(server, project);
        const ids: string[] = [];
        for (const title of ['Zeppelin', 'Gondola', 'Balloon']) ids.push(await aKnownIssue(server, project, { title }));
        const ticketId = await aReport(server, project, 'zeppelin gondola');
        await indexAll(server);
        const members = await Promise.all([1, 2, 3].map(() => aMember(server, 'viewer')));
        const { unclosed, version } = server.store.suggestions;
        const { promise: asked, resolve } = Promise.withResolvers<void>();
        let versions = 0;
        let lists = 0;
        const compared: string[] = [];
        server.store.suggestions.version = (...args) => {
          if (++versions === members.length) resolve();
          return version(...args);
        };
        server.store.suggestions.unclosed = async (...args) => {
          lists++;
          await asked;
          return (await unclosed(...args)).map((row) =>
            Object.defineProperty({ ...row }, 'description', {
              get: () => {
                compared.push(row.title);
                return row.description;
              },
            }),
          );
        };
        const path = `/tickets/${ticketId}/suggested-known-issues`;
        const replies = await Promise.all(members.map((member) => member.call('GET', path)));
        const titles = replies.map(({ body }) =>
          body.suggestions.map(({ knownIssue }: { knownIssue: { title: string } }) => knownIssue.title),
        );
        assert.deepEqual(titles, [titles[0], titles[0], titles[0]]);
        assert.equal(titles[0].length, 2);
        assert.equal(lists, 1);
        assert.deepEqual(compared.splice(0).sort(), ['Balloon', 'Gondola', 'Zeppelin']);
        server.clock.advance(MINUTE);
        assert.equal((await team(server, 'PATCH', `/known-issues/${ids[0]}`, { title: 'Airship' })).status, 200);
        assert.equal((await suggestedIssues(server, ticketId)).suggestions.length, 1);
        assert.deepEqual([lists, compared], [2, ['Airship']]);
      });

      test('200: the known issue of a bug that made 200 of the newest 300 tickets', async (t) => {
        const server = await startServer(t);
        const project = await aProject(server);
        const player = await storedPlayer(server.store, { project_id: project.id });
        const others = ['My sword is gone', 'The arena has lag', 'Please add dragons', 'Mein Passwort geht nicht'];
        const bug = await server.store.transaction(async (tx) => {
          let last = '';
          for (let index = 0; index < 600; index++) {
            const isOld = index < 300;
            const isBug = !isOld && index % 3 > 0;
            const message = isBug ? 'zeppelin gondola stuck' : (others[index % others.length] ?? '');
            const now = START - (isOld ? 10 * DAY : 3_600_000) + index * 1000;
            const id = await storedTicket(tx, player, { projectId: project.id, message, now });
            if (isBug) last = id;
          }
          return last;
        });
        const id = await aKnownIssue(server, project, { title: 'Zeppelin gondola stuck' });
        const { suggestions } = await suggestedIssues(server, bug);
        assert.deepEqual(
          suggestions.map(({ knownIssue, likely }) => [knownIssue.id, likely]),
          [[id, true]],
        );
      });

      test('200: nothing for tickets that are linked, merged or held', async () => {
        const server = await sharedServer();
        const project = await aProject(server);
        await otherReports(server, project);
        const player = await aPlayer(server, project);
        const issueId = await aKnownIssue(server, project, { title: 'Zeppelin gondola' });
        const message = 'zeppelin gondola';
        const other = await aTicket(server, player, { message });
        const linked = await aTicket(server, player, { message });
        const merged = await aTicket(server, player, { message });
        await mergeTicket(server, merged, linked);
        await link(server, issueId, linked);
        const held = await aHeldTicket(server, project, { message });
        for (const id of [linked, merged, held]) {
          assert.deepEqual((await suggestedIssues(server, id)).suggestions, [], id);
        }
        assert.equal((await suggestedIssues(server, other)).suggestions.length, 1, 'another ticket has one');
      });

      test('200: known issues of other projects never, and hostile texts harm nothing', async () => {
        const server = await sharedServer();
        const [project, other] = [await aProject(server), await aProject(server)];
        await otherReports(server, project);
        await aKnownIssue(server, other, { title: 'Quokka wombat' });
        const ticketId = await aReport(server, project, `"quokka" OR * ${"' & | ! :* \\ wombat ".repeat(150)}`);
        assert.deepEqual((await suggestedIssues(server, ticketId)).suggestions, []);
        await aKnownIssue(server, project, { title: '"wombat" quokka: NEAR(*)' });
        assert.equal((await suggestedIssues(server, ticketId)).suggestions.length, 1);
      });

      test('200: without an index, as on Citus, nothing is suggested, and `complete` is false', async (t) => {
        const server = await startServer(t);
        const project = await aProject(server);
        await aKnownIssue(server, project, { title: 'Zeppelin' });
        const ticketId = await aReport(server, project, 'Zeppelin');
        await executeSql(server.databaseUrl, 'DELETE FROM search_state');
        const { status, body } = await team(server, 'GET', `/tickets/${ticketId}/suggested-known-issues`);
        assert.deepEqual([status, body], [200, { suggestions: [], complete: false }]);
      });

      test('404: a ticket of a project that the member may not enter', async () => {
        const server = await sharedServer();
        const [mine, theirs] = [await aProject(server), await aProject(server)];
        const member = await aMember(server, 'viewer', { projectIds: [mine.id] });
        const ticketId = await aReport(server, theirs, 'Zeppelin');
        await aKnownIssue(server, theirs, { title: 'Zeppelin' });
        const { status, text } = await member.call('GET', `/tickets/${ticketId}/suggested-known-issues`);
        assert.equal(status, 404);
        assert.doesNotMatch(text, /Zeppelin/i);
      });
    });
  },
);
