import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { shiftId } from '../../src/domain/ids.ts';
import { HOUR } from '../../src/domain/time.ts';
import { AUDIT_SECRET, assertSigned, entriesOf, exportedEntries, idsOf, sendsTo } from '../helpers/audit-webhook.ts';
import { aProject, eventually } from '../helpers/builders.ts';
import { type Api, call } from '../helpers/call.ts';
import { emptyDatabase, executeSql } from '../helpers/databases.ts';
import { freePort } from '../helpers/free-port.ts';
import { aReceiver } from '../helpers/notifications.ts';
import { cliProcess, type ServerProcess, type Settings, startProcess } from '../helpers/programs.ts';
import { queryRows } from '../helpers/stored-rows.ts';

/** Entries become an hour older, the position two. */
async function age(databaseUrl: string): Promise<void> {
  for (const { id } of await queryRows(databaseUrl, 'SELECT audit_entry_id AS id FROM audit_entry')) {
    const older = shiftId(String(id), -HOUR);
    await executeSql(databaseUrl, `UPDATE audit_entry SET audit_entry_id = '${older}' WHERE audit_entry_id = '${id}'`);
  }
  const [stream] = await queryRows(databaseUrl, 'SELECT position FROM audit_stream');
  const position = shiftId(String(stream?.position), -2 * HOUR);
  await executeSql(databaseUrl, `UPDATE audit_stream SET position = '${position}'`);
}

/** Starts a node. Its three projects' entries are too young to send. */
async function aNodeWithEntries(t: Pick<TestContext, 'after'>, settings: Settings & { readonly DATABASE_URL: string }) {
  const node = await startProcess(t, settings);
  const [, teamKey = ''] = await node.wrote(/shown only this once: (\S+)/);
  const [, link = ''] = await node.wrote(/\/join#(\S+)/);
  const apiAt = (url: string): Api => ({ url, teamKey, call: (...args) => call(url, ...args) });
  for (const name of ['One', 'Two', 'Three']) await aProject(apiAt(node.url), name);
  const streams = () => queryRows(settings.DATABASE_URL, 'SELECT name FROM audit_stream');
  await eventually(async () => (await streams()).length === 1);
  return { node, teamKey, link, apiAt };
}

function assertHidden(...nodes: readonly ServerProcess[]): void {
  for (const { stdout, stderr } of nodes) {
    for (const hidden of [AUDIT_SECRET.slice(6), '/hook'])
      assert.ok(!`${stdout()}${stderr()}`.includes(hidden), hidden);
  }
}

test('a node that is killed or stopped while it sends loses no entry', async (t) => {
  const DATABASE_URL = await emptyDatabase(t);
  const receiver = await aReceiver(t);
  const settings = { DATABASE_URL, RATE_LIMITS: 'off', SHUTDOWN_SECONDS: '1', ...sendsTo(receiver) };
  const { node: first, teamKey, link, apiAt } = await aNodeWithEntries(t, settings);
  receiver.answer = () => {};
  await age(DATABASE_URL);
  await eventually(async () => receiver.requests.length === 1);
  first.kill('SIGKILL');
  await first.exited;
  // The killed node's lease ends.
  await executeSql(DATABASE_URL, 'UPDATE audit_stream SET leased_until = 0');

  const second = await startProcess(t, settings);
  await eventually(async () => receiver.requests.length === 2);
  second.kill('SIGTERM');
  assert.equal(await second.exited, 0);

  receiver.answer = (response) => void response.writeHead(200).end();
  const third = await startProcess(t, settings);
  await eventually(async () => receiver.requests.length === 3);
  assert.equal(new Set(idsOf(receiver.requests)).size, 1);
  assert.equal(new Set(receiver.requests.map(({ text }) => text)).size, 1);
  for (const request of receiver.requests) assertSigned(request, AUDIT_SECRET);
  const exported = await exportedEntries(apiAt(third.url));
  assert.deepEqual(entriesOf(receiver.requests.slice(-1)), exported);
  // From the first start and three projects.
  assert.ok(exported.length > 3);

  const sent = receiver.requests.at(-1)?.text ?? '';
  for (const secret of [teamKey, link]) assert.ok(!sent.includes(secret));
  assertHidden(first, second, third);
});

test('doctor and a metric say what waits, and whether the receiver accepts it', async (t) => {
  const DATABASE_URL = await emptyDatabase(t);
  const receiver = await aReceiver(t);
  const METRICS_PORT = await freePort();
  const settings = { DATABASE_URL, METRICS_PORT, RATE_LIMITS: 'off', ...sendsTo(receiver) };
  const { host } = new URL(receiver.url);
  const doctor = async () => (await cliProcess(['doctor'], settings)).stdout;
  const waiting = async () => {
    const { text } = await call(`http://127.0.0.1:${METRICS_PORT}`, 'GET', '/metrics');
    return Number(/^player_support_audit_webhook_waiting_seconds (\S+)$/m.exec(text)?.[1]);
  };
  const { node } = await aNodeWithEntries(t, settings);
  assert.match(await doctor(), new RegExp(`^ok +the audit log is sent to ${host}; nothing was sent yet$`, 'm'));
  assert.equal(await waiting(), 0);

  receiver.answer = (response) => void response.writeHead(503).end();
  await age(DATABASE_URL);
  await node.wrote(/"error":"http-503","msg":"the receiver of the audit log does not take entries/);
  assert.ok((await waiting()) > 3000);
  assert.match(await doctor(), new RegExp(`^problem +${host} has not accepted entries since \\S+: http-503$`, 'm'));

  receiver.answer = (response) => void response.writeHead(200).end();
  // The pause after the failure ends.
  await executeSql(DATABASE_URL, 'UPDATE audit_stream SET due_at = 0');
  await node.wrote(/"msg":"the receiver of the audit log takes entries again"/);
  const sent = `^ok +the audit log is sent to ${host}; the last entries were sent at \\S+Z$`;
  assert.match(await doctor(), new RegExp(sent, 'm'));
  assert.equal(await waiting(), 0);
  assertHidden(node);
});
