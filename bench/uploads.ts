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
import { childrenOf, peakMegabytes, resetPeak } from './system.ts';
import { keepUploading, picture, type Sent, text } from './uploader.ts';
import { requireGenerator, runCommand, withWorkspace } from './workspace.ts';

/**
 * The memory of a server that gets 50 uploads of 10 MB at once, and how many polls it answers
 * meanwhile, compared with those without uploads. Both alternate, so that a busy minute of the
 * machine affects both.
 */

const USAGE = `npm run bench:uploads -- [--database sqlite|postgres] [--pictures 10] [--rounds 5] [--seconds 6] [--directory ${os.tmpdir()}]\n`;
const UPLOADS = 50;
const POLLERS = 64;
const WARM_UP_SECONDS = 8;
const PLAYERS = 20_000;
const MAX_MEGABYTES = 250;
const MIN_SHARE = 0.7;

/** As in the other benchmarks, and with room for the files of all rounds. */
const SETTINGS = {
  POLL_TARGET_PER_SECOND: '0',
  SHED_AFTER_MILLISECONDS: '60000',
  SHED_IN_FLIGHT: '1000000',
  RATE_LIMITS: 'off',
  ATTACHMENT_PLAYER_MB_PER_DAY: '100000',
  ATTACHMENT_PROJECT_MB_PER_DAY: '10000000',
};

/** Polls as fast as possible. @returns polls per second */
async function polls({ port }: RealServer, seeded: Seeded, load: Load, seconds: number): Promise<number> {
  const result = await generate({
    ...{ port, template: load.template, rows: seeded.rows.quiet, first: load.sent, maxRequests: 1e9 },
    ...{ connections: POLLERS, seconds, core: load.core },
  });
  load.sent += result.sent;
  if (result.refused + result.lost > 0) throw new Error(`${result.refused} polls refused, ${result.lost} lost`);
  return (result.answered * 1e6) / result.microseconds;
}

interface Load {
  readonly template: string;
  readonly core: number | undefined;
  sent: number;
}

interface Plan {
  readonly rounds: number;
  readonly seconds: number;
  /** How many of the uploads are pictures. */
  readonly pictures: number;
}

/** @returns whether the limits were kept */
async function run(server: RealServer, seeded: Seeded, load: Load, plan: Plan): Promise<boolean> {
  const { rounds, seconds, pictures } = plan;
  const image = await picture();
  const tokens = firstRows(seeded.rows.players, UPLOADS).map(([token = '']) => token);
  await polls(server, seeded, load, WARM_UP_SECONDS);
  const [before, during, idlePeaks, peaks]: [number[], number[], number[], number[]] = [[], [], [], []];
  const sent: Sent = { stored: [], others: new Map() };
  let encoder = 0;
  process.stdout.write('polls/s without and during uploads, ratio, peak memory in MB without and during uploads\n');
  for (let round = 0; round < rounds; round++) {
    resetPeak(server.pid);
    const alone = await polls(server, seeded, load, seconds);
    idlePeaks.push(peakMegabytes(server.pid));
    resetPeak(server.pid);
    const endsAt = performance.now() + seconds * 1000;
    const uploads = tokens.map((token, index) =>
      keepUploading(server.port, token, index < pictures ? image : text, endsAt, sent),
    );
    const beside = await polls(server, seeded, load, seconds);
    await Promise.all(uploads);
    before.push(alone);
    during.push(beside);
    peaks.push(peakMegabytes(server.pid));
    encoder = Math.max(encoder, ...childrenOf(server.pid).map(peakMegabytes));
    const columns = [
      alone.toFixed(0),
      beside.toFixed(0),
      (beside / alone).toFixed(2),
      (idlePeaks.at(-1) ?? 0).toFixed(0),
      (peaks.at(-1) ?? 0).toFixed(0),
    ];
    process.stdout.write(`${columns.map((column) => column.padStart(9)).join('')}\n`);
  }
  const share = quartiles(during.map((rate, index) => rate / (before[index] ?? Number.NaN)));
  const times = quartiles(sent.stored.map((milliseconds) => milliseconds / 1000));
  const peak = Math.max(...peaks);
  process.stdout.write(
    `${sent.stored.length} files stored, median ${times.median.toFixed(1)} s, others: ${JSON.stringify([...sent.others])}\n` +
      `polls during uploads: ${share.median.toFixed(2)} (${share.lower.toFixed(2)} to ${share.upper.toFixed(2)}) of the rate without, at least ${MIN_SHARE}${share.median >= MIN_SHARE ? '' : '   MISSED'}\n` +
      `peak memory: ${peak.toFixed(0)} MB, at most ${MAX_MEGABYTES}${peak <= MAX_MEGABYTES ? '' : '   MISSED'}; without uploads: ${Math.max(...idlePeaks).toFixed(0)} MB; process for images: ${encoder.toFixed(0)} MB\n`,
  );
  return share.median >= MIN_SHARE && peak <= MAX_MEGABYTES && sent.stored.length >= UPLOADS * rounds;
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
    const directory = subdirectory('uploads');
    const url = await databases.create(directory, 'uploads');
    const seeded = await seed({ url, directory, players: PLAYERS, tickets: PLAYERS, now: Date.now() });
    const FILES_URL = pathToFileURL(path.join(directory, 'files')).href;
    const server = await startReal(seeded, pinning.server, [], { ...SETTINGS, FILES_URL });
    const template = path.join(directory, 'poll.txt');
    const poll = OPERATIONS.find(({ name }) => name === 'poll');
    writeFileSync(template, poll?.request(seeded, `127.0.0.1:${server.port}`) ?? '');
    const load = { template, core: pinning.generator, sent: 0 };
    // The uploads must not take time from the core of the server.
    pinProcess(pinning.generator);
    const isMet = await run(server, seeded, load, {
      rounds: Number(values.rounds),
      seconds: Number(values.seconds),
      pictures: Number(values.pictures),
    });
    await server.stop();
    return isMet ? 0 : 1;
  });
}

await runCommand(main);
