import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { newProject } from '../packages/server/src/domain/project.ts';
import { databaseFile } from '../packages/server/src/store/database-url.ts';
import { openStore } from '../packages/server/src/store/store.ts';
import type { Databases } from './databases.ts';
import type { Pinning } from './pinning.ts';
import { BENCH_SETTINGS, type RealServer, startReal } from './processes.ts';
import { processorSeconds } from './system.ts';

/** What the index of the search adds to the cost of writes. */

const ROUNDS = 15;
/** Players of a round, who create a ticket and reply to it. PostgreSQL takes longer. */
const PLAYERS = { sqlite: 2000, postgres: 500 } as const;
const CONNECTIONS = 4;
/** How long a server without requests is watched, and how often it is asked whether it is ready. */
const IDLE_MS = 10_000;
const ASK_MS = 200;
const WORDS =
  'since the update this morning my castle is back at level three and the gems that i bought are gone'.split(' ');

/** By table. */
const TRIGGERS = {
  ticket: ['search_new_ticket', 'search_ticket_deleted'],
  message: ['search_new_message'],
  attachment: ['search_file_deleted'],
};
const WAITING = 'SELECT count(*) AS waiting FROM (SELECT 1 FROM search_task LIMIT 1) AS task';

/** A connection to the database of a side. */
interface Connection {
  run(sql: string): Promise<unknown>;
  /** Whether messages wait to be put into the index. */
  isBehind(): Promise<boolean>;
  close(): Promise<void>;
}

interface Side {
  readonly server: RealServer;
  readonly publicKey: string;
  readonly players: number;
  readonly connection: Connection;
  /** Seconds so far, of the server and of the database. */
  readonly processorTime: () => number;
}

interface Options {
  readonly databases: Databases;
  readonly directory: string;
  readonly pinning: Pinning;
}

/** 60 words, as in the benchmark of searches, that differ from message to message. */
const message = (number: number) =>
  Array.from({ length: 60 }, (_, index) => `${WORDS[(number * 7 + index * 3) % WORDS.length]}${(number * index) % 50}`)
    .join(' ')
    .slice(0, 500);

async function connect(url: string): Promise<Connection> {
  const file = databaseFile(url);
  if (file !== undefined) {
    const db = new DatabaseSync(file);
    return {
      run: async (sql) => db.exec(sql),
      isBehind: async () => db.prepare(WAITING).get()?.waiting === 1,
      close: async () => db.close(),
    };
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    run: (sql) => client.query(sql),
    isBehind: async () => (await client.query(WAITING)).rows[0].waiting === '1',
    close: () => client.end(),
  };
}

async function start({ databases, directory, pinning }: Options, name: string, isIndexed: boolean): Promise<Side> {
  const url = await databases.create(directory, name);
  const store = await openStore(url, { mode: 'tool' });
  await store.migrate();
  const project = { ...newProject('Game', Date.now()), storm_mode: 'off' as const };
  await store.projects.insert(project);
  await store.close();
  const connection = await connect(url);
  const isEmbedded = databaseFile(url) !== undefined;
  if (!isIndexed) {
    for (const [table, names] of Object.entries(TRIGGERS)) {
      for (const name of names) await connection.run(`DROP TRIGGER ${name}${isEmbedded ? '' : ` ON ${table}`}`);
    }
    await connection.run('DELETE FROM search_state');
  }
  const server = await startReal({ url, directory }, pinning.server, [], { ...BENCH_SETTINGS, RATE_LIMITS: 'off' });
  return {
    server,
    publicKey: project.public_key,
    players: PLAYERS[isEmbedded ? 'sqlite' : 'postgres'],
    connection,
    processorTime: () => processorSeconds(server.pid) + databases.processorSeconds(),
  };
}

/** What one kind of write took in a round, in microseconds for each write. */
interface Cost {
  /** Half of the requests had their response after this time. */
  readonly response: number;
  /** Processor time of the server and the database, with the job that fills the index. */
  readonly processor: number;
}

/** What a server without requests needs each second, in seconds. */
async function idleCost({ processorTime }: Side): Promise<number> {
  const before = processorTime();
  await sleep(IDLE_MS);
  return ((processorTime() - before) / IDLE_MS) * 1000;
}

