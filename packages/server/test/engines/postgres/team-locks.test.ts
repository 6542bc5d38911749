import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aMember, anAnnouncement, aPlayer, aProject, aTicket, team } from '../../helpers/builders.ts';
import { postgresSchema } from '../../helpers/databases.ts';
import { aField, setForm } from '../../helpers/forms.ts';
import { startServer } from '../../helpers/harness.ts';
import {
  aKnownIssue,
  aLinkedTicket,
  anAnswer,
  answersAreSent,
  cancelAnswer,
  seenIssue,
} from '../../helpers/known-issues.ts';
import { lockRows } from '../../helpers/postgres-nodes.ts';
import { aMacro, aView } from '../../helpers/things.ts';

test('two changes of different fields at the same time both stay, whatever they are about', async (t) => {
  const server = await startServer(t, { env: { DATABASE_URL: await postgresSchema(t) } });
  const [owner, other] = [await aMember(server, 'owner'), await aMember(server, 'owner')];
  const project = await aProject(server);
  const things = {
    saved_view: ['views', 'views', await aView(server, owner), { name: 'New' }, { base: 'open' }],
    macro: ['macros', 'macros', await aMacro(server, project), { name: 'New' }, { body: 'New' }],
    announcement: [
      'announcements',
      'announcements',
      await anAnnouncement(server, project, { startsAt: new Date(server.clock.now + 3_600_000).toISOString() }),
      { title: 'New' },
      { body: 'New' },
    ],
    known_issue: [
      'known-issues',
      'knownIssues',
      await aKnownIssue(server, project),
      { title: 'New' },
      { description: 'New' },
    ],
  } as const;
  for (const [table, [path, list, id, ...changes]] of Object.entries(things)) {
    const locked = await lockRows(t, server, table);
    // The announcement's author is locked too, so the other change is another member's.
    const second = table === 'saved_view' ? owner : other;
    const replies = changes.map((change, at) => (at === 0 ? owner : second).call('PATCH', `/${path}/${id}`, change));
    await locked.waitFor(changes.length);
    await locked.release();
    for (const { status, text } of await Promise.all(replies)) assert.equal(status, 200, text);
    const rows: { id: string }[] = (await owner.call('GET', `/${path}`)).body[list];
    const changed = rows.find((row) => row.id === id);
    assert.deepEqual(changed, { ...changed, ...changes[0], ...changes[1] }, table);
  }
});

test('an answer to all tickets that is cancelled while the job begins to send it stays cancelled', async (t) => {
  const server = await startServer(t, { env: { DATABASE_URL: await postgresSchema(t) } });
  const { issueId } = await aLinkedTicket(server, await aProject(server));
  const answerId = await anAnswer(server, issueId);
  const locked = await lockRows(t, server, 'known_issue_answer');
  const cancelled = cancelAnswer(server, issueId, answerId);
  await locked.waitFor(1);
  const sent = answersAreSent(server);
  await locked.waitFor(2);
  await locked.release();
  assert.equal((await cancelled).status, 200);
  await sent;
  const [{ state, sent: count }] = (await seenIssue(server, issueId)).answers;
  assert.deepEqual([state, count], ['cancelled', 0]);
});

test('a new name and a new role of a member at the same time both stay', async (t) => {
  const server = await startServer(t, { env: { DATABASE_URL: await postgresSchema(t) } });
  const [owner, member] = [await aMember(server, 'owner'), await aMember(server, 'agent')];
  const locked = await lockRows(t, server, 'member');
  const replies = [
    owner.call('PATCH', `/members/${member.id}`, { role: 'viewer' }),
    member.call('PATCH', '/account', { name: 'New' }),
  ];
  await locked.waitFor(2);
  await locked.release();
  for (const { status, text } of await Promise.all(replies)) assert.equal(status, 200, text);
  const { name, role } = (await server.store.members.byId(member.id)) ?? assert.fail();
  assert.deepEqual([name, role], ['New', 'viewer']);
});

test('of two owners who leave at the same time, one stays', async (t) => {
  const server = await startServer(t, { env: { DATABASE_URL: await postgresSchema(t) } });
  const owners = [await aMember(server, 'owner'), await aMember(server, 'owner')];
  const locked = await lockRows(t, server, 'member');
  const replies = owners.map(({ call, id }) => call('PATCH', `/members/${id}`, { role: 'agent' }));
  await locked.waitFor(2);
  await locked.release();
  const statuses = (await Promise.all(replies)).map(({ status }) => status);
  assert.deepEqual(statuses.sort(), [200, 400]);
});

test('forms of two ticket types that are set at the same time both stay', async (t) => {
  const server = await startServer(t, { env: { DATABASE_URL: await postgresSchema(t) } });
  const project = await aProject(server);
  const locked = await lockRows(t, server, 'project');
  const fields = [aField('level')];
  const replies = ['bug', 'other'].map((type) => setForm(server, project, { type, fields }));
  await locked.waitFor(2);
  await locked.release();
  for (const { status, text } of await Promise.all(replies)) assert.equal(status, 200, text);
  const stored = JSON.parse((await server.store.projects.byId(project.id))?.form_versions ?? '');
  assert.deepEqual(stored.sort(), [
    ['bug', 1],
    ['other', 1],
  ]);
});

test('a ticket is not linked to a known issue that is deleted at the same time', async (t) => {
  const server = await startServer(t, { env: { DATABASE_URL: await postgresSchema(t) } });
  const project = await aProject(server);
  const issueId = await aKnownIssue(server, project);
  const path = `/tickets/${await aTicket(server, await aPlayer(server, project))}`;
  const locked = await lockRows(t, server, 'known_issue');
  const linked = team(server, 'PATCH', path, { knownIssueId: issueId });
  await locked.waitFor(1);
  await locked.release('DELETE FROM known_issue');
  assert.equal((await linked).status, 400);
  assert.equal((await team(server, 'GET', path)).body.knownIssue, null);
});
