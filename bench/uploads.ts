import { writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { generate } from './generator.ts';
import { OPERATIONS } from './operations.ts';
import { pinProcess } from './pinning.ts';
import { type RealServer, startReal } from './processes.ts';
import { quartiles } from './report.ts';
import { firstRows, type Seeded } from './rows.ts';
import { seed } from './seed.ts';
import { childrenOf, peakMegabytes, processorSeconds, resetPeak } from './system.ts';
import { keepUploading, picture, type Sent, text, type Upload } from './uploader.ts';
import { requireGenerator, runCommand, withWorkspace } from './workspace.ts';

/** Memory with 50 uploads of 10 MB at once, and polls with and without uploads. */

const USAGE = `npm run bench:uploads -- [--database sqlite|postgres] [--pictures 10] [--rounds 5] [--seconds 6] [--directory ${os.tmpdir()}]\n`;
const UPLOADS = 50;
const POLLERS = 64;
const WARM_UP_SECONDS = 8;
const PLAYERS = 20_000;
const MAX_MEGABYTES = 250;
const MIN_SHARE = 0.7;

/** As in other benchmarks, with room for all rounds' files. */
const SETTINGS = {
  POLL_TARGET_PER_SECOND: '0',
  SHED_READS: 'off',
  RATE_LIMITS: 'off',
  ATTACHMENT_PLAYER_MB_PER_DAY: '100000',
  ATTACHMENT_PROJECT_MB_PER_DAY: '10000000',
};

interface Target {
  readonly server: RealServer;
  readonly seeded: Seeded;
  readonly files: readonly (readonly [file: Upload, token: string])[];
  readonly template: string;
  readonly core: number | undefined;
  sentPolls: number;
}

const missed = (isMet: boolean) => (isMet ? '' : '   MISSED');

/** Uploads until the end, at least one file per player. */
async function uploadUntil({ server, files }: Target, endsAt: number): Promise<Sent> {
  const sent: Sent = { stored: [], others: new Map() };
  await Promise.all(files.map(([file, token]) => keepUploading(server.port, token, file, endsAt, sent)));
  return sent;
}

/** Uploads one file of each player. Returns whether memory stayed below the limit. */
async function measureMemory(target: Target): Promise<boolean> {
  const { pid } = target.server;
  resetPeak(pid);
  const [megabytesBefore, secondsBefore, began] = [peakMegabytes(pid), processorSeconds(pid), performance.now()];
  const { stored, others } = await uploadUntil(target, 0);
  const seconds = (performance.now() - began) / 1000;
  const sent = target.files.reduce((sum, [{ bytes }]) => sum + bytes.length, 0) / 1e6;
  const cost = ((processorSeconds(pid) - secondsBefore) * 1000) / sent;
  const peak = peakMegabytes(pid);
  const encoder = Math.max(0, ...childrenOf(pid).map(peakMegabytes));
  const isMet = peak <= MAX_MEGABYTES && others.size === 0;
  process.stdout.write(
    `${stored.length} of ${target.files.length} uploads stored in ${seconds.toFixed(1)} s, ${cost.toFixed(2)} ms of processor time per MB\n` +
      `memory in MB: ${megabytesBefore.toFixed(0)} before, at most ${peak.toFixed(0)}${missed(isMet)}; process for images: ${encoder.toFixed(0)}\n`,
  );
  return isMet;
}

/** Polls as fast as possible. Returns polls per second. */
async function pollFor(target: Target, seconds: number): Promise<number> {
  const { server, seeded, template, core, sentPolls } = target;
  const result = await generate({
    ...{ port: server.port, template, rows: seeded.rows.quiet, first: sentPolls, maxRequests: 1e9 },
    ...{ connections: POLLERS, seconds, core },
  });
  target.sentPolls += result.sent;
  if (result.refused + result.lost > 0) throw new Error(`${result.refused} polls refused, ${result.lost} lost`);
  return (result.answered * 1e6) / result.microseconds;
}

/** Returns whether the polls kept their rate. */
async function measurePolls(target: Target, rounds: number, seconds: number): Promise<boolean> {
  await pollFor(target, WARM_UP_SECONDS);
  const shares: number[] = [];
  const times: number[] = [];
  process.stdout.write('polls/s without and with uploads, ratio, files stored, other responses\n');
  for (let round = 0; round < rounds; round++) {
    const without = await pollFor(target, seconds);
    const uploads = uploadUntil(target, performance.now() + seconds * 1000);
    const beside = await pollFor(target, seconds);
    const { stored, others } = await uploads;
    shares.push(beside / without);
    times.push(...stored);
    const columns = [without.toFixed(0), beside.toFixed(0), (beside / without).toFixed(2), stored.length];
    const refused = [...others].map(([status, count]) => `${count} x ${status}`).join(', ');
    process.stdout.write(`${columns.map((column) => String(column).padStart(9)).join('')}   ${refused}\n`);
  }
  const { lower, median, upper } = quartiles(shares);
  const isMet = median >= MIN_SHARE;
  process.stdout.write(
    `polls beside uploads: ${median.toFixed(2)} (${lower.toFixed(2)} to ${upper.toFixed(2)}) of those without${missed(isMet)}\n` +
      `a file took ${(quartiles(times).median / 1000).toFixed(1)} s (median)\n`,
  );
  return isMet;
}

async function main(): Promise<number> {
  const option = (fallback: string) => ({ type: 'string', default: fallback }) as const;
  const { values } = parseArgs({
    options: {
      database: option('sqlite'),
      pictures: option('10'),
      rounds: option('5'),
      seconds: option('6'),
      directory: option(os.tmpdir()),
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  requireGenerator();
  return withWorkspace(values, async ({ databases, pinning, subdirectory }) => {
    // Uploads must not take time from the server's core.
    pinProcess(pinning.generator);
    const directory = subdirectory('uploads');
    const url = await databases.create(directory, 'uploads');
    const seeded = await seed({ url, directory, players: PLAYERS, tickets: PLAYERS });
    const FILES_URL = pathToFileURL(path.join(directory, 'files')).href;
    const server = await startReal(seeded, pinning.server, [], { ...SETTINGS, FILES_URL });
    const template = path.join(directory, 'poll.txt');
    const poll = OPERATIONS.find(({ name }) => name === 'poll');
    writeFileSync(template, poll?.request(seeded, `127.0.0.1:${server.port}`) ?? '');
    const image = await picture();
    const files = firstRows(seeded.rows.players, UPLOADS).map(
      ([token = ''], index) => [index < Number(values.pictures) ? image : text, token] as const,
    );
    const target = { server, seeded, files, template, core: pinning.generator, sentPolls: 0 };
    const isSmall = await measureMemory(target);
    const isQuick = await measurePolls(target, Number(values.rounds), Number(values.seconds));
    await server.stop();
    return isSmall && isQuick ? 0 : 1;
  });
}

await runCommand(main);
