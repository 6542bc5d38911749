import fs from 'node:fs';
import type { TicketStatus } from '@player-support/contract/enums';
import { newId, newTicketId } from '../packages/server/src/domain/ids.ts';
import { inboxContent } from '../packages/server/src/domain/inbox-content.ts';
import { preview } from '../packages/server/src/domain/preview.ts';
import { newProject } from '../packages/server/src/domain/project.ts';
import { statusNotice } from '../packages/server/src/domain/ticket-life.ts';
import { DAY, HOUR, MINUTE } from '../packages/server/src/domain/time.ts';
import { hashSecret, newPlayerToken, playerOfInstallation } from '../packages/server/src/domain/tokens.ts';
import { createTokenTags } from '../packages/server/src/player/token-tags.ts';
import { databaseFile } from '../packages/server/src/store/database-url.ts';
import { openStore } from '../packages/server/src/store/store.ts';
import type { ProjectRow } from '../packages/server/src/store/tables.ts';
import type { Bulk } from './bulk.ts';
import { PostgresBulk } from './bulk-postgres.ts';
import { SqliteBulk } from './bulk-sqlite.ts';
import { RowsWriter, type Seeded } from './rows.ts';

const SUBJECT = 'Lost my progress after the update';
const QUESTION =
  'Since the update this morning my castle is back at level 3 and the gems that I bought are gone. I was at level 41. ' +
  'My account is linked and I did not change my phone. Please help.';
const ANSWER =
  'Hello and thank you for writing. We have found your earlier save and put it back, and the gems are in your account ' +
  'again. Please close the game, start it once more and tell us if anything is still missing.';

const CONTEXT = JSON.stringify({
  appVersion: '2.14.0',
  buildNumber: '21400',
  platform: 'ios',
  locale: 'de-DE',
  deviceModel: 'iPhone17,1',
  osVersion: '26.1',
});

const TOKEN_LIFETIME = 30 * DAY;

/** All load comes from one address, and all players are new. The limits stay on, so that counting costs what it costs. */
const RAISED_LIMITS = {
  newPlayersPerAddress: 1_000_000,
  newPlayersPerProject: 1_000_000,
  newPlayerTicketsPerAddress: 1_000_000,
  newPlayerTicketsPerProject: 1_000_000,
};

/** Each fifth player is kept for identify. */
const identifies = (index: number) => index % 5 === 4;
/** Every other player has written tickets: the rest poll an empty inbox. */
const hasTickets = (index: number) => index % 2 === 0;
/** A ticket that goes on; all earlier ones of its player are closed. */
const CURRENT: readonly TicketStatus[] = ['open', 'pending', 'resolved', 'pending'];

const installationId = (index: number) => `bench-installation-${String(index).padStart(12, '0')}`;

interface Made {
  readonly ticket: string;
  readonly message: string | undefined;
}

/**
 * Fills an empty database with that many players and tickets in the real tables, and a directory with the rows for the
 * generator. It writes to the tables themselves: through the API a million players would take an hour.
 */
export async function seed(
  url: string,
  directory: string,
  players: number,
  tickets: number,
  now: number,
): Promise<Seeded> {
  fs.mkdirSync(directory, { recursive: true });
  const project = { ...newProject('Benchmark', now), limits: JSON.stringify(RAISED_LIMITS) };
  const store = await openStore(url, { mode: 'tool' });
  await store.migrate();
  await store.projects.insert(project);
  const tagKey = await createTokenTags(store).key();
  await store.close();

  const ids = Array.from({ length: players }, (_, index) =>
    playerOfInstallation(project.identity_salt, installationId(index)),
  );
  // In the order of their keys, since a table grows fastest so; in two passes, since the second splits the pages that the
  // first left full: a table that has grown row by row has room on its pages too. The generator takes players by number,
  // which has nothing to do with that order, so that neighbours in time are none on disk.
  const sorted = [...ids.entries()].sort(([, a], [, b]) => (a < b ? -1 : 1));
  const first = sorted.filter((_, position) => position % 3 !== 0);
  const order = [...first, ...sorted.filter((_, position) => position % 3 === 0)];

  const holders = Math.min(tickets, Math.ceil(players / 2));
  const tokens = new Array<string>(players);
  const made = new Map<number, Made>();
  const file = databaseFile(url);
  const bulk = file === undefined ? await PostgresBulk.open(url) : new SqliteBulk(file);
  const past = new Past(bulk, project, now);
  for (const [index, id] of order) {
    const token = newPlayerToken(id, tagKey);
    tokens[index] = token;
    const holder = hasTickets(index) ? index / 2 : holders;
    const count = holder < holders ? Math.floor(tickets / holders) + (holder < tickets % holders ? 1 : 0) : 0;
    const current = CURRENT[holder % CURRENT.length] ?? 'open';
    const last = past.player(id, hashSecret(token), count, current, now - DAY - (index % 1440) * MINUTE);
    if (last !== undefined) made.set(index, last);
    await bulk.room();
  }
  await bulk.end();

  const writers = {
    players: new RowsWriter(directory, 'players'),
    quiet: new RowsWriter(directory, 'quiet'),
    tickets: new RowsWriter(directory, 'tickets'),
    messages: new RowsWriter(directory, 'messages'),
    installations: new RowsWriter(directory, 'installations'),
  };
  for (const [index, token] of tokens.entries()) {
    if (identifies(index)) {
      writers.installations.add(installationId(index));
      continue;
    }
    writers.players.add(token);
    const own = made.get(index);
    if (own?.message === undefined) writers.quiet.add(token);
    if (own === undefined) continue;
    writers.tickets.add(token, own.ticket);
    if (own.message !== undefined) writers.messages.add(token, own.message);
  }
  return {
    url,
    directory,
    publicKey: project.public_key,
    rows: {
      players: writers.players.end(),
      quiet: writers.quiet.end(),
      tickets: writers.tickets.end(),
      messages: writers.messages.end(),
      installations: writers.installations.end(),
    },
  };
}

