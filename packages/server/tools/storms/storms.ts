import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { buildApp } from '../../src/app.ts';
import { readConfig } from '../../src/config/config.ts';
import { newApiKey } from '../../src/domain/api-key.ts';
import { BASELINE_DAYS, dayOf } from '../../src/domain/storm.ts';
import { DAY, MINUTE, SECOND } from '../../src/domain/time.ts';
import { openStore } from '../../src/store/store.ts';
import { call as send } from '../../test/helpers/call.ts';
import { ATTACK_TEXTS, honestText, type Random } from './texts.ts';

/**
 * Release days and attacks with a real server and a simulated clock. Prints what honest players and
 * the team see.
 */

const START = Date.parse('2026-03-02T12:00:00.000Z');
/** New players' most tickets in ten minutes of an ordinary day, and in ten minutes now. */
const ORDINARY_PEAK = 8;
const ORDINARY = 4;
/** From players with a history, in ten minutes. */
const WITH_HISTORY = 10;
const TICK_MS = 5 * SECOND;

interface Scenario {
  readonly title: string;
  readonly minutes: number;
  /** Tickets of honest new players in ten minutes, by minute. */
  readonly honest: (minute: number) => number;
  /** Short honest texts in others' words. */
  readonly shortShare: number;
  readonly attack?: {
    readonly text: keyof typeof ATTACK_TEXTS;
    readonly perSecond: number;
    readonly addresses: number;
    readonly from: number;
    readonly minutes: number;
  };
}

/** Peaks within half an hour, and falls slowly. */
const release = (peak: number) => (minute: number) =>
  peak * (minute < 30 ? minute / 30 : Math.max(0.2, 1 - (minute - 30) / 180));
const ordinary = () => ORDINARY;
const attack = {
  text: 'the same text with other numbers',
  perSecond: 5,
  addresses: 200,
  from: 10,
  minutes: 20,
} as const;

const SCENARIOS: readonly Scenario[] = [
  { title: 'an ordinary day', minutes: 180, honest: ordinary, shortShare: 0.15 },
  { title: 'a release day: 50 times the usual tickets', minutes: 120, honest: release(400), shortShare: 0.15 },
  { title: 'a release day with an outage: many short texts', minutes: 120, honest: release(400), shortShare: 0.35 },
  { title: 'an attack: the same text with other numbers', minutes: 75, honest: ordinary, shortShare: 0.15, attack },
  {
    title: 'an attack: a template with other words',
    minutes: 75,
    honest: ordinary,
    shortShare: 0.15,
    attack: { ...attack, text: 'a template with other words' },
  },
  {
    title: 'a slow attack from one address: one ticket in ten seconds',
    minutes: 75,
    honest: ordinary,
    shortShare: 0.15,
    attack: { ...attack, perSecond: 0.1, addresses: 1 },
  },
  { title: 'the attack on a release day', minutes: 75, honest: release(200), shortShare: 0.15, attack },
  {
    title: 'an attack whose texts all differ',
    minutes: 75,
    honest: ordinary,
    shortShare: 0.15,
    attack: { ...attack, text: 'texts that all differ' },
  },
];

/** The same in each run (mulberry32). */
function randomFrom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Writer {
  readonly at: number;
  readonly kind: 'honest' | 'history' | 'attack';
  readonly text: string;
  readonly address: string;
}

function writersOf(scenario: Scenario, random: Random): Writer[] {
  const writers: Writer[] = [];
  const somewhere = () => `10.${[0, 0, 0].map(() => Math.floor(random() * 250)).join('.')}`;
  for (let second = 0; second < scenario.minutes * 60; second++) {
    const at = START + second * SECOND;
    const add = (kind: Writer['kind'], perSecond: number, text: () => string, address = somewhere) => {
      const count = Math.floor(perSecond) + (random() < perSecond % 1 ? 1 : 0);
      for (let index = 0; index < count; index++) {
        writers.push({ at: at + Math.floor(random() * SECOND), kind, text: text(), address: address() });
      }
    };
    add('honest', scenario.honest(second / 60) / 600, () => honestText(random, scenario.shortShare));
    add('history', WITH_HISTORY / 600, () => honestText(random, scenario.shortShare));
    const { attack: attacker } = scenario;
    const isAttacked =
      attacker !== undefined && second >= attacker.from * 60 && second < (attacker.from + attacker.minutes) * 60;
    if (isAttacked) {
      const from = () => `203.0.${Math.floor(random() * attacker.addresses)}.1`;
      add('attack', attacker.perSecond, () => ATTACK_TEXTS[attacker.text](random), from);
    }
  }
  return writers.sort((one, other) => one.at - other.at);
}

interface Count {
  sent: number;
  refused: number;
  held: number;
}

const minutesAfter = (time: number, since: number) => `${((time - since) / MINUTE).toFixed(1)} minutes`;
const secondsAfter = (time: number, since: number) => `${((time - since) / SECOND).toFixed(1)} seconds`;

