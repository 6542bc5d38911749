import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { addAnnouncements } from './announcements.ts';
import type { Databases } from './databases.ts';
import { Bench, type Measured, type Target } from './measure.ts';
import { OPERATIONS } from './operations.ts';
import { type Options, readOptions, USAGE } from './options.ts';
import type { Pinning } from './pinning.ts';
import { fillPlain } from './plain/open.ts';
import { startBareHttp, startPlain, startReal } from './processes.ts';
import { type Comparison, comparisonOf, lineOf, type Report } from './report.ts';
import type { Seeded } from './rows.ts';
import { scrape } from './scrape.ts';
import { seed } from './seed.ts';
import { isInMemory, memory } from './system.ts';
import { asText } from './table.ts';
import { requireGenerator, runCommand, type Workspace, withWorkspace } from './workspace.ts';

const MIB = 1024 * 1024;

function log(text: string): void {
  process.stderr.write(`${text}\n`);
}

interface SeedSize {
  readonly directory: string;
  readonly players: number;
  readonly tickets: number;
}

async function createSeeded(databases: Databases, { directory, players, tickets }: SeedSize): Promise<Seeded> {
  log(`seeding ${players} players and ${tickets} tickets ...`);
  const url = await databases.create(directory, path.basename(directory));
  return seed({ url, directory, players, tickets });
}

/** Lists responses with unexpected status, as the server counted. */
async function unexpectedResponses(metricsPort: number): Promise<string[]> {
  const { responses } = await scrape(metricsPort);
  return [...responses].flatMap(([operation, statuses]) =>
    [...statuses].flatMap(([status, count]) =>
      status < 400 ? [] : [`${operation} answered ${status} ${count} times`],
    ),
  );
}

async function run(options: Options, { pinning, directory, databases }: Workspace): Promise<Report> {
  const { players, tickets, compare } = options;
  const seedStartedAt = performance.now();
  const first = await createSeeded(databases, { directory: path.join(directory, 'first'), players, tickets });
  const seedSeconds = (performance.now() - seedStartedAt) / 1000;
  const second =
    compare > 0
      ? await createSeeded(databases, {
          directory: path.join(directory, 'second'),
          players: compare,
          tickets: compare,
        })
      : undefined;

  log('copying the data ...');
  // PostgreSQL copies only a database that nobody uses.
  const other =
    options.against === undefined
      ? undefined
      : await databases.copy(first.url, first.directory, path.basename(`${first.directory}_against`));
  const announcedUrl =
    options.announcements === 0
      ? undefined
      : await databases.copy(first.url, first.directory, path.basename(`${first.directory}_announced`));
  const plainUrl = await fillPlain(first.url);

  const nodeOptions = options.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${options.profile}`];
  if (options.profile !== undefined) mkdirSync(options.profile, { recursive: true });
  const server = await startReal(first, pinning.server, nodeOptions);
  const bare = await startBareHttp(pinning.server);
  const ours: Target = { name: 'ours', server, seeded: first };
  const targets: Target[] = [
    ours,
    { name: 'plain', server: await startPlain(plainUrl, pinning.server), seeded: first },
    { name: 'bare', server: bare, seeded: first, like: ours },
  ];
  if (other !== undefined) {
    const site = { url: other, directory: first.directory };
    const started = await startReal(site, pinning.server, [], undefined, options.against);
    targets.push({ name: 'against', server: started, seeded: first });
  }
  if (announcedUrl !== undefined) {
    const started = await startReal({ url: announcedUrl, directory: first.directory }, pinning.server);
    const { announcements: count, shown } = options;
    await addAnnouncements(started.port, first.teamKey, { count, shown });
    targets.push({ name: 'announced', server: started, seeded: first });
  }
  const bench = new Bench(options, pinning, directory, databases);

  const measured: Measured[] = [];
  for (const operation of OPERATIONS.filter(({ name }) => options.operations.includes(name))) {
    log(`${operation.name} ...`);
    await bench.record(bare, ours, operation);
    measured.push(await bench.measure(targets, operation, server));
  }
  const unexpected = await unexpectedResponses(server.metricsPort);
  for (const { name, server } of targets) if (name !== 'ours') await server.stop();

  let comparison: Comparison | undefined;
  const poll = OPERATIONS.find(({ name }) => name === 'poll');
  if (second !== undefined && poll !== undefined) {
    log('comparing polls ...');
    const secondServer = await startReal(second, pinning.server);
    const both: Target[] = [ours, { name: 'second', server: secondServer, seeded: second }];
    const sizes: [number, number] = [Math.min(players, compare), Math.max(players, compare)];
    comparison = comparisonOf(sizes, await bench.measure(players < compare ? both : both.reverse(), poll));
    unexpected.push(...(await unexpectedResponses(secondServer.metricsPort)));
    await secondServer.stop();
  }

  const usedMemory = memory(server.pid);
  const databaseMiB = (await databases.bytes(first.url)) / MIB;
  await server.stop();
  const secondStart = await startReal(first, undefined);
  await secondStart.stop();
  return {
    database: options.database,
    players,
    tickets,
    seedSeconds,
    databaseMiB,
    operations: measured.map((operation) => lineOf(operation, options.database)),
    comparison,
    memory: usedMemory,
    secondStartMilliseconds: secondStart.startMilliseconds,
    unexpected,
  };
}

function notesOn(options: Options, { server, generator }: Pinning): string[] {
  const { database, rounds, seconds, warmUp, directory } = options;
  const others = database === 'sqlite' ? 'the generator' : 'PostgreSQL and the generator';
  return [
    `${rounds} rounds of ${seconds} s each, all servers in turn, after up to ${warmUp} requests to each`,
    'us: processor time of one request, the lower quartile of the rounds; ratios: the median of the quotients',
    server === undefined
      ? 'all processes share all cores: taskset is missing, or there is only one core'
      : `the servers on core ${server}, ${others} on core ${generator}`,
    'default settings except: RATE_LIMIT_IDENTIFY_ADDRESS, RATE_LIMIT_TEAM, RATE_LIMIT_TEAM_WRITE and',
    'the limits of the project are raised, because all load comes from one address and one key;',
    'POLL_TARGET_PER_SECOND is 0 and SHED_READS is off, so that nothing is refused',
    ...(isInMemory(directory)
      ? [`NOTE: ${directory} is in memory, where a sync costs nothing. Choose a disk with --directory`]
      : []),
  ];
}

/** Refused requests cost less than successful ones. */
function isInvalid({ operations, comparison, unexpected }: Report): boolean {
  return (
    operations.some(({ targets }) => Object.values(targets).some(({ errors }) => errors > 0)) ||
    (comparison?.errors ?? 0) > 0 ||
    unexpected.length > 0
  );
}

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  if (options === 'help') {
    process.stdout.write(USAGE);
    return 0;
  }
  requireGenerator();
  return withWorkspace(options, async (workspace) => {
    const report = await run(options, workspace);
    process.stdout.write(
      options.json ? `${JSON.stringify(report, null, 2)}\n` : asText(report, notesOn(options, workspace.pinning)),
    );
    if (!isInvalid(report)) return 0;
    log('INVALID: requests were refused or lost, so the figures mean nothing');
    return 1;
  });
}

await runCommand(main);
