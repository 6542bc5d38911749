import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cookieOf } from '../helpers/accounts.ts';
import { aPlayer, aTicket, eventually, fromOwnPage } from '../helpers/builders.ts';
import { type Api, call } from '../helpers/call.ts';
import { emptyDatabase, executeSql } from '../helpers/databases.ts';
import { aReceiver, WEBHOOKS } from '../helpers/notifications.ts';
import { startProcess } from '../helpers/programs.ts';

const HOUR_MS = 3_600_000;

test('a node that is killed loses no message, neither before it is made nor while it is sent', async (t) => {
  const databaseUrl = await emptyDatabase(t);
  const receiver = await aReceiver(t);
  const settings = { DATABASE_URL: databaseUrl, ...WEBHOOKS };
  const first = await startProcess(t, settings);
  const [, teamKey = ''] = await first.wrote(/shown only this once: (\S+)/);
  const [, token = ''] = await first.wrote(/\/join#(\S+)/);
  const api: Api = { url: first.url, teamKey, call: (method, path, options) => call(first.url, method, path, options) };
  const owner = { token, name: 'Ada', email: 'ada@studio.example', password: 'correct horse battery staple' };
  const joined = await api.call('POST', '/api/v1/team/invitations/accept', {
    body: owner,
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  assert.equal(joined.status, 201, joined.text);
  const saved = await api.call('PATCH', '/api/v1/team/account/notifications', {
    headers: fromOwnPage(cookieOf(joined)),
    body: { webhookFormat: 'standard', webhookAddress: receiver.url, webhook: ['new_ticket'] },
  });
  assert.equal(saved.status, 200, saved.text);
  const ticket = await aTicket(api, await aPlayer(api));
  // The ticket is confirmed, but too young for a message.
  first.kill('SIGKILL');
  await first.exited;
  assert.equal(receiver.requests.length, 0);
  await executeSql(databaseUrl, `UPDATE notification_channel SET told_until = told_until - ${2 * HOUR_MS}`);
  await executeSql(databaseUrl, `UPDATE ticket SET created_at = created_at - ${HOUR_MS}`);

  receiver.answer = () => {};
  const second = await startProcess(t, settings);
  await eventually(async () => receiver.requests.length === 1);
  assert.equal(receiver.requests[0]?.body.data.items[0].tickets[0].id, ticket);
  second.kill('SIGKILL');
  await second.exited;
  // The killed node's lease ends.
  await executeSql(databaseUrl, `UPDATE delivery SET due_at = due_at - ${HOUR_MS}`);

  receiver.answer = (response) => void response.writeHead(200).end();
  await startProcess(t, settings);
  await eventually(async () => receiver.requests.length === 2);
  const [before, after] = receiver.requests;
  assert.equal(after?.text.replace(/"timestamp":"[^"]*"/, ''), before?.text.replace(/"timestamp":"[^"]*"/, ''));
  assert.equal(after?.headers['webhook-id'], before?.headers['webhook-id']);
});
