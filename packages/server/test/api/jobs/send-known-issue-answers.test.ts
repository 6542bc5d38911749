import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ANSWER_DELAY_SECONDS } from '@player-support/contract/limits';
import { SECOND } from '../../../src/domain/time.ts';
import {
  aMember,
  aPlayer,
  aProject,
  aTicket,
  block,
  getTicket,
  listTickets,
  type Player,
  poll,
  seenPlayer,
  setStatus,
  team,
  teamReply,
  unlimited,
} from '../../helpers/builders.ts';
import type { Reply } from '../../helpers/call.ts';
import { executeSql } from '../../helpers/databases.ts';
import { forgetEarlierEvents, openStream, receivedSoFar } from '../../helpers/event-streams.ts';
import { aKey, withKey } from '../../helpers/grants.ts';
import { startServer, type TestServer } from '../../helpers/harness.ts';
import {
  aKnownIssue,
  aLinkedTicket,
  anAnswer,
  answersAreSent,
  cancelAnswer,
  link,
  seenIssue,
} from '../../helpers/known-issues.ts';
import { queryRows } from '../../helpers/stored-rows.ts';

type Seen = Reply['body'];

const byTicketId = (a: { ticketId: string }, b: { ticketId: string }) => (a.ticketId < b.ticketId ? -1 : 1);

const messagesOf = async (server: TestServer, ticketId: string): Promise<string[]> => {
  const { body } = await team(server, 'GET', `/tickets/${ticketId}`);
  return body.messages.filter(({ authorType }: Seen) => authorType === 'admin').map(({ message }: Seen) => message);
};

/** Reads what player and team see, without ids, numbers and times. */
async function seen(server: TestServer, player: Player, ticketId: string) {
  const withoutIds = (value: unknown) =>
    JSON.parse(
      JSON.stringify(value).replace(/"(?:[a-z]{3}_[0-9a-v]+|\d{4}-[^"]+Z|[\w-]{43}|installation-\d+)"/g, '"x"'),
    );
  const {
    knownIssue: _issue,
    number: _number,
    events,
    ...ticket
  } = (await team(server, 'GET', `/tickets/${ticketId}`)).body;
  return withoutIds([
    ticket,
    events.filter(({ kind }: Seen) => kind !== 'known_issue'),
    (await getTicket(server, player, ticketId)).body,
    (await listTickets(server, player)).body.tickets,
    (await poll(server, player)).body.messages,
    await seenPlayer(server, player.id),
  ]);
}

