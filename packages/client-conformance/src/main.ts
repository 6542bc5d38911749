import { randomInt } from 'node:crypto';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { causes } from './causes.ts';
import { DriverPool } from './driver-process.ts';
import type { Figures } from './figures.ts';
import { type Failure, playHistories } from './history.ts';
import { CAPABILITIES, type Capability } from './protocol.ts';
import { missing, runScenario, type Scenario } from './scenario.ts';
import { SCENARIOS } from './scenarios/all.ts';
import { apiOf, conformanceProject, startService } from './service.ts';
import { cleanupOf, type Run } from './world.ts';

// Node drivers then start in a fifth of the time.
process.env.NODE_COMPILE_CACHE ??= path.resolve(import.meta.dirname, '../../../node_modules/.cache/tests');

const USAGE = `npm run conformance -- --driver COMMAND [options]

  --driver COMMAND   starts the driver, such as 'node driver.ts'
  --scenarios TEXT   only scenarios whose name contains this; none: no scenario at all
  --histories N      how many random histories; default 200
  --seed S           the seed of the first history; the next ones have S + 1, S + 2 ...
  --jobs N           how many run at the same time; default 8
  --url URL --key K  a running server and a team API key, instead of a server of its own
`;

const { values } = parseArgs({
  options: {
    driver: { type: 'string' },
    scenarios: { type: 'string', default: '' },
    histories: { type: 'string', default: '200' },
    seed: { type: 'string', default: `${randomInt(2 ** 31)}` },
    jobs: { type: 'string', default: '8' },
    url: { type: 'string' },
    key: { type: 'string' },
  },
});

const PAGE = 'docs/guide/what-every-client-gets-wrong.md';

/** The first Ctrl-C ends the run with its report. */
const interrupted = new AbortController();
process.once('SIGINT', () => interrupted.abort());

const MAX_PRINTED = 20;
let printed = 0;

function printFailure(name: string, { reason, journal }: Omit<Failure, 'seed'>): void {
  console.log(`\nFAILED ${name}\n${reason}\n`);
  if (++printed <= MAX_PRINTED) console.log(journal);
  else console.log('(Its log is left out, because there were many failures.)');
}

/** Returns those that failed. */
async function runScenarios(run: Run, jobs: number): Promise<Pick<Scenario, 'rule'>[]> {
  const chosen = SCENARIOS.filter(({ name }) => values.scenarios !== 'none' && name.includes(values.scenarios));
  const failed: Pick<Scenario, 'rule'>[] = [];
  if (chosen.length === 0 && values.scenarios !== 'none') {
    throw new Error(`the name of no scenario contains ${JSON.stringify(values.scenarios)}`);
  }
  let next = 0;
  const work = async () => {
    for (let scenario = chosen[next++]; scenario !== undefined; scenario = chosen[next++]) {
      const lacking = missing(run, scenario);
      if (lacking.length > 0) {
        console.log(`left out: ${scenario.name} (the driver has no ${lacking.join(', ')})`);
        continue;
      }
      const failure = await runScenario(run, scenario);
      if (failure === undefined) {
        console.log(`passed: ${scenario.name}`);
        continue;
      }
      failed.push(failure);
      printFailure(scenario.name, failure);
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  return failed;
}

const listOf = (counts: ReadonlyMap<string, number>) =>
  [...counts].map(([name, times]) => `${name} ${times}`).join(', ') || 'nothing';

function report(figures: Figures, seed: number, seconds: number): void {
  const { histories, tickets, replies, files, parts, inboxMessages, requests, faults, found } = figures;
  const { kills, killsAfterUpload, killsInParts } = figures;
  console.log(`
${histories} histories from seed ${seed} in ${seconds.toFixed(0)} s
  ${tickets} tickets, ${replies} replies with ${files} files (${parts} parts were sent), ${inboxMessages} replies of the team
  ${kills} kills (${killsAfterUpload} of them right after an upload, ${killsInParts} during one in parts), ${requests} requests: ${listOf(faults)}
  failed histories: ${listOf(found)}`);
}

async function main(): Promise<boolean> {
  const { driver, url, key = '' } = values;
  if (driver === undefined) {
    console.error(USAGE);
    return false;
  }
  await using stack = new AsyncDisposableStack();
  const api = url === undefined ? await startService(cleanupOf(stack)) : apiOf(url, key);
  const pool = new DriverPool(driver);
  stack.defer(() => pool.close());
  const capabilities = await pool.capabilities();
  const run: Run = { api, project: await conformanceProject(api), pool, capabilities };
  const lacking = (Object.keys(CAPABILITIES) as Capability[]).filter((one) => !capabilities.has(one));
  console.log(`capabilities: ${[...capabilities].join(', ') || 'none'}; not: ${lacking.join(', ') || 'none'}`);

  const jobs = Number(values.jobs);
  const failed = await runScenarios(run, jobs);
  const seed = Number(values.seed);
  const histories = Number(values.histories);
  const began = performance.now();
  const { figures, failures } = await playHistories(run, {
    histories,
    seed,
    jobs,
    signal: interrupted.signal,
    onProgress: ({ histories: played }) => {
      if (played % 100 === 0) console.log(`${played} histories, ${((performance.now() - began) / 1000).toFixed(0)} s`);
    },
    onFailure: (failure) => printFailure(`the history of --seed ${failure.seed} --histories 1`, failure),
  });
  if (histories > 0) report(figures, seed, (performance.now() - began) / 1000);
  const found = causes(failed, figures.found);
  if (found !== '') console.log(`\nWhere to look, and what to begin with (${PAGE}):\n\n${found}`);
  console.log(`\n${failed.length} scenarios and ${failures.length} histories failed`);
  return failed.length + failures.length === 0;
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  // Such as a driver that does not start.
  console.error((error as Error).message);
  process.exitCode = 1;
}
