import assert from 'node:assert/strict';
import { after, before, suite, type TestContext, test } from 'node:test';
import { SEED } from '../../../server/test/helpers/property.ts';
import { FAULTS } from '../../src/fault-proxy.ts';
import { playHistories } from '../../src/history.ts';
import type { Capability } from '../../src/protocol.ts';
import { missing, runScenario } from '../../src/scenario.ts';
import { SCENARIOS } from '../../src/scenarios/all.ts';
import type { Run } from '../../src/world.ts';
import { startRun } from './run.ts';

const HISTORIES = Number(process.env.TEST_ROUNDS ?? 24);
const JOBS = 8;

/** Runs all scenarios, except those that need what the client lacks, and random histories. */
export function testClient(name: string, driver: () => string, lacks: readonly Capability[] = []): void {
  suite(name, { concurrency: JOBS }, () => {
    const stack = new AsyncDisposableStack();
    let run: Run;
    before(async () => {
      run = await startRun(stack, driver());
    });
    after(() => stack.disposeAsync());

    for (const scenario of SCENARIOS.filter(({ needs = [] }) => !needs.some((one) => lacks.includes(one)))) {
      test(scenario.name, async () => {
        assert.deepEqual(missing(run, scenario), [], 'capabilities');
        const failure = await runScenario(run, scenario);
        assert.equal(failure, undefined, `${failure?.reason}\n${failure?.journal}`);
      });
    }
  });

  suite(name, () => {
    test('keeps its promises in random histories', async (t: TestContext) => {
      await using stack = new AsyncDisposableStack();
      const run = await startRun(stack, driver());
      const { figures, failures } = await playHistories(run, { histories: HISTORIES, seed: SEED, jobs: JOBS });
      const { faults, found: _found, ...rest } = figures;
      t.diagnostic(`from TEST_SEED=${SEED}: ${JSON.stringify(rest)}`);
      const shown = failures.map(({ seed, reason, journal }) => `TEST_SEED=${seed}: ${reason}\n${journal}`);
      assert.deepEqual(shown, []);
      // Otherwise histories show nothing.
      assert.ok(figures.kills > HISTORIES / 4, 'too few kills');
      assert.ok(figures.replies > HISTORIES, 'too few replies');
      const met = FAULTS.filter((fault) => (faults.get(fault) ?? 0) > 0);
      assert.ok(met.length > FAULTS.length / 2, `too few faults: ${met.join(', ')}`);
    });
  });
}
