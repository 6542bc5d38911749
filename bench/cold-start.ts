import { spawnSync } from 'node:child_process';
import { statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { databaseFile } from '../packages/server/src/store/database-url.ts';
import { generate } from './generator.ts';
import { OPERATIONS } from './operations.ts';
import { type RealServer, startReal } from './processes.ts';
import type { Seeded } from './rows.ts';
import { seed } from './seed.ts';
import { memory, processorSeconds } from './system.ts';
import { requireGenerator, runCommand, withWorkspace } from './workspace.ts';

/**
 * What a poll costs after a cold start on SQLite: among many players, compared with one among few,
 * alternating. Each poll is of another player, so its pages were not read before.
 */

const USAGE = `npm run bench:cold-start -- [--players 1000000] [--few 10000] [--seconds 60] [--directory ${os.tmpdir()}]\n`;
const CONNECTIONS = 64;
const PAUSE_MS = 3000;

interface Target {
  readonly server: RealServer;
  readonly seeded: Seeded;
  readonly template: string;
  sent: number;
}

/** Removes a file from the memory of the operating system. */
function evict(file: string): void {
  spawnSync('sync', [file]);
  const { status } = spawnSync('dd', [`if=${file}`, 'iflag=nocache', 'count=0']);
  if (status !== 0) throw new Error('this needs dd of the GNU core utilities');
}

/** One second of polls. @returns microseconds of wall time and of processor time per poll */
async function pollForOneSecond(target: Target, core: number | undefined): Promise<readonly [number, number]> {
  const { server, seeded, template } = target;
  const before = processorSeconds(server.pid);
  const load = { port: server.port, template, rows: seeded.rows.quiet, first: target.sent, maxRequests: 1e9 };
  const result = await generate({ ...load, connections: CONNECTIONS, seconds: 1, core });
  if (result.refused + result.lost > 0) throw new Error(`${result.refused} polls refused, ${result.lost} lost`);
  target.sent += result.sent;
  const used = processorSeconds(server.pid) - before;
  return [result.microseconds / result.answered, (used * 1e6) / result.answered];
}

async function main(): Promise<number> {
  const text = (fallback: string) => ({ type: 'string', default: fallback }) as const;
  const { values } = parseArgs({
    options: {
      players: text('1000000'),
      few: text('10000'),
      seconds: text('60'),
      directory: text(os.tmpdir()),
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  requireGenerator();
  const operation = OPERATIONS.find(({ name }) => name === 'poll');
  const { directory } = values;
  return withWorkspace({ database: 'sqlite', directory }, async ({ databases, pinning, subdirectory }) => {
    const seededDatabases: Seeded[] = [];
    for (const [name, players] of [
      ['few', Number(values.few)],
      ['many', Number(values.players)],
    ] as const) {
      const databaseDirectory = subdirectory(name);
      const url = await databases.create(databaseDirectory, name);
      seededDatabases.push(
        await seed({ url, directory: databaseDirectory, players, tickets: players, now: Date.now() }),
      );
      const file = databaseFile(url) ?? '';
      evict(file);
      process.stdout.write(`${players} players: ${Math.round(statSync(file).size / 2 ** 20)} MB\n`);
    }
    const targets: Target[] = [];
    for (const seeded of seededDatabases) {
      const server = await startReal(seeded, pinning.server);
      const template = path.join(seeded.directory, 'poll.txt');
      writeFileSync(template, operation?.request(seeded, `127.0.0.1:${server.port}`) ?? '');
      targets.push({ server, seeded, template, sent: 0 });
    }
    process.stdout.write('us per poll: wall time (few, many, ratio), then processor time (few, many, ratio)\n');
    const began = performance.now();
    while (performance.now() - began < Number(values.seconds) * 1000) {
      const at = (performance.now() - began) / 1000;
      const rounds: (readonly [number, number])[] = [];
      for (const target of targets) rounds.push(await pollForOneSecond(target, pinning.generator));
      const [few = [0, 0], many = [0, 0]] = rounds;
      const columns = [0, 1].flatMap((index) => {
        const [a, b] = [few[index] ?? 0, many[index] ?? 0];
        return [a.toFixed(1), b.toFixed(1), (b / a).toFixed(2)];
      });
      process.stdout.write(`${[at.toFixed(0), ...columns].map((column) => column.padStart(9)).join('')}\n`);
      await sleep(PAUSE_MS);
    }
    for (const { server } of targets) {
      const { residentMiB = Number.NaN, databaseMiB = Number.NaN } = memory(server.pid) ?? {};
      process.stdout.write(
        `memory among ${server === targets[0]?.server ? 'few' : 'many'}: ${residentMiB.toFixed(0)} MiB, and ${databaseMiB.toFixed(0)} MiB of the file\n`,
      );
    }
    for (const { server } of targets) await server.stop();
    return 0;
  });
}

await runCommand(main);