/** A create and a reply of each player. */
async function round(side: Side, number: number, idle: number): Promise<[Cost, Cost]> {
  const { server, publicKey, players, connection, processorTime } = side;
  let responses: number[] = [];
  const post = async (path: string, body: object, token?: string) => {
    const sent = performance.now();
    const response = await fetch(`http://127.0.0.1:${server.port}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    responses.push((performance.now() - sent) * 1000);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return JSON.parse(text) as Record<string, string>;
  };
  const each = async <T, R>(items: readonly T[], work: (item: T, index: number) => Promise<R>): Promise<R[]> => {
    const results: R[] = [];
    const queue = items.entries();
    const next = async () => {
      for (const [index, item] of queue) results[index] = await work(item, index);
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, next));
    return results;
  };
  const timed = async <R>(work: () => Promise<R>): Promise<[R, Cost]> => {
    responses = [];
    const before = processorTime();
    const result = await work();
    const waits = performance.now();
    while (await connection.isBehind()) await sleep(ASK_MS);
    const seconds = (performance.now() - waits) / 1000;
    const processor = ((processorTime() - before - idle * seconds) * 1e6) / players;
    return [result, { response: quartiles(responses)[1] ?? Number.NaN, processor }];
  };
  const people = Array.from({ length: players }, (_, index) => `bench-player-${number}-${index}`);
  const tokens = await each(people, async (installationId) => {
    const { playerAccessToken } = await post('/player/identify', { projectPublicKey: publicKey, installationId });
    return playerAccessToken ?? '';
  });
  const [tickets, create] = await timed(() =>
    each(tokens, (token, index) => {
      const text = message(number * players + index);
      return post('/tickets', { projectPublicKey: publicKey, type: 'bug', subject: 'Lost', message: text }, token);
    }),
  );
  const [, reply] = await timed(() =>
    each(tickets, ({ ticketId }, index) => {
      const text = message(number * players + index + 1);
      return post(`/tickets/${ticketId}/messages`, { message: text }, tokens[index]);
    }),
  );
  return [create, reply];
}

const quartiles = (values: readonly number[]) => {
  const sorted = values.toSorted((a, b) => a - b);
  return [0.25, 0.5, 0.75].map((share) => sorted[Math.round((sorted.length - 1) * share)] ?? Number.NaN);
};

/** Writes with and without the index in turn. Returns the lines of the report. */
export async function measureWrites(options: Options): Promise<string[]> {
  const sides = [await start(options, 'indexed', true), await start(options, 'bare', false)] as const;
  const costs = sides.map(() => [[], []] as [Cost[], Cost[]]);
  const idle: number[] = [];
  // The first round compiles the code.
  for (let number = 0; number <= ROUNDS; number++) {
    if (number === 1) for (const side of sides) idle.push(await idleCost(side));
    for (const index of number % 2 === 0 ? [0, 1] : [1, 0]) {
      const side = sides[index];
      if (side === undefined) continue;
      const [create, reply] = await round(side, number, idle[index] ?? 0);
      if (number === 0) continue;
      costs[index]?.[0].push(create);
      costs[index]?.[1].push(reply);
    }
  }
  for (const { server, connection } of sides) {
    await server.stop();
    await connection.close();
  }
  const needs = idle.map((cost) => `${(cost * 100).toFixed(1)} %`).join(' and ');
  const idleLine = `without requests: ${needs} of a core, left out below`;
  const lines = (['create', 'reply'] as const).flatMap((name, kind) =>
    (['response', 'processor'] as const).map((what) => {
      const [indexed = [], bare = []] = costs.map((cost) => (cost[kind] ?? []).map((one) => one[what]));
      const factors = indexed.map((one, index) => one / (bare[index] ?? Number.NaN));
      const us = (values: readonly number[]) => quartiles(values)[1]?.toFixed(0);
      const [low, middle, high] = quartiles(factors).map((one) => one.toFixed(2));
      return `${name}, ${what}: ${us(indexed)} us with the index and ${us(bare)} us without, ${middle} times (quartiles ${low} and ${high})`;
    }),
  );
  return [idleLine, ...lines];
}
