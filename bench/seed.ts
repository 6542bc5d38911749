import { hash } from 'node:crypto';
import fs from 'node:fs';
import { apiOf, identifyAll, newKey, newProject, type Player } from './api.ts';
import { openBulk } from './bulk.ts';
import { idOfCopy, insertCopy, type Original, readOriginal } from './copies.ts';
import { withoutSync } from './databases.ts';
import { CONTEXT, type LastIds, type LastStatus, writeHistory } from './histories.ts';
import { BENCH_SETTINGS, startReal } from './processes.ts';
import { RowsWriter, type Seeded } from './rows.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Every fifth player only identifies. */
const isForIdentify = (index: number) => index % 5 === 4;
/** Every second player. Others have an empty inbox. */
const hasTickets = (index: number) => index % 2 === 0;
/** Of the last ticket, in turn. */
const LAST_STATUSES: readonly LastStatus[] = ['open', 'pending', 'resolved', 'pending'];

const installationId = (index: number) => `bench-installation-${String(index).padStart(12, '0')}`;

interface SeedOptions {
  /** Of an empty database. */
  readonly url: string;
  readonly directory: string;
  readonly players: number;
  readonly tickets: number;
}

/** A history, and the first player who has it. Others get copies of its rows. */
interface Kind {
  readonly tickets: number;
  readonly lastStatus: LastStatus;
  readonly player: Player;
  readonly last: LastIds;
}

/**
 * Fills an empty database, and a directory with the rows for the generator. One player of each kind
 * writes through the API, others are copies.
 */
export async function seed({ url, directory, players, tickets }: SeedOptions): Promise<Seeded> {
  fs.mkdirSync(directory, { recursive: true });
  const teamKey = newKey(url);
  const site = { url: withoutSync(url), directory };
  const server = await startReal(site, undefined, [], { ...BENCH_SETTINGS, RATE_LIMITS: 'off' });
  const send = apiOf(server.port);
  const project = await newProject(send, teamKey);
  const bodyOf = (id: string) => ({ projectPublicKey: project.publicKey, installationId: id, context: CONTEXT });
  const people = await identifyAll(server.port, players, (index) => bodyOf(installationId(index)));
  const kinds = new Map<string, Kind>();
  const ticketHolders = Math.min(tickets, Math.ceil(players / 2));
  const nameOf = (index: number) => {
    const holder = hasTickets(index) ? index / 2 : ticketHolders;
    const extra = holder < tickets % ticketHolders ? 1 : 0;
    const count = holder < ticketHolders ? Math.floor(tickets / ticketHolders) + extra : 0;
    return `${count} ${count === 0 ? 'open' : LAST_STATUSES[holder % LAST_STATUSES.length]}`;
  };
  for (const name of new Set(people.keys().map(nameOf))) {
    const [count = '', status = ''] = name.split(' ');
    // The cast: names are made of these.
    const history = { tickets: Number(count), lastStatus: status as LastStatus };
    const player = await send<Player>('POST', '/player/identify', bodyOf(`bench-original-${count}-${status}`));
    kinds.set(name, { ...history, player, last: await writeHistory(send, { teamKey, project, player }, history) });
  }
  await server.stop();

  const bulk = await openBulk(url);
  const originals = new Map<string, Original>();
  for (const [name, { player }] of kinds) originals.set(name, await readOriginal(bulk, player.playerId));
  await bulk.removeExcept(
    'player',
    'player_id',
    [...kinds.values()].map(({ player }) => player.playerId),
  );
  for (const [index, { playerId, playerAccessToken }] of insertOrder(people)) {
    const original = originals.get(nameOf(index));
    if (original === undefined) throw new Error('every kind has an original');
    const token_hash = hash('sha256', playerAccessToken, 'base64url');
    insertCopy(bulk, original, {
      playerId,
      earlierMs: DAY + (index % 1440) * MINUTE,
      columns: { player: { token_hash } },
    });
    await bulk.waitForCapacity();
  }
  await bulk.finish();
  const rows = writeRows(directory, people, (index) => kinds.get(nameOf(index)));
  return { url, directory, publicKey: project.publicKey, teamKey, rows };
}

/**
 * Sorts by key, the fastest to insert. A second pass splits pages, as in growing tables.
 * Neighbouring numbers are far apart on disk.
 */
function insertOrder(players: readonly Player[]): [number, Player][] {
  const sorted = [...players.entries()].sort(([, a], [, b]) => (a.playerId < b.playerId ? -1 : 1));
  const isSecondPass = (position: number) => position % 3 === 0;
  return [
    ...sorted.filter((_, position) => !isSecondPass(position)),
    ...sorted.filter((_, position) => isSecondPass(position)),
  ];
}

function writeRows(directory: string, players: readonly Player[], kindOf: (index: number) => Kind | undefined) {
  const writers = {
    players: new RowsWriter(directory, 'players'),
    quiet: new RowsWriter(directory, 'quiet'),
    tickets: new RowsWriter(directory, 'tickets'),
    messages: new RowsWriter(directory, 'messages'),
    installations: new RowsWriter(directory, 'installations'),
  };
  for (const [index, { playerId, playerAccessToken: token }] of players.entries()) {
    if (isForIdentify(index)) {
      writers.installations.add(installationId(index));
      continue;
    }
    writers.players.add(token);
    const kind = kindOf(index);
    if (kind?.last.message === undefined) writers.quiet.add(token);
    if (kind?.last.ticket === undefined) continue;
    writers.tickets.add(token, idOfCopy(kind.last.ticket, kind.player.playerId, playerId));
    if (kind.last.message !== undefined) writers.messages.add(token, kind.last.message);
  }
  return {
    players: writers.players.end(),
    quiet: writers.quiet.end(),
    tickets: writers.tickets.end(),
    messages: writers.messages.end(),
    installations: writers.installations.end(),
  };
}