async function simulate(scenario: Scenario, directory: string): Promise<string[]> {
  const clock = { now: START - 2 * DAY };
  const config = readConfig({ DATABASE_URL: `sqlite:${path.join(directory, 'data.db')}`, TRUST_PROXY: 'loopback' });
  const store = await openStore(config.databaseUrl, { mode: 'serve', postgres: config.postgres });
  await store.migrate();
  const { key, row } = newApiKey('simulation', clock.now);
  await store.apiKeys.insert(row);
  const logger = pino({ level: 'silent' });
  const { app, service } = buildApp({ config, store, logger, clock: () => clock.now });
  const { stormWatch } = service;

  // Over a socket: injected requests never complete.
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const call = (method: 'GET' | 'POST', path: string, token: string, body?: object, address = '127.0.0.1') =>
    send(url, method, path, { token, body, headers: { 'x-forwarded-for': address } });
  const project = (await call('POST', '/api/v1/team/projects', key, { name: 'Game' })).body;
  for (let day = 1; day <= BASELINE_DAYS; day++) {
    await store.storms.notePeak({ project_id: project.id, day: dayOf(START) - day, tickets: ORDINARY_PEAK });
  }
  let players = 0;
  const identify = async (address: string) => {
    const body = { projectPublicKey: project.publicKey, installationId: `installation-number-${players++}` };
    return (await call('POST', '/api/v1/player/identify', '', body, address)).body.playerAccessToken;
  };
  const random = randomFrom(1);
  const writers = writersOf(scenario, random);
  const withHistory: string[] = [];
  for (const { kind } of writers) {
    if (kind === 'history') withHistory.push(await identify(`192.168.${withHistory.length % 250}.1`));
    clock.now += SECOND;
  }

  const counts: Record<Writer['kind'], Count> = {
    honest: { sent: 0, refused: 0, held: 0 },
    history: { sent: 0, refused: 0, held: 0 },
    attack: { sent: 0, refused: 0, held: 0 },
  };
  let [beganAt, endedAt, attackBefore] = [0, 0, 0];
  let tick = START;
  const watch = async () => {
    const { holding_since: since } = (await store.projects.byId(project.id)) ?? { holding_since: null };
    if (since !== null && beganAt === 0) [beganAt, attackBefore] = [since, counts.attack.sent - counts.attack.refused];
    if (since === null && beganAt !== 0 && endedAt === 0) endedAt = clock.now;
  };
  const advance = async (to: number) => {
    for (; tick <= to; tick += TICK_MS) {
      clock.now = tick;
      await stormWatch.checkNew();
      await stormWatch.checkHolding();
      await watch();
    }
    clock.now = to;
  };
  for (const { at, kind, text, address } of writers) {
    await advance(at);
    const token = kind === 'history' ? (withHistory.pop() ?? '') : await identify(address);
    const ticket = { projectPublicKey: project.publicKey, type: 'bug', subject: 'Support', message: text };
    const { status } = await call('POST', '/api/v1/tickets', token ?? '', ticket, address);
    await stormWatch.idle();
    const { holding_since: since } = (await store.projects.byId(project.id)) ?? { holding_since: null };
    const count = counts[kind];
    count.sent++;
    if (status !== 201) count.refused++;
    // The ticket that makes the server begin is not held.
    else if (since !== null && since < clock.now && kind !== 'history') count.held++;
    await watch();
  }
  await advance(START + scenario.minutes * MINUTE);

  const team = (url: string) => call('GET', `/api/v1/team${url}`, key);
  const views = (await team('/tickets/counts')).body;
  const held = (await team(`/projects/${project.id}/held-tickets`)).body;
  await app.close();
  await store.close();

  const total = counts.honest.held + counts.attack.held;
  if (views.held.count !== total) throw new Error(`${views.held.count} are held, not ${total}`);
  const known = held.knownTexts.reduce((sum: number, { count }: { count: number }) => sum + count, 0);
  const accepted = (count: Count) => count.sent - count.refused;
  const percent = (part: number, whole: number) => (whole === 0 ? '' : ` (${((100 * part) / whole).toFixed(1)} %)`);
  const { honest, history, attack: attacks } = counts;
  const attackAt = START + (scenario.attack?.from ?? 0) * MINUTE;
  return [
    `honest new players:     ${honest.sent} write, ${honest.refused} have to wait, ${honest.held} are held${percent(honest.held, accepted(honest))}`,
    `players with a history: ${history.sent} write, ${history.refused} have to wait, ${history.held} are held`,
    ...(scenario.attack === undefined
      ? []
      : [
          `attack tickets:         ${attacks.sent} sent, ${attacks.refused} refused by limits, ${attacks.held} of ${accepted(attacks)} held${percent(attacks.held, accepted(attacks))}`,
        ]),
    beganAt === 0
      ? 'holding:                never began'
      : `holding:                began ${secondsAfter(beganAt, scenario.attack === undefined ? START : attackAt)} after the ${scenario.attack === undefined ? 'start' : 'attack'} began, after ${attackBefore} of its tickets; ` +
        (endedAt === 0
          ? 'did not end'
          : `ended ${minutesAfter(endedAt, attackAt + (scenario.attack?.minutes ?? 0) * MINUTE)} after the attack`),
    `the team sees:          ${views.attention.count} tickets in the queue, ${views.held.count} held; ${known} of them in ${held.knownTexts.length} known texts`,
  ];
}

if (process.argv.includes('--help')) {
  process.stdout.write(
    'npm run storms\nSimulates release days and attacks, and prints what honest players and the team see.\n',
  );
} else {
  for (const scenario of SCENARIOS) {
    const directory = mkdtempSync(path.join(os.tmpdir(), 'player-support-storm-'));
    try {
      const lines = await simulate(scenario, directory);
      process.stdout.write(`\n${scenario.title}\n${lines.map((line) => `  ${line}\n`).join('')}`);
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  }
}
