import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../../src/config/config.ts';
import { shareOf } from '../../src/workers.ts';

/** What is different for one worker. */
function shares(env: Record<string, string>): Record<string, unknown> {
  const node = readConfig(env);
  const { postgres, live, ...worker } = shareOf(node);
  const ofNode: Record<string, unknown> = { ...node, ...node.postgres, ...node.live };
  const all = Object.entries({ ...worker, ...postgres, ...live });
  return Object.fromEntries(all.filter(([name, value]) => value !== ofNode[name]));
}

test('a worker gets an equal share of what is set for its node, and all of what is set for a caller', () => {
  assert.deepEqual(shares({ WORKERS: '3' }), {
    ...{
      maxConnections: 16_666,
      passwordHashesAtOnce: 1,
      responseBufferMegabytes: 21,
      pollTarget: 1666,
      shedInFlight: 66,
      poolSize: 3,
      queue: 333,
    },
    streams: 333,
  });
});

test('a share is at least what a worker needs, and what is off stays off', () => {
  const off = { LIVE_STREAMS: '0', POLL_TARGET_PER_SECOND: '0' };
  const smallest = {
    RESPONSE_BUFFER_MB: '1',
    DATABASE_POOL_SIZE: '2',
    DATABASE_QUEUE: '1',
    MAX_CONNECTIONS: '1',
    SHED_IN_FLIGHT: '1',
  };
  assert.deepEqual(shares({ WORKERS: '64', PASSWORD_HASHES_AT_ONCE: '1', ...off, ...smallest }), {});
});
