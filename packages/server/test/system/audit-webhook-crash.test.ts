import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shiftId } from '../../src/domain/ids.ts';
import { HOUR } from '../../src/domain/time.ts';
import { AUDIT_SECRET, assertSigned, entriesOf, idsOf, sendsTo } from '../helpers/audit-webhook.ts';
import { aProject, eventually, team } from '../helpers/builders.ts';
import { emptyDatabase, executeSql } from '../helpers/databases.ts';
import { type Api, call } from '../helpers/harness.ts';
import { aReceiver } from '../helpers/notifications.ts';
import { cli, freePort, startProcess } from '../helpers/programs.ts';
import { queryRows } from '../helpers/stored-rows.ts';

/** Makes all entries an hour older, and the position two hours. */
async function age(databaseUrl: string): Promise<void> {
  for (const { id } of await queryRows(databaseUrl, 'SELECT audit_entry_id AS id FROM audit_entry')) {
    const older = shiftId(String(id), -HOUR);
    await executeSql(databaseUrl, `UPDATE audit_entry SET audit_entry_id = '${older}' WHERE audit_entry_id = '${id}'`);
  }
  const [stream] = await queryRows(databaseUrl, 'SELECT position FROM audit_stream');
  const position = shiftId(String(stream?.position), -2 * HOUR);
  await executeSql(databaseUrl, `UPDATE audit_stream SET position = '${position}'`);
}

test('a node that is killed or stopped while it sends loses no entry; doctor and a metric say what waits', async (t) => {
  const DATABASE_URL = await emptyDatabase(t);
  const receiver = await aReceiver(t);
  const METRICS_PORT = await freePort();
  const settings = { DATABASE_URL, METRICS_PORT, RATE_LIMITS: 'off', SHUTDOWN_SECONDS: '1', ...sendsTo(receiver) };
  const host = new URL(receiver.url).host;
  const doctor = async () => (await cli(['doctor'], settings)).stdout;
  const waiting = async () => {
    const { text } = await call(`http://127.0.0.1:${METRICS_PORT}`, 'GET', '/metrics');
    return Number(/^player_support_audit_webhook_waiting_seconds (\S+)$/m.exec(text)?.[1]);
  };

  const first = await startProcess(t, settings);
  const [, teamKey = ''] = await first.wrote(/shown only this once: (\S+)/);
  const [, link = ''] = await first.wrote(/\/join#(\S+)/);
  const api = (url: string): Api => ({ url, teamKey, call: (...args) => call(url, ...args) });
  const names = ['One', 'Two', 'Three'];
  for (const name of names) await aProject(api(first.url), name);
  await eventually(async () => (await queryRows(DATABASE_URL, 'SELECT name FROM audit_stream')).length === 1);
  first.kill('SIGKILL');
  await first.exited;
  assert.match(await doctor(), new RegExp(`^ok +the audit log is sent to ${host}; nothing was sent yet$`, 'm'));
  // The entries are confirmed, but too young to be sent.
  assert.equal(receiver.requests.length, 0);
  await age(DATABASE_URL);

  receiver.answer = () => {};
  const second = await startProcess(t, settings);
  await eventually(async () => receiver.requests.length === 1);
  assert.ok((await waiting()) > 3000);
  second.kill('SIGKILL');
  await second.exited;
  // The lease of the killed node ends.
  await executeSql(DATABASE_URL, 'UPDATE audit_stream SET leased_until = 0');

  const third = await startProcess(t, settings);
  await eventually(async () => receiver.requests.length === 2);
  third.kill('SIGTERM');
  assert.equal(await third.exited, 0);

  receiver.answer = (response) => void response.writeHead(503).end();
  const fourth = await startProcess(t, settings);
  await fourth.wrote(/"error":"http-503","msg":"the receiver of the audit log does not take entries/);
  assert.match(
    await doctor(),
    new RegExp(`^problem +AUDIT_WEBHOOK_URL: ${host} takes no entries since \\S+; http-503$`, 'm'),
  );
  receiver.answer = (response) => void response.writeHead(200).end();
  // The pause after the failure ends.
  await executeSql(DATABASE_URL, 'UPDATE audit_stream SET due_at = 0');
  await fourth.wrote(/"msg":"the receiver of the audit log takes entries again"/);
  assert.match(
    await doctor(),
    new RegExp(`^ok +the audit log is sent to ${host}; the last entries were sent at \\S+Z$`, 'm'),
  );
  assert.equal(await waiting(), 0);

  assert.ok(receiver.requests.length >= 4);
  assert.equal(new Set(idsOf(receiver.requests)).size, 1);
  assert.equal(new Set(receiver.requests.map(({ text }) => text)).size, 1);
  for (const request of receiver.requests) assertSigned(request, AUDIT_SECRET);
  const { text } = await team(api(fourth.url), 'GET', '/audit/export');
  const exported = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const last = receiver.requests.slice(-1);
  assert.deepEqual(entriesOf(last), exported);
  assert.ok(exported.length >= names.length + 1);

  const sent = last[0]?.text ?? '';
  for (const secret of [teamKey, link]) assert.ok(!sent.includes(secret));
  for (const { stdout, stderr } of [first, second, third, fourth]) {
    for (const hidden of [AUDIT_SECRET.slice(6), '/hook'])
      assert.ok(!`${stdout()}${stderr()}`.includes(hidden), hidden);
  }
});