/** What players and the team did before the benchmark. */
class Past {
  readonly #bulk: Bulk;
  readonly #project: ProjectRow;
  readonly #now: number;

  constructor(bulk: Bulk, project: ProjectRow, now: number) {
    this.#bulk = bulk;
    this.#project = project;
    this.#now = now;
  }

  /** A player with so many tickets, the last of them in that status; gives the last ticket and inbox message. */
  player(id: string, tokenHash: string, count: number, current: TicketStatus, at: number): Made | undefined {
    this.#bulk.insert('player', {
      player_id: id,
      project_id: this.#project.project_id,
      token_hash: tokenHash,
      token_expires_at: this.#now + TOKEN_LIFETIME,
      user_id: null,
      session_id: null,
      context: CONTEXT,
      blocked: 0,
      open_tickets: count > 0 ? 1 : 0,
      last_message_at: count > 0 ? at + (current === 'open' ? 0 : HOUR) : null,
      last_inbox_at: count > 1 || (count > 0 && current !== 'open') ? at + 2 * HOUR : null,
      created_at: at - count * DAY,
      last_seen_at: at,
    });
    let ticket: string | undefined;
    let message: string | undefined;
    for (let left = count; left > 0; left--) {
      ticket = newTicketId(id, this.#now);
      message = this.#ticket(id, ticket, left > 1 ? 'closed' : current, at - (left - 1) * DAY) ?? message;
    }
    return ticket === undefined ? undefined : { ticket, message };
  }

  /** A ticket with the answer and the notices that its status goes with; gives its last inbox message. */
  #ticket(player: string, id: string, status: TicketStatus, createdAt: number): string | undefined {
    const answered = status !== 'open';
    const answeredAt = createdAt + HOUR;
    const doneAt = createdAt + 2 * HOUR;
    const unread = status === 'pending';
    this.#bulk.insert('ticket', {
      player_id: player,
      ticket_id: id,
      project_id: this.#project.project_id,
      type: 'bug',
      status,
      subject: SUBJECT,
      message_id: newId('message', createdAt),
      message: QUESTION,
      context: CONTEXT,
      last_message_preview: preview(answered ? ANSWER : QUESTION),
      last_message_at: answered ? answeredAt : createdAt,
      message_count: answered ? 2 : 1,
      unread_count: unread ? 1 : 0,
      attention_since: answered ? null : createdAt,
      resolved_at: status === 'resolved' ? doneAt : null,
      created_at: createdAt,
      assignee_id: null,
      priority: 1,
      tags: null,
    });
    if (!answered) return undefined;
    this.#message(player, id, 2, 'admin', ANSWER, answeredAt, unread ? null : doneAt);
    const reply = this.#inbox(player, id, 'ticket_reply', ANSWER, answeredAt, unread ? null : doneAt);
    const notice = statusNotice(status);
    return notice === null ? reply : this.#inbox(player, id, 'ticket_status', notice, doneAt, null);
  }

  #message(
    player: string,
    ticket: string,
    seq: number,
    author: 'player' | 'admin',
    message: string,
    at: number,
    readAt: number | null,
  ): void {
    this.#bulk.insert('message', {
      player_id: player,
      ticket_id: ticket,
      seq,
      message_id: newId('message', this.#now),
      author_type: author,
      visibility: 'public',
      message,
      created_at: at,
      read_at: readAt,
      author_id: null,
      author_name: null,
    });
  }

  #inbox(
    player: string,
    ticket: string,
    type: 'ticket_reply' | 'ticket_status',
    body: string,
    at: number,
    readAt: number | null,
  ): string {
    const id = newId('inboxMessage', this.#now);
    this.#bulk.insert('inbox_message', {
      player_id: player,
      message_id: id,
      content: inboxContent({ type, ticketId: ticket, title: SUBJECT, body }, at),
      created_at: at,
      read_at: readAt,
    });
    return id;
  }
}
