import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { noFigures } from '../../src/figures.ts';
import { playHistory } from '../../src/history.ts';
import type { Run } from '../../src/world.ts';
import { ENGINE_CLIENTS, type EngineClient, engineDriver } from '../helpers/engine-clients.ts';
import { driverOf, runWith, startRun } from '../helpers/run.ts';

/** Two tickets, files, faults and a kill. `nodes` runs all scenarios and many histories. */
const SEED = 13;

suite('one history of each client', () => {
  const stack = new AsyncDisposableStack();
  let service: Run;
  before(async () => {
    service = await startRun(stack, driverOf('driver.ts'));
  });
  after(() => stack.disposeAsync());

  for (const client of Object.keys(ENGINE_CLIENTS) as EngineClient[]) {
    test(client, async () => {
      await using own = new AsyncDisposableStack();
      const run = await runWith(own, engineDriver(client), service);
      const figures = noFigures();
      const failure = await playHistory(run, SEED, figures);
      assert.equal(failure, undefined, `${failure?.reason}\n${failure?.journal}`);
      assert.ok(figures.tickets > 0 && figures.files > 0, JSON.stringify(figures));
    });
  }
});
