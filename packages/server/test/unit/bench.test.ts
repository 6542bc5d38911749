import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, test } from 'node:test';
import type { Round } from '../../../../bench/measure.ts';
import { fill, OPERATIONS } from '../../../../bench/operations.ts';
import { lineOf, quartiles } from '../../../../bench/report.ts';
import { familySeconds } from '../../../../bench/system.ts';

const round = (server: number, database = 0): Round => ({
  perSecond: 1000,
  p50: 1,
  p99: 2,
  errors: 0,
  requests: 1000,
  server,
  database,
  total: server + database,
});

describe('the benchmark', () => {
  test('quartiles lie between the values', () => {
    assert.deepEqual(quartiles([5, 1, 4, 2, 3]), { lower: 2, median: 3, upper: 4 });
    assert.deepEqual(quartiles([1, 2]), { lower: 1.25, median: 1.5, upper: 1.75 });
    assert.deepEqual(quartiles([7]), { lower: 7, median: 7, upper: 7 });
  });

  test('compares the cost with the database, round by round, and says which targets are missed', () => {
    const operation = OPERATIONS.find(({ name }) => name === 'poll');
    assert.ok(operation);
    const rounds = {
      ours: [round(40, 5), round(80, 10), round(40, 5)],
      plain: [round(30, 20), round(60, 40), round(1, 1)],
      bare: [round(20), round(40), round(20)],
    };
    const line = lineOf({ operation, connections: 64, rounds, writes: [] }, 'sqlite');
    assert.deepEqual([line.ratios.plain?.median, line.ratios.bare?.median], [0.9, 2.25]);
    assert.equal(line.targets.ours?.total.lower, 45);
    assert.deepEqual(line.verdicts, [
      { of: 'plain', limit: 0.9, isMet: true },
      { of: 'bare', limit: 2, isMet: false },
    ]);
  });

  test('a limit in microseconds is for the lower quartile', () => {
    const operation = OPERATIONS.find(({ name }) => name === 'queue');
    assert.ok(operation);
    const verdicts = (...costs: number[]) =>
      lineOf({ operation, connections: 64, rounds: { ours: costs.map((us) => round(us)) }, writes: [] }, 'sqlite')
        .verdicts;
    assert.deepEqual(verdicts(399, 399, 900), [{ of: 'us', limit: 400, isMet: true }]);
    assert.deepEqual(verdicts(400, 400, 900), [{ of: 'us', limit: 400, isMet: false }]);
  });

  test('a request gets the columns of its row, and a number of its own', () => {
    assert.equal(fill('a {2} b {1} {#}', ['x', 'y'], 7), 'a y b x 0000000007');
  });

  test('the processor time of a family has that of living and of ended children', async () => {
    const burn = 'while ((({ user, system }) => user + system)(process.cpuUsage()) < 600_000);';
    const run = (more: string) => `"${process.execPath}" -e "${burn} ${more}"`;
    // The first child ends. The second lives until its input ends.
    const script = `${run('')}; ${run("console.log('done'); process.stdin.resume()")}; true`;
    const parent = spawn('sh', ['-c', script], { stdio: ['pipe', 'pipe', 'inherit'] });
    await once(parent.stdout, 'data');
    const seconds = familySeconds(parent.pid ?? 0);
    parent.stdin.end();
    await once(parent, 'close');
    // Each has used 0.6 s, and the system counts in steps of 10 ms.
    assert.ok(seconds > 1, String(seconds));
  });
});
