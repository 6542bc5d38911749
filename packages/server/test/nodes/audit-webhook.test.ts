import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AUDIT_SECRET, assertSigned, entriesOf, exportedEntries, sendsTo } from '../helpers/audit-webhook.ts';
import { aProject, eventually } from '../helpers/builders.ts';
import { postgresSchema } from '../helpers/databases.ts';
import { aReceiver } from '../helpers/notifications.ts';
import { startNodes, times } from '../helpers/postgres-nodes.ts';
import { rounds } from '../helpers/rounds.ts';

const ROUNDS = rounds(5);
/** The shortest time after which an entry is sent: 21 seconds. */
const QUICK = { DATABASE_STATEMENT_SECONDS: '1' };

test('two nodes send each entry once and in order, and what one of them wrote before it died', async (t) => {
  const receiver = await aReceiver(t);
  const settings = { ...QUICK, ...sendsTo(receiver) };
  const [one, other] = await startNodes(t, 2, await postgresSchema(t), settings);
  assert.ok(one && other);
  const made: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const projects = await Promise.all(times(30, (index) => aProject([one, other][index % 2] ?? one)));
    made.push(...projects.map(({ id }) => id));
  }
  const sentProjects = () =>
    entriesOf(receiver.requests)
      .filter(({ action }) => action === 'CreateProject')
      .map(({ target }) => String(target))
      .filter((id) => made.includes(id));
  await eventually(async () => sentProjects().length >= made.length);
  assert.deepEqual(sentProjects().toSorted(), made.toSorted());
  const sent = entriesOf(receiver.requests);
  const all = await exportedEntries(one);
  const start = all.findIndex(({ id }) => id === sent[0]?.id);
  assert.ok(start >= 0);
  assert.deepEqual(sent, all.slice(start));

  const { id: last } = await aProject(other);
  made.push(last);
  other.process.kill('SIGKILL');
  await eventually(async () => sentProjects().includes(last));
  assert.deepEqual(sentProjects().toSorted(), made.toSorted());
  for (const request of receiver.requests) assertSigned(request, AUDIT_SECRET);
});
