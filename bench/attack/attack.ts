import { spawn } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { newKey } from '../api.ts';
import { startReal } from '../processes.ts';
import { seed } from '../seed.ts';
import { runCommand, withWorkspace } from '../workspace.ts';
import { ATTACKS, type Target } from './attacks.ts';
import { type HonestUser, type PhaseResult, runPhase } from './honest-user.ts';

/** Prints what honest users see before, during and after attacks. */

const USAGE = `npm run attack -- [--database sqlite|postgres] [--seconds 12] [attack]...
Runs all attacks, or the named ones:
${Object.entries(ATTACKS)
  .map(([name, { title }]) => `  ${name.padEnd(16)} ${title}\n`)
  .join('')}`;

const PLAYERS = 300;
const SEEDED_PLAYERS = 2000;
const SEEDED_TICKETS = 20_000;
/** Two players share it. */
const ATTACKER_ADDRESS = '203.0.113.9';
const CALM_SECONDS = 5;
/** After an attack, everything must be as before. */
const RECOVERY_SECONDS = 10;
const MAX_HEALTH_MS = 250;
const PHASES = ['before', 'during', 'after'] as const;

type Phase = (typeof PHASES)[number];

async function prepare(url: string, directory: string): Promise<{ publicKey: string; teamKey: string }> {
  const { publicKey } = await seed({ url, directory, players: SEEDED_PLAYERS, tickets: SEEDED_TICKETS });
  return { publicKey, teamKey: newKey(url, 'agent') };
}

/** Makes 298 players, two at the attacker's address, and health checks. */
async function honestUsers({ port, publicKey, address }: Target): Promise<HonestUser[]> {
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
  const poll = (index: number, from: string) =>
    `GET /api/v1/player/inbox?projectPublicKey=${publicKey} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${from}\r\n` +
    `Authorization: Bearer ${tokens[index]}\r\n\r\n`;
  const getOnce = (url: string) => () => `GET ${url} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
  return [
    {
      name: 'polls of other players',
      rate: 100,
      usesNewConnections: false,
      request: (index) => poll(2 + (index % (PLAYERS - 2)), addressOf(index % PLAYERS)),
    },
    {
      name: 'two players at its address',
      rate: 2,
      usesNewConnections: false,
      request: (index) => poll(index % 2, address),
    },
    { name: '/healthz', rate: 10, usesNewConnections: true, request: getOnce('/healthz') },
    { name: '/readyz', rate: 10, usesNewConnections: true, request: getOnce('/readyz') },
  ];
}

const addressOf = (index: number) => `198.51.100.${index % 250}`;

async function runAttack(name: string, target: Target, seconds: number): Promise<Map<HonestUser, PhaseResult[]>> {
  const users = await honestUsers(target);
  const results = new Map<HonestUser, PhaseResult[]>(users.map((user) => [user, []]));
  const phase = async (length: number) => {
    const endsAt = performance.now() + length * 1000;
    await Promise.all(users.map(async (user) => results.get(user)?.push(await runPhase(target.port, user, endsAt))));
  };
  await phase(CALM_SECONDS);
  const file = path.join(import.meta.dirname, 'attacker.ts');
  const attacker = spawn(process.execPath, [file, name, JSON.stringify(target)], { stdio: 'inherit' });
  const exited = once(attacker, 'exit');
  // Its process needs time to start.
  await sleep(1000);
  await phase(seconds);
  attacker.kill('SIGTERM');
  await exited;
  await sleep(RECOVERY_SECONDS * 1000);
  await phase(CALM_SECONDS);
  return results;
}

/** Requires health checks in time, half of the polls, and all after an attack. */
function isMissed({ name }: HonestUser, phase: Phase, { sent, succeeded, times }: PhaseResult): boolean {
  if (phase === 'before') return false;
  if (sent === 0) return true;
  if (name.startsWith('/')) return succeeded < sent || (times.at(-1) ?? 0) > MAX_HEALTH_MS;
  return succeeded < (phase === 'during' ? sent / 2 : sent);
}

function line(user: HonestUser, phase: Phase, result: PhaseResult): string {
  const { sent, succeeded, statuses, times } = result;
  const at = (share: number) => (times[Math.floor((times.length - 1) * share)] ?? 0).toFixed(1).padStart(8);
  const others = [...statuses]
    .filter(([status]) => status !== 200)
    .map(([status, count]) => `${count} x ${status || 'none'}`);
  const missed = isMissed(user, phase, result) ? '   MISSED' : '';
  const name = phase === 'before' ? user.name : '';
  return `${name.padEnd(28)}${phase.padEnd(8)}${String(succeeded).padStart(6)} of ${String(sent).padEnd(6)}${at(0.5)}${at(0.99)}${at(1)}  ${others.join(', ')}${missed}`;
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
    const problem =
      unknown === undefined ? '--seconds must be a whole number from 1 to 999' : `there is no attack "${unknown}"`;
    process.stdout.write(values.help ? USAGE : `${problem}\n\n${USAGE}`);
    return values.help ? 0 : 1;
  }
  const { database } = values;
  return withWorkspace({ database, directory: os.tmpdir() }, async ({ databases, pinning, subdirectory }) => {
    let missed = 0;
    for (const name of names) {
      const attackDirectory = subdirectory(name);
      const url = await databases.create(attackDirectory, name.replaceAll('-', '_'));
      const keys = await prepare(url, attackDirectory);
      const settings = { TRUST_PROXY: 'loopback' };
      const server = await startReal({ url, directory: attackDirectory }, pinning.server, [], settings);
      const target = { port: server.port, address: ATTACKER_ADDRESS, ...keys };
      const results = await runAttack(name, target, Number(values.seconds));
      process.stdout.write(`\n${name}: ${ATTACKS[name]?.title}\n`);
      process.stdout.write(`${'answered'.padStart(50)}     p50     p99     max ms\n`);
      for (const [user, phases] of results) {
        for (const [index, phase] of PHASES.entries()) {
          const result = phases[index];
          if (result === undefined) continue;
          if (isMissed(user, phase, result)) missed++;
          process.stdout.write(`${line(user, phase, result)}\n`);
        }
      }
      await server.stop();
    }
    process.stdout.write(missed === 0 ? '\nAll targets were met.\n' : `\n${missed} lines are marked MISSED.\n`);
    return missed === 0 ? 0 : 1;
  });
}

await runCommand(main);
