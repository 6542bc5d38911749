import { writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client } from './attack/client.ts';
import { generate } from './generator.ts';
import { OPERATIONS } from './operations.ts';
import { startReal } from './processes.ts';
import { firstRows, type Seeded } from './rows.ts';
import { seed } from './seed.ts';
import { requireGenerator, runCommand, withWorkspace } from './workspace.ts';

/**
 * How long a player without a connection waits for a create, beside players who keep theirs and
 * poll as fast as they can.
 */

const USAGE = `npm run bench:newcomers -- [--database sqlite|postgres] [--seconds 10] [--directory ${os.tmpdir()}]\n`;
const POLLERS = 256;
const WRITERS = 4;
/** Kept connections whose refused polls are timed, and the pause between two polls of one. */
const SAMPLERS = 4;
const SAMPLE_PAUSE_MS = 20;
/** The load runs for this time before anything is timed. */
const WARM_UP_SECONDS = 4;
const PLAYERS = 20_000;
const MAX_CREATES = 8000;
const TARGET_MS = 250;

const SCENARIOS: Readonly<Record<string, Record<string, string>>> = {
  'default settings': {},
  'without load shedding': {
    POLL_TARGET_PER_SECOND: '0',
    SHED_READS: 'off',
  },
};

/** Milliseconds until a response, by its status; 0: no response. */
type Times = Map<number, number[]>;

/** The request of an operation for the player of this token. */
function requestOf(name: string, seeded: Seeded, token: string, host: string): string {
  const operation = OPERATIONS.find((one) => one.name === name);
  return operation?.request(seeded, host).replace('{1}', token) ?? '';
}

async function timed(times: Times, send: () => Promise<number>): Promise<void> {
  const began = performance.now();
  const status = await send();
  times.set(status, [...(times.get(status) ?? []), performance.now() - began]);
}

/** Sends one request at a time until the end, each on a new connection unless `kept`. */
async function client(port: number, endsAt: number, times: Times, next: () => string, kept: boolean): Promise<void> {
  let connection = kept ? await Client.open(port) : undefined;
  while (performance.now() < endsAt) {
    await timed(times, async () => {
      const current = connection ?? (await Client.open(port));
      const [response] = await current.send([next()]);
      if (!kept) current.close();
      else if (current.closed) connection = await Client.open(port);
      return response?.status ?? 0;
    });
    if (kept) await sleep(SAMPLE_PAUSE_MS);
  }
  connection?.close();
}

function line(title: string, times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1).padStart(9);
  return `${title.padEnd(24)}${String(times.length).padStart(7)}${at(0.5)}${at(0.99)}${at(1)}`;
}

/** Loads a server and prints what newcomers see. @returns whether the target was reached */
async function run(title: string, port: number, seeded: Seeded, seconds: number, core?: number): Promise<boolean> {
  const host = `127.0.0.1:${port}`;
  const template = path.join(seeded.directory, 'poll.txt');
  writeFileSync(template, requestOf('poll', seeded, '{1}', host));
  const tokens = firstRows(seeded.rows.players, MAX_CREATES).map(([token = '']) => token);
  let sent = 0;
  const next = (name: string) => () => requestOf(name, seeded, tokens[sent++ % tokens.length] ?? '', host);
  const load = generate({
    ...{ port, template, core, rows: seeded.rows.quiet, first: 0, maxRequests: 1e9 },
    ...{ connections: POLLERS, seconds: WARM_UP_SECONDS + seconds },
  });
  await sleep(WARM_UP_SECONDS * 1000);
  const endsAt = performance.now() + (seconds - 1) * 1000;
  const [creates, polls]: [Times, Times] = [new Map(), new Map()];
  await Promise.all([
    ...Array.from({ length: WRITERS }, () => client(port, endsAt, creates, next('create'), false)),
    ...Array.from({ length: SAMPLERS }, () => client(port, endsAt, polls, next('poll'), true)),
  ]);
  const { answered, refused, lost, microseconds } = await load;
  const created = creates.get(201) ?? [];
  const p99 = created.toSorted((a, b) => a - b)[Math.floor((created.length - 1) * 0.99)] ?? Number.POSITIVE_INFINITY;
  const others = [...creates].filter(([status]) => status !== 201);
  const isMet = p99 <= TARGET_MS && others.length === 0;
  process.stdout.write(
    `\n${title}: ${Math.round((answered * 1e6) / microseconds)} polls/s, ${refused} of ${answered} refused, ${lost} lost\n`,
  );
  process.stdout.write(`${'number'.padStart(31)}   p50 ms   p99 ms   max ms\n`);
  process.stdout.write(`${line('creates', created)}${isMet ? '' : '   MISSED'}\n`);
  for (const [status, times] of others) process.stdout.write(`${line(`creates with ${status || 'none'}`, times)}\n`);
  for (const [status, times] of polls) process.stdout.write(`${line(`polls with ${status || 'none'}`, times)}\n`);
  return isMet;
}

async function main(): Promise<number> {
  const text = (fallback: string) => ({ type: 'string', default: fallback }) as const;
  const { values } = parseArgs({
    options: {
      database: text('sqlite'),
      seconds: text('10'),
      directory: text(os.tmpdir()),
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  requireGenerator();
  return withWorkspace(values, async ({ databases, pinning, subdirectory }) => {
    let missed = 0;
    for (const [index, [title, settings]] of Object.entries(SCENARIOS).entries()) {
      const databaseDirectory = subdirectory(`newcomers${index}`);
      const url = await databases.create(databaseDirectory, `newcomers${index}`);
      const seeded = await seed({
        url,
        directory: databaseDirectory,
        players: PLAYERS,
        tickets: PLAYERS,
        now: Date.now(),
      });
      const server = await startReal(seeded, pinning.server, [], settings);
      if (!(await run(title, server.port, seeded, Number(values.seconds), pinning.generator))) missed++;
      await server.stop();
    }
    return missed === 0 ? 0 : 1;
  });
}

await runCommand(main);
