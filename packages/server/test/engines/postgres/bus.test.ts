import assert from 'node:assert/strict';
import { test } from 'node:test';
import { postgresBus } from '../../../src/store/postgres/bus.ts';
import { connectionSettings } from '../../../src/store/postgres/open.ts';
import { POSTGRES_DEFAULTS } from '../../../src/store/postgres/options.ts';
import { eventually } from '../../helpers/builders.ts';
import { postgresSchema } from '../../helpers/databases.ts';
import { connect, withParameters } from '../../helpers/postgres-nodes.ts';

test('a node whose connection broke assumes a change, and is told of the next ones', async (t) => {
  const url = await postgresSchema(t);
  const name = `bus-${process.pid}`;
  const [bus, other] = [withParameters(url, { application_name: name }), url].map((one) => {
    const opened = postgresBus(connectionSettings(one, POSTGRES_DEFAULTS));
    t.after(() => opened.close());
    return opened;
  });
  const received: unknown[] = [];
  bus?.subscribe('topic', (contents) => received.push(contents));
  const isTold = async (content: string) => {
    await eventually(async () => {
      other?.publish('topic', content);
      return received.some((contents) => JSON.stringify(contents) === JSON.stringify([content]));
    });
  };
  await isTold('before');
  received.length = 0;
  const end = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1';
  assert.equal((await (await connect(t, url)).query(end, [name])).rows.length, 1);
  await isTold('after');
  assert.ok(received.includes(undefined));

  // Before its connection a node's messages are lost, so others assume a change.
  received.length = 0;
  const third = postgresBus(connectionSettings(url, POSTGRES_DEFAULTS));
  t.after(() => third.close());
  third.publish('topic', 'too early');
  await eventually(async () => received.includes(undefined));

  // PostgreSQL refuses this size, so it is lost too.
  received.length = 0;
  other?.publish('topic', 'x'.repeat(9000));
  await eventually(async () => received.includes(undefined));
});
