import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { secondsByFolder, startProbes } from '../../../../scripts/test-budget.ts';
import { temporaryDirectory } from '../helpers/temporary-directory.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../..');

test('the processor time of single files and of groups is summed by folder, the most first', (t) => {
  const times = path.join(temporaryDirectory(t), 'times.tsv');
  const lines = [
    ['2.5', `${ROOT}/packages/console/test/e2e/queue.test.ts`],
    ['40', '/tmp/groups-x/server-api-1.test.mjs'],
    ['0.5', `${ROOT}/packages/server/test/api/jobs/mail.test.ts`],
    ['1', '/tmp/groups-x/console-e2e-1.test.mjs'],
    ['3', '/tmp/groups-x/client-conformance-unit-12.test.mjs'],
  ];
  writeFileSync(times, lines.map((line) => `${line.join('\t')}\n`).join(''));
  assert.deepEqual(secondsByFolder(ROOT, times), [
    ['server/api', 40.5],
    ['console/e2e', 3.5],
    ['client-conformance/unit', 3],
  ]);
});

test('how slow the machine is, is a positive number', () => {
  const probes = startProbes();
  probes.stop();
  assert.ok(probes.slowness() > 0);
});