suite('answers to known issues', () => {
  test('each ticket gets the same as from ReplyToTicket, with each status', async (t) => {
    const server = await startServer(t);
    for (const status of ['pending', 'resolved', 'closed']) {
      const project = await aProject(server);
      const answered = await aLinkedTicket(server, project, { userId: 'ada' });
      const player = await aPlayer(server, project, { userId: 'ada' });
      const ticketId = await aTicket(server, player);
      await anAnswer(server, answered.issueId, { status });
      await answersAreSent(server);
      const reply = { message: 'It is fixed.', status };
      assert.equal((await team(server, 'POST', `/tickets/${ticketId}/replies`, reply)).status, 201);
      assert.deepEqual(
        await seen(server, answered.player, answered.ticketId),
        await seen(server, player, ticketId),
        status,
      );
    }
  });

  test('nothing is sent before its time, and then each ticket gets its own text once', async (t) => {
    const server = await startServer(t);
    const project = await aProject(server);
    await unlimited(server, project);
    const issueId = await aKnownIssue(server, project);
    const ids = new Map<string, string>();
    for (let count = 0; count < 25; count++) {
      const player = await aPlayer(server, project, { userId: `u-${count}` });
      ids.set(await aTicket(server, player), `Hello u-${count}!`);
    }
    await link(server, issueId, ...ids.keys());
    const author = await aMember(server, 'agent');
    const created = await author.call('POST', `/known-issues/${issueId}/answers`, {
      message: 'Hello {{player.userId}}!',
    });
    assert.equal(created.status, 201, created.text);
    server.clock.advance(-1);
    await answersAreSent(server);
    assert.equal((await seenIssue(server, issueId)).answers[0].state, 'waiting');
    server.clock.advance(1 - ANSWER_DELAY_SECONDS * SECOND);
    await answersAreSent(server);
    await answersAreSent(server);
    for (const [id, text] of ids) {
      const { messages } = (await team(server, 'GET', `/tickets/${id}`)).body;
      assert.deepEqual(
        messages.slice(1).map(({ message, author: by }: Seen) => [message, by]),
        [[text, { id: author.id, name: author.name }]],
      );
    }
    const [answer] = (await seenIssue(server, issueId)).answers;
    assert.deepEqual([answer.state, answer.tickets, answer.sent, answer.skipped], ['done', 25, 25, []]);
  });

  test('a snoozed ticket gets the answer too, and comes back as one that waits for its player', async (t) => {
    const server = await startServer(t);
    const { issueId, ticketId } = await aLinkedTicket(server, await aProject(server));
    await team(server, 'PATCH', `/tickets/${ticketId}`, { snooze: { untilReply: true } });
    await anAnswer(server, issueId);
    await answersAreSent(server);
    const { status, snooze, events } = (await team(server, 'GET', `/tickets/${ticketId}`)).body;
    assert.deepEqual([status, snooze], ['pending', null]);
    assert.deepEqual(await messagesOf(server, ticketId), ['It is fixed.']);
    const { from, to } = events.findLast(({ kind }: Seen) => kind === 'snooze');
    assert.deepEqual([from, to], ['reply', null], 'the history says that it came back');
  });

  test('tickets that changed since the answer was written are skipped, and later ones are not answered', async (t) => {
    const server = await startServer(t);
    const project = await aProject(server);
    await unlimited(server, project);
    const issueId = await aKnownIssue(server, project);
    const path = `/known-issues/${issueId}/answers`;
    const ids: string[] = [];
    const players: Player[] = [];
    for (let count = 0; count < 7; count++) {
      const player = await aPlayer(server, project);
      players.push(player);
      ids.push(await aTicket(server, player));
    }
    const [open = '', closed = '', blocked = '', unlinked = '', again = '', full = '', late = ''] = ids;
    await link(server, issueId, open, closed, blocked, unlinked, again, full);
    await anAnswer(server, issueId);
    server.clock.advance(1);
    await setStatus(server, closed, 'closed');
    await block(server, players[2] ?? assert.fail());
    await link(server, null, unlinked, again);
    await link(server, issueId, again, late);
    await teamReply(server, full, 'Is it?');
    await answersAreSent(server, { messagesPerTicket: 2 });
    const [answer] = (await seenIssue(server, issueId)).answers;
    assert.deepEqual([answer.state, answer.tickets, answer.sent], ['done', 6, 1]);
    const reasons = answer.skipped.map(({ reason, tickets }: Seen) => [reason, tickets]).toSorted();
    assert.deepEqual(reasons, [
      ['blocked', 1],
      ['closed', 1],
      ['full', 1],
      ['gone', 2],
    ]);
    const { tickets, nextCursor } = (await team(server, 'GET', `${path}/${answer.id}/unanswered`)).body;
    const left = [
      { ticketId: closed, subject: 'Stuck', reason: 'closed' },
      { ticketId: blocked, subject: 'Stuck', reason: 'blocked' },
      { ticketId: full, subject: 'Stuck', reason: 'full' },
    ];
    assert.deepEqual(tickets, left.toSorted(byTicketId));
    assert.equal(nextCursor, null);
    assert.deepEqual(await Promise.all(ids.map((id) => messagesOf(server, id))), [
      ['It is fixed.'],
      [],
      [],
      [],
      [],
      ['Is it?'],
      [],
    ]);
  });

  test('each player gets the text of its language, with a fallback for a value that is missing', async (t) => {
    const server = await startServer(t);
    const project = await aProject(server);
    await unlimited(server, project);
    const issueId = await aKnownIssue(server, project);
    const expected = new Map<string, string>();
    for (const [locale, userId, text] of [
      ['de_AT', 'ada', 'Behoben, ada.'],
      ['de-CH', undefined, 'Behoben, du.'],
      ['fr-FR', 'bob', 'Fixed, bob.'],
      [undefined, undefined, 'Fixed, there.'],
    ] as const) {
      const player = await aPlayer(server, project, { userId, context: { locale } });
      expected.set(await aTicket(server, player), text);
    }
    await link(server, issueId, ...expected.keys());
    const texts = { de: 'Behoben, {{player.userId|du}}.', 'pt-PT': 'Corrigido.' };
    await anAnswer(server, issueId, { message: 'Fixed, {{player.userId|there}}.', texts });
    await answersAreSent(server);
    for (const [id, text] of expected) assert.deepEqual(await messagesOf(server, id), [text]);
    assert.deepEqual((await seenIssue(server, issueId)).answers[0].texts, texts);
  });

  test('nodes of the last release do not send an answer, and this one sends theirs', async (t) => {
    const server = await startServer(t);
    const { issueId, ticketId } = await aLinkedTicket(server, await aProject(server));
    await anAnswer(server, issueId);
    const [row] = await queryRows(server.databaseUrl, 'SELECT send_at, begins_at FROM known_issue_answer');
    assert.deepEqual(
      [Number(row?.send_at), Number(row?.begins_at)],
      [Date.parse('9999-12-31T23:59:59Z'), server.clock.now + ANSWER_DELAY_SECONDS * SECOND],
    );
    await executeSql(server.databaseUrl, 'UPDATE known_issue_answer SET send_at = begins_at, begins_at = NULL');
    await answersAreSent(server);
    assert.deepEqual(await messagesOf(server, ticketId), ['It is fixed.']);
  });

  test('a ticket that is linked again while the answer is sent gets none, as one that is linked later', async (t) => {
    const server = await startServer(t);
    const { issueId, ticketId } = await aLinkedTicket(server, await aProject(server));
    await anAnswer(server, issueId);
    const { knownIssueAnswers } = server.store;
    const read = knownIssueAnswers.linked;
    t.mock.method(knownIssueAnswers, 'linked', async (request: Parameters<typeof read>[0]) => {
      const page = await read(request);
      await link(server, null, ticketId);
      await link(server, issueId, ticketId);
      return page;
    });
    await answersAreSent(server);
    const [{ state, sent, skipped }] = (await seenIssue(server, issueId)).answers;
    assert.deepEqual([state, sent, skipped], ['done', 0, [{ reason: 'gone', tickets: 1 }]]);
    assert.deepEqual(await messagesOf(server, ticketId), []);
  });

  test('a cancelled answer stops; what is sent stays, and another answer reaches all', async (t) => {
    const server = await startServer(t);
    const project = await aProject(server);
    await unlimited(server, project);
    const issueId = await aKnownIssue(server, project);
    const ids: string[] = [];
    for (let count = 0; count < 25; count++) ids.push(await aTicket(server, await aPlayer(server, project)));
    await link(server, issueId, ...ids);
    const answerId = await anAnswer(server, issueId);
    let checks = 0;
    // Stops before the second batch, as at a shutdown.
    await answersAreSent(server, { stopping: () => ++checks > 2 });
    const [stopped] = (await seenIssue(server, issueId)).answers;
    assert.deepEqual([stopped.state, stopped.sent], ['sending', 5]);
    const cancelled = await cancelAnswer(server, issueId, answerId);
    assert.deepEqual([cancelled.body.state, cancelled.body.sent], ['cancelled', 5]);
    await answersAreSent(server);
    const texts = async () => (await Promise.all(ids.map((id) => messagesOf(server, id)))).flat();
    assert.equal((await texts()).length, 5);
    await anAnswer(server, issueId, { message: 'Again.' });
    await answersAreSent(server);
    assert.deepEqual((await texts()).toSorted(), [...Array(25).fill('Again.'), ...Array(5).fill('It is fixed.')]);
  });

  test('an answer stops when its author loses the access, the role or the account, also after a part is sent', async (t) => {
    const server = await startServer(t);
    const [project, other] = [await aProject(server), await aProject(server)];
    const issueId = await aKnownIssue(server, project);
    await unlimited(server, project);
    const ids: string[] = [];
    for (let count = 0; count < 6; count++) ids.push(await aTicket(server, await aPlayer(server, project)));
    await link(server, issueId, ...ids);
    const path = `/known-issues/${issueId}/answers`;
    const state = async () => {
      const [{ state, sent }] = (await seenIssue(server, issueId)).answers;
      return [state, sent];
    };
    const done = ({ status, text }: Reply) => assert.ok(status < 300, text);
    for (const [name, change] of Object.entries({
      'another project': { projectIds: [other.id] },
      'a lower role': { role: 'viewer' },
      disabled: { disabled: true },
      'an access that is still enough': { role: 'admin', projectIds: [project.id] },
    })) {
      const author = await aMember(server, 'agent', { projectIds: [project.id, other.id] });
      done(await author.call('POST', path, { message: name }));
      let checks = 0;
      await answersAreSent(server, { stopping: () => ++checks > 2 });
      assert.deepEqual(await state(), ['sending', 5], name);
      done(await team(server, 'PATCH', `/members/${author.id}`, change));
      await answersAreSent(server);
      assert.deepEqual(await state(), name.startsWith('an access') ? ['done', 6] : ['stopped', 5], name);
    }
    const created = await team(server, 'POST', '/api-keys', { name: 'bot', role: 'agent', projectIds: [project.id] });
    const { key: token, apiKey } = created.body;
    done(await server.call('POST', `/api/v1/team${path}`, { token, body: { message: 'Of a key.' } }));
    done(await team(server, 'DELETE', `/api-keys/${apiKey.id}`));
    await answersAreSent(server);
    assert.deepEqual(await state(), ['stopped', 0], 'a revoked key');
    const texts = (await Promise.all(ids.map((id) => messagesOf(server, id)))).flat();
    assert.equal(texts.length, 3 * 5 + 6);

    const expiring = { name: 'night', role: 'agent', expiresAt: new Date(server.clock.now + 1000).toISOString() };
    const night = (await team(server, 'POST', '/api-keys', expiring)).body;
    done(await server.call('POST', `/api/v1/team${path}`, { token: night.key, body: { message: 'Of the night.' } }));
    await answersAreSent(server);
    assert.deepEqual(await state(), ['stopped', 0], 'a key that expired within the minute');
    assert.equal((await anAnswer(server, issueId)).slice(0, 4), 'ans_', 'another answer can be sent');
  });

  test('an answer stays stopped when its author gets the access back, and consoles learn that it stopped', async (t) => {
    const server = await startServer(t);
    const [project, other] = [await aProject(server), await aProject(server)];
    const { issueId } = await aLinkedTicket(server, project);
    const done = ({ status, text }: Reply) => assert.ok(status < 300, text);
    const heir = await aMember(server, 'admin');
    const stream = await openStream(t, server);
    for (const [author, loss, regain] of [
      ['member', { disabled: true }, { disabled: false }],
      ['member', { projectIds: [other.id] }, { projectIds: null }],
      ['member', { role: 'viewer' }, { role: 'admin' }],
      ['key', { disabled: true }, { disabled: false }],
    ] as const) {
      const creator = await aMember(server, 'admin');
      const { key, apiKey } = await aKey(creator.call, { role: 'agent' });
      const send = author === 'key' ? withKey(server, key) : creator.call;
      done(await send('POST', `/known-issues/${issueId}/answers`, { message: 'It is fixed.' }));
      await forgetEarlierEvents(server, stream);
      done(await team(server, 'PATCH', `/members/${creator.id}`, loss));
      await stream.received((event) => event.name === 'settings' && event.data.what === 'known-issues');
      const [entry] = (await team(server, 'GET', '/audit')).body.entries;
      assert.equal(entry.details.stoppedAnswers, 1);
      done(await team(server, 'PATCH', `/members/${creator.id}`, regain));
      done(await heir.call('POST', '/api-keys/take-over', { apiKeyIds: [apiKey.id] }));
      await answersAreSent(server);
      const [{ state, sent }] = (await seenIssue(server, issueId)).answers;
      assert.deepEqual([state, sent], ['stopped', 0], JSON.stringify([author, loss]));
    }
  });

  test('projects take turns, so a long answer does not hold up that of another project', async (t) => {
    const server = await startServer(t);
    const sentOf = async (issueId: string) => (await seenIssue(server, issueId)).answers[0].sent;
    const issues: string[] = [];
    for (const tickets of [11, 1]) {
      const project = await aProject(server);
      await unlimited(server, project);
      const issueId = await aKnownIssue(server, project);
      const ids: string[] = [];
      for (let count = 0; count < tickets; count++) ids.push(await aTicket(server, await aPlayer(server, project)));
      await link(server, issueId, ...ids);
      await anAnswer(server, issueId);
      issues.push(issueId);
    }
    let checks = 0;
    // Each turn asks before it and before its only batch.
    await answersAreSent(server, { pageSize: 5, stopping: () => ++checks > 4 });
    assert.deepEqual(await Promise.all(issues.map(sentOf)), [5, 1]);
    await answersAreSent(server, { pageSize: 5 });
    assert.deepEqual(await Promise.all(issues.map(sentOf)), [11, 1]);
  });

  test('consoles learn of each reply and of the progress', async (t) => {
    const server = await startServer(t);
    const project = await aProject(server);
    const { issueId, ticketId } = await aLinkedTicket(server, project);
    await anAnswer(server, issueId);
    const member = await aMember(server, 'viewer');
    const stream = await openStream(t, server, { headers: { cookie: member.cookie } });
    await forgetEarlierEvents(server, stream);
    await answersAreSent(server);
    const [events = []] = await receivedSoFar(server, project.id, [stream]);
    // A slow machine tells the progress twice.
    const different = [...new Set(events.map((event) => JSON.stringify(event)))].map((text) => JSON.parse(text));
    assert.deepEqual(different, [
      { name: 'ticket', data: { projectId: project.id, ticketId } },
      { name: 'settings', data: { what: 'known-issues' } },
    ]);
  });
});
