import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { assertInvalid, assertProblem } from '../../../helpers/assert-problem.ts';
import {
  aPlayer,
  aProject,
  aTicket,
  listTickets,
  mergeTicket,
  poll,
  setStatus,
  team,
  teamReply,
  unmergeTicket,
} from '../../../helpers/builders.ts';
import type { Reply } from '../../../helpers/call.ts';
import { forgetEarlierEvents, openStream, receivedSoFar } from '../../../helpers/event-streams.ts';
import { startServer, type TestServer } from '../../../helpers/harness.ts';
import { aKnownIssue, aLinkedTicket, link } from '../../../helpers/known-issues.ts';
import { sharedServer } from '../../../helpers/shared-server.ts';
import { aHeldTicket } from '../../../helpers/things.ts';
import { copyTicket } from '../../../helpers/ticket-copies.ts';

const seen = async (server: TestServer, id: string) => (await team(server, 'GET', `/tickets/${id}`)).body;
const historyOf = ({ events }: Reply['body']) =>
  events
    .map(({ kind, from, to }: Reply['body']) => [kind, from, to])
    .filter(([kind]: string[]) => kind === 'known_issue');

suite('tickets that are linked to a known issue', async () => {
  const server = await sharedServer({ env: { RATE_LIMITS: 'off' } });

  test('a ticket shows its known issue, its history says so, and its player sees nothing of it', async () => {
    const project = await aProject(server);
    const player = await aPlayer(server, project);
    const ticketId = await aTicket(server, player);
    const issueId = await aKnownIssue(server, project, { title: 'Crash at start' });
    const before = [(await listTickets(server, player)).text, (await poll(server, player)).body.messages];
    const linked = await team(server, 'PATCH', `/tickets/${ticketId}`, { knownIssueId: issueId });
    assert.equal(linked.status, 200, linked.text);
    assert.deepEqual(linked.body.knownIssue, { id: issueId, title: 'Crash at start' });
    assert.deepEqual(historyOf(linked.body), [['known_issue', null, issueId]]);
    assert.deepEqual([(await listTickets(server, player)).text, (await poll(server, player)).body.messages], before);
    assert.equal((await team(server, 'PATCH', `/tickets/${ticketId}`, { priority: 'high' })).status, 200);
    assert.equal((await teamReply(server, ticketId)).status, 201);
    assert.equal((await seen(server, ticketId)).knownIssue.id, issueId);
    const [ofPlayer] = (await team(server, 'GET', `/players/${player.id}/tickets`)).body.tickets;
    assert.deepEqual(ofPlayer.knownIssue, { id: issueId, title: 'Crash at start' });
    await link(server, null, ticketId);
    const unlinked = await seen(server, ticketId);
    assert.equal(unlinked.knownIssue, null);
    assert.deepEqual(historyOf(unlinked), [
      ['known_issue', null, issueId],
      ['known_issue', issueId, null],
    ]);
  });

  test('consoles learn of a link, by one ticket and by many, and not of a repeated one', async (t) => {
    const own = await startServer(t);
    const project = await aProject(own);
    const issueId = await aKnownIssue(own, project);
    const ticketId = await aTicket(own, await aPlayer(own, project));
    const stream = await openStream(t, own);
    await forgetEarlierEvents(own, stream);
    const told = async () => (await receivedSoFar(own, project.id, [stream]))[0];
    const expected = [
      { name: 'ticket', data: { projectId: project.id, ticketId } },
      { name: 'settings', data: { what: 'known-issues' } },
    ];
    await link(own, issueId, ticketId);
    assert.deepEqual(await told(), expected);
    await link(own, issueId, ticketId);
    assert.deepEqual(await told(), []);
    assert.equal((await team(own, 'PATCH', `/tickets/${ticketId}`, { knownIssueId: null })).status, 200);
    assert.deepEqual(await told(), expected);
    assert.equal((await team(own, 'PATCH', `/tickets/${ticketId}`, { knownIssueId: issueId })).status, 200);
    assert.deepEqual(await told(), expected);
    await link(own, null, ticketId);
    assert.deepEqual(await told(), expected);
  });

  test('a repeated link changes nothing, not even since when it is linked', async (t) => {
    const own = await startServer(t);
    const { issueId, ticketId, player } = await aLinkedTicket(own, await aProject(own));
    const row = () => own.store.tickets.byId(player.id, ticketId);
    const before = await row();
    assert.equal(before?.known_issue_at, own.clock.now);
    own.clock.advance(1000);
    await link(own, issueId, ticketId);
    assert.deepEqual(await row(), before);
    await team(own, 'PATCH', `/tickets/${ticketId}`, { tags: ['a'] });
    assert.equal((await row())?.known_issue_at, before?.known_issue_at);
  });

  test('400: a known issue that does not exist or is of another project changes no ticket', async () => {
    const project = await aProject(server);
    const { issueId: foreign } = await aLinkedTicket(server, await aProject(server));
    const ids = [
      await aTicket(server, await aPlayer(server, project)),
      await aTicket(server, await aPlayer(server, project)),
    ];
    for (const knownIssueId of [foreign, 'kni_unknown', '', "'; --"]) {
      const [first = ''] = ids;
      const one = await team(server, 'PATCH', `/tickets/${first}`, { knownIssueId, priority: 'high' });
      assertInvalid(one, `/api/v1/team/tickets/${first}`, 'knownIssueId');
      const many = await team(server, 'PATCH', '/tickets', { ticketIds: ids, knownIssueId, priority: 'high' });
      assertInvalid(many, '/api/v1/team/tickets', 'knownIssueId');
    }
    for (const id of ids) {
      const { knownIssue, priority } = await seen(server, id);
      assert.deepEqual([knownIssue, priority], [null, 'normal']);
    }
  });

  test('merged and held tickets are not linked; a merge keeps the known issue of each ticket', async () => {
    const project = await aProject(server);
    const issueId = await aKnownIssue(server, project);
    const player = await aPlayer(server, project);
    const [source, target] = [await aTicket(server, player), await aTicket(server, player)];
    await link(server, issueId, source);
    assert.equal((await mergeTicket(server, source, target)).status, 200);
    assert.equal((await seen(server, target)).knownIssue, null);
    assert.equal((await seen(server, source)).knownIssue.id, issueId);
    const merged = await team(server, 'PATCH', `/tickets/${source}`, { knownIssueId: null });
    assertProblem(merged, 409, 'ticket-merged', `/api/v1/team/tickets/${source}`);
    const held = await aHeldTicket(server, project);
    const { body } = await team(server, 'PATCH', '/tickets', {
      ticketIds: [source, target, held],
      knownIssueId: issueId,
    });
    assert.deepEqual(body, { updated: [target], notFound: [], merged: [source], held: [held], notSnoozed: [] });
    assert.equal((await unmergeTicket(server, source)).status, 200);
    assert.equal((await seen(server, source)).knownIssue.id, issueId);
  });

  test('the queue of a known issue has its tickets in every view, order and count', async () => {
    const project = await aProject(server);
    const { issueId, ticketId } = await aLinkedTicket(server, project);
    const player = await aPlayer(server, project);
    const others: string[] = [];
    for (let count = 0; count < 3; count++) {
      server.clock.advance(1000);
      others.push(await aTicket(server, player));
    }
    const [pending = '', closed = '', unlinked = ''] = others;
    await link(server, issueId, pending, closed);
    await setStatus(server, pending, 'pending');
    await setStatus(server, closed, 'closed');
    // More than a search for a match reads.
    await copyTicket(server.databaseUrl, unlinked, 12_000);
    const list = async (query: string) => {
      const { body } = await team(server, 'GET', `/tickets?knownIssueId=${issueId}&${query}`);
      assert.equal(body.nextCursor, null);
      return body.tickets.map(({ id }: { id: string }) => id);
    };
    assert.deepEqual(await list('view=all'), [closed, pending, ticketId]);
    assert.deepEqual(await list('view=all&sort=created'), [ticketId, pending, closed]);
    for (const sort of ['priority', 'due', 'waiting', '-created']) {
      assert.deepEqual(await list(`view=attention&sort=${sort}`), [ticketId]);
    }
    assert.deepEqual(await list('view=all&priority=normal&type=bug'), [closed, pending, ticketId]);
    assert.deepEqual(await list('view=all&type=lag'), []);
    assert.deepEqual(await list('view=unassigned'), [pending, ticketId]);
    assert.deepEqual(await list(`view=all&projectId=${(await aProject(server)).id}`), []);
    const { body } = await team(server, 'GET', `/tickets/counts?knownIssueId=${issueId}`);
    const counts = [body.attention, body.pending, body.closed, body.all];
    assert.deepEqual(
      counts,
      [1, 1, 1, 3].map((count) => ({ count, capped: false })),
    );
    const pages = await team(server, 'GET', `/tickets?knownIssueId=${issueId}&view=all&limit=2`);
    assert.deepEqual(pages.body.tickets.length, 2);
    const next = await team(
      server,
      'GET',
      `/tickets?knownIssueId=${issueId}&view=all&limit=2&cursor=${pages.body.nextCursor}`,
    );
    assert.deepEqual([next.body.tickets.length, next.body.nextCursor], [1, null]);
  });
});
