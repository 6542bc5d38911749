import assert from 'node:assert/strict';
import { after, before, suite, type TestContext, test } from 'node:test';
import { playHistories } from '../../src/history.ts';
import type { Kind } from '../../src/judge.ts';
import { runScenario } from '../../src/scenario.ts';
import { SCENARIOS } from '../../src/scenarios/all.ts';
import type { Run } from '../../src/world.ts';
import { driverOf, runWith, startRun } from '../helpers/run.ts';

/** The defect, its failure in histories, and a scenario that fails. */
const BROKEN: readonly (readonly [driver: string, kind: Kind, scenario: string])[] = [
  ['without-key', 'doubled', 'lost response: an identify, a ticket and a reply'],
  ['forgets-texts', 'lost', 'what was told as stored survives a kill'],
  ['new-player', 'wrong player', 'one installation is one player'],
  ['any-2xx', 'sent too early', 'JSON 200: an identify, a ticket and a reply'],
  ['follows-redirects', 'leaked', 'a redirect to another host'],
  ['mixes-files', 'wrong file', 'lost request: files'],
  ['forgets-files', 'file lost', 'files that were told as stored survive'],
  ['gives-files-up', 'file lost', 'lost request: files'],
  ['wrong-offset', 'wrong part', 'a part is cut'],
  ['another-upload', 'wrong part', 'two large files'],
  ['stored-too-early', 'lost', 'what was told as stored survives a kill'],
];
const JOBS = 4;
/** Histories that may pass before one fails. */
const MAX_HISTORIES = 200;

suite('a client that is broken', () => {
  const stack = new AsyncDisposableStack();
  let service: Run;
  before(async () => {
    service = await startRun(stack, driverOf('driver.ts'));
  });
  after(() => stack.disposeAsync());

  for (const [driver, kind, name] of BROKEN) {
    test(`${driver}: the histories show ${kind}`, async (t: TestContext) => {
      await using own = new AsyncDisposableStack();
      const run = await runWith(own, driverOf('broken-driver.ts', driver), service);
      for (let played = 0; played < MAX_HISTORIES; played += JOBS) {
        const { figures, failures } = await playHistories(run, { histories: JOBS, seed: played + 1, jobs: JOBS });
        if (!figures.found.has(kind)) continue;
        t.diagnostic(`within ${played + JOBS} histories: ${failures[0]?.reason}`);
        return;
      }
      assert.fail(`none of ${MAX_HISTORIES} histories shows ${kind}`);
    });

    test(`${driver}: a scenario fails`, async () => {
      await using own = new AsyncDisposableStack();
      const run = await runWith(own, driverOf('broken-driver.ts', driver), service);
      const scenario = SCENARIOS.find((one) => one.name.startsWith(name));
      assert.ok(scenario, `no scenario ${name}`);
      assert.notEqual(await runScenario(run, scenario), undefined, scenario.name);
    });
  }

  for (const [what, command, reason] of [
    ['that ends by itself', 'echo oops >&2; exit 3', /ended by itself with code 3.*oops/s],
    ['that writes no JSON', 'echo hello', /is not JSON: hello/],
    ['of another version', `echo '{"event":"hello","protocol":2,"capabilities":[]}'; cat`, /speaks protocol 2/],
  ] as const) {
    test(`a driver ${what} is an error that says so`, async () => {
      await using own = new AsyncDisposableStack();
      await assert.rejects(runWith(own, `sh -c ${JSON.stringify(command)}`, service), reason);
    });
  }
});
