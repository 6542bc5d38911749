import fs from 'node:fs';
import type { TicketStatus } from '@player-support/contract/enums';
import { newApiKey } from '../packages/server/src/domain/api-key.ts';
import { newProject } from '../packages/server/src/domain/project.ts';
import { DAY, MINUTE } from '../packages/server/src/domain/time.ts';
import { hashSecret, newPlayerToken, playerOfInstallation } from '../packages/server/src/domain/tokens.ts';
import { createTokenTags } from '../packages/server/src/player/token-tags.ts';
import { databaseFile } from '../packages/server/src/store/database-url.ts';
import { openStore } from '../packages/server/src/store/store.ts';
import { PostgresBulk } from './bulk-postgres.ts';
import { SqliteBulk } from './bulk-sqlite.ts';
import { type LastIds, PlayerHistory } from './player-history.ts';
import { RowsWriter, type Seeded } from './rows.ts';

/** All load comes from one address, and all players are new. The limits themselves stay on. */
const RAISED_LIMITS = {
  newPlayersPerAddress: 1_000_000,
  newPlayersPerProject: 1_000_000,
  newPlayerTicketsPerAddress: 1_000_000,
  newPlayerTicketsPerProject: 1_000_000,
};

/** Every fifth player is used for identify only. */
const isForIdentify = (index: number) => index % 5 === 4;
/** Every second player has tickets. The others have an empty inbox. */
const hasTickets = (index: number) => index % 2 === 0;
/** The status of the last ticket, in turn. */
const LAST_STATUSES: readonly TicketStatus[] = ['open', 'pending', 'resolved', 'pending'];

const installationId = (index: number) => `bench-installation-${String(index).padStart(12, '0')}`;

interface SeedOptions {
  /** The DATABASE_URL of an empty database. */
  readonly url: string;
  /** For the rows of requests. */
  readonly directory: string;
  readonly players: number;
  readonly tickets: number;
  readonly now: number;
}

/**
 * Fills an empty database, and a directory with the rows for the generator. It writes directly to
 * the tables: through the API a million players would take an hour.
 */
export async function seed({ url, directory, players, tickets, now }: SeedOptions): Promise<Seeded> {
  fs.mkdirSync(directory, { recursive: true });
  const project = { ...newProject('Benchmark', now), limits: JSON.stringify(RAISED_LIMITS) };
  const store = await openStore(url, { mode: 'tool' });
  await store.migrate();
  await store.projects.insert(project);
  const { key: teamKey, row: apiKey } = newApiKey('bench', now);
  await store.apiKeys.insert(apiKey);
  const tagKey = await createTokenTags(store).key();
  await store.close();

  const ids = Array.from({ length: players }, (_, index) =>
    playerOfInstallation(project.identity_salt, installationId(index)),
  );
  const ticketHolders = Math.min(tickets, Math.ceil(players / 2));
  const tokens = new Array<string>(players);
  const lastIds = new Map<number, LastIds>();
  const file = databaseFile(url);
  const bulk = file === undefined ? await PostgresBulk.open(url) : new SqliteBulk(file);
  const history = new PlayerHistory(bulk, project, now);
  for (const [index, id] of insertOrder(ids)) {
    const token = newPlayerToken(id, tagKey);
    tokens[index] = token;
    const holder = hasTickets(index) ? index / 2 : ticketHolders;
    const extra = holder < tickets % ticketHolders ? 1 : 0;
    const last = history.insert({
      id,
      tokenHash: hashSecret(token),
      ticketCount: holder < ticketHolders ? Math.floor(tickets / ticketHolders) + extra : 0,
      lastStatus: LAST_STATUSES[holder % LAST_STATUSES.length] ?? 'open',
      lastTicketAt: now - DAY - (index % 1440) * MINUTE,
    });
    if (last !== undefined) lastIds.set(index, last);
    await bulk.waitForCapacity();
  }
  await bulk.finish();
  return { url, directory, publicKey: project.public_key, teamKey, rows: writeRows(directory, tokens, lastIds) };
}

/**
 * Players in the order of their keys, which is the fastest to insert. The second of two passes
 * splits the pages that the first one filled: pages of a table that grew row by row have free space
 * too. Players with neighbouring numbers are far apart on disk.
 */
function insertOrder(ids: readonly string[]): [number, string][] {
  const sorted = [...ids.entries()].sort(([, a], [, b]) => (a < b ? -1 : 1));
  const isSecondPass = (position: number) => position % 3 === 0;
  return [
    ...sorted.filter((_, position) => !isSecondPass(position)),
    ...sorted.filter((_, position) => isSecondPass(position)),
  ];
}

function writeRows(directory: string, tokens: readonly string[], lastIds: ReadonlyMap<number, LastIds>) {
  const writers = {
    players: new RowsWriter(directory, 'players'),
    quiet: new RowsWriter(directory, 'quiet'),
    tickets: new RowsWriter(directory, 'tickets'),
    messages: new RowsWriter(directory, 'messages'),
    installations: new RowsWriter(directory, 'installations'),
  };
  for (const [index, token] of tokens.entries()) {
    if (isForIdentify(index)) {
      writers.installations.add(installationId(index));
      continue;
    }
    writers.players.add(token);
    const last = lastIds.get(index);
    if (last?.message === undefined) writers.quiet.add(token);
    if (last === undefined) continue;
    writers.tickets.add(token, last.ticket);
    if (last.message !== undefined) writers.messages.add(token, last.message);
  }
  return {
    players: writers.players.end(),
    quiet: writers.quiet.end(),
    tickets: writers.tickets.end(),
    messages: writers.messages.end(),
    installations: writers.installations.end(),
  };
}
