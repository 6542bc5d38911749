import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { DriverPool } from './driver-process.ts';
import { playHistories } from './history.ts';
import { apiOf, conformanceProject, startService } from './service.ts';
import { cleanupOf } from './world.ts';

const {
  driver = '',
  histories = '200',
  seed = String(randomInt(2 ** 31)),
  jobs = '8',
  url,
  key,
} = parseArgs({
  options: {
    driver: { type: 'string' },
    histories: { type: 'string' },
    seed: { type: 'string' },
    jobs: { type: 'string' },
    url: { type: 'string' },
    key: { type: 'string' },
  },
}).values;

await using stack = new AsyncDisposableStack();
const api = url === undefined ? await startService(cleanupOf(stack)) : apiOf(url, key ?? '');
const pool = new DriverPool(driver);
stack.defer(() => pool.close());
const first = pool.take();
const capabilities = await first.capabilities;
pool.giveBack(first);
const run = { api, project: await conformanceProject(api), pool, capabilities };
const began = performance.now();
const { figures, failures } = await playHistories(run, {
  histories: Number(histories),
  seed: Number(seed),
  jobs: Number(jobs),
  onFailure: (failure) => console.log(`\nseed ${failure.seed}: ${failure.reason}\n${failure.journal}`),
});
console.log(figures, failures.length, pool.started, (performance.now() - began) / 1000);
