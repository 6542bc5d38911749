import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { aProject, team } from '../../../server/test/helpers/builders.ts';
import { startServer } from '../../../server/test/helpers/harness.ts';
import { aKnownIssue, aPublicIssue, fixIn, link, playersAreAsked } from '../../../server/test/helpers/known-issues.ts';
import { createPlayerSupport, memoryStorage } from '../../src/index.ts';
import { answerQuestion, listKnownIssues, listQuestions, subscribe } from '../../src/known-issues.ts';

async function aGame(t: TestContext) {
  const server = await startServer(t);
  const project = await aProject(server);
  const support = createPlayerSupport({
    baseUrl: server.url,
    projectPublicKey: project.publicKey,
    storage: memoryStorage(),
    context: { appVersion: '2.4.2', platform: 'ios', locale: 'de' },
  });
  t.after(() => support.stop());
  return { server, project, support };
}

test('a game lists what is known for a build, and the player has it too', async (t) => {
  const { server, project, support } = await aGame(t);
  const id = await aPublicIssue(server, project, { builds: ['2.4.2'], platforms: ['iOS'] });
  const known = { id, note: 'Das wissen wir.', state: 'investigating', fixedInBuild: null, subscribed: false };
  assert.deepEqual(await listKnownIssues(support), [known]);
  const other = { build: '2.4.1&platform=x', platform: 'ios', locale: 'en' };
  assert.deepEqual(await listKnownIssues(support, other), []);
  assert.equal((await listKnownIssues(support, { build: '2.4.2', locale: 'en' }))[0]?.note, 'We know.');
  for (let count = 0; count < 2; count++) await subscribe(support, id);
  assert.deepEqual(await listKnownIssues(support), [{ ...known, subscribed: true }]);
  await assert.rejects(subscribe(support, '../x'), { slug: 'not-found', status: 404 });
  const stopped = { signal: AbortSignal.abort(new Error('gone')) };
  await assert.rejects(listKnownIssues(support, stopped), { message: 'gone' });
});

test('a game answers the question about a ticket', async (t) => {
  const { server, project, support } = await aGame(t);
  const { ticketId } = await support.tickets.create({ type: 'bug', subject: 'Stuck', message: 'm' });
  assert.ok(ticketId);
  const issueId = await aKnownIssue(server, project);
  await link(server, issueId, ticketId);
  await fixIn(server, issueId);
  assert.deepEqual(await listQuestions(support), []);
  await playersAreAsked(server);
  const [question, ...more] = await listQuestions(support);
  assert.deepEqual(more, []);
  assert.deepEqual([question?.ticketId, question?.subject, question?.build], [ticketId, 'Stuck', '2.4.2']);
  const messages = await support.inbox.messages();
  assert.equal(messages.find(({ id }) => id === question?.messageId)?.type, 'ticket_status');
  const status = async () => (await team(server, 'GET', `/tickets/${ticketId}`)).body.status;
  await answerQuestion(support, ticketId, true);
  assert.equal(await status(), 'closed');
  await answerQuestion(support, ticketId, false);
  assert.equal(await status(), 'open');
  await assert.rejects(answerQuestion(support, ticketId, true), { slug: 'question-answered', status: 409 });
  assert.deepEqual(await listQuestions(support), []);
});
