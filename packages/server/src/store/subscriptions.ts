import { SUBSCRIBERS_CAP } from '@player-support/contract/limits';
import { nextTurn } from '../domain/next-turn.ts';
import type { Executor } from './database.ts';
import { deleteSome, insertNewRow, updateRows } from './plain-statements.ts';
import { readSession, sessionRead, type UncheckedCaller } from './player-reads.ts';
import { quickRead, rowsAsJson, sql, statement, textsInJson } from './statement.ts';
import { type PlayerRow, type SubscriptionRow, subscriptionTable } from './tables.ts';

type Key = Pick<SubscriptionRow, 'player_id' | 'known_issue_id'>;

const add = insertNewRow(subscriptionTable);

const linkedTicket = statement<Key>()((db, { player_id, known_issue_id }) =>
  db
    .selectFrom('ticket')
    .select('ticket_id')
    .where((row) => row.and({ player_id, known_issue_id, merged_into: null }))
    .limit(1),
);

const known = sessionRead<UncheckedCaller>(quickRead)((session, _caller, db) =>
  session.select((player) => [
    rowsAsJson(
      db,
      ['known_issue_id'],
      player
        .selectFrom('subscription')
        .select('known_issue_id')
        .whereRef('subscription.player_id', '=', 'player.player_id'),
    ).as('subscriptions'),
    rowsAsJson(
      db,
      ['known_issue_id'],
      player
        .selectFrom('ticket')
        .select('known_issue_id')
        .whereRef('ticket.player_id', '=', 'player.player_id')
        .where('known_issue_id', 'is not', null)
        .where('merged_into', 'is', null),
    ).as('linked'),
  ]),
);

// The index subscription_issue has all that this reads.
const counts = statement<{ ids: string }>()((db, { ids }) =>
  db
    .selectFrom(
      db
        .selectFrom('subscription')
        .select('known_issue_id')
        .where('known_issue_id', 'in', textsInJson(db, ids))
        .limit(sql.lit(SUBSCRIBERS_CAP))
        .as('subscribed'),
    )
    .select('known_issue_id')
    .select((select) => select.fn.countAll<number>().as('count'))
    .groupBy('known_issue_id'),
);

export type ToTell = Key & Pick<PlayerRow, 'context' | 'created_at' | 'blocked'>;

// The index subscription_to_tell has this condition and order.
const toTell = statement<{ knownIssueId: string; after: string; limit: number }>()(
  (db, { knownIssueId, after, limit }) =>
    db
      .selectFrom('subscription')
      .innerJoin('player', 'player.player_id', 'subscription.player_id')
      .select(['subscription.player_id', 'subscription.known_issue_id'])
      .select(['player.context', 'player.created_at', 'player.blocked'])
      .where('subscription.known_issue_id', '=', knownIssueId)
      .where('subscription.told_at', 'is', null)
      .where('subscription.player_id', '>', after)
      .orderBy('subscription.player_id')
      .limit(limit),
);

const setTold = updateRows(subscriptionTable, ['player_id', 'known_issue_id'], ['told_at'], {
  only: { told_at: null },
});

const removeSome = deleteSome(subscriptionTable, 'known_issue_id', 'player_id');

const idsIn = (json: string | null) => (JSON.parse(json ?? '[]') as [string][]).map(([id]) => id);

/** Players who have a known issue too. */
export const subscriptions = (db: Executor) => ({
  /** False: already subscribed. */
  add: async (row: SubscriptionRow) => (await db.run(add, row)) > 0,
  /** Other than a merged ticket. */
  hasTicket: async (key: Key) => (await db.one(linkedTicket, key)) !== undefined,
  async knownTo(caller: UncheckedCaller) {
    const session = await readSession(db, known, caller);
    if (session === undefined) return undefined;
    const { context, subscriptions, linked } = session;
    return { session, data: { context, subscribed: new Set(idsIn(subscriptions)), linked: new Set(idsIn(linked)) } };
  },
  /** Counts each known issue's subscribers, at most SUBSCRIBERS_CAP of each. */
  async countsOf(ids: readonly string[]): Promise<(id: string) => number> {
    const count = (some: readonly string[]) => db.all(counts, { ids: JSON.stringify(some) });
    let rows = ids.length === 0 ? [] : await count(ids);
    if (rows.reduce((sum, row) => sum + row.count, 0) >= SUBSCRIBERS_CAP) {
      // Together too many for one statement, which would stop other requests.
      rows = [];
      for (const id of ids) {
        rows.push(...(await count([id])));
        await nextTurn();
      }
    }
    const byId = new Map(rows.map(({ known_issue_id, count: subscribers }) => [known_issue_id, subscribers]));
    return (id) => byId.get(id) ?? 0;
  },
  /** Reads those not told yet that it is fixed, by player. */
  toTell: (knownIssueId: string, after: string, limit: number): Promise<ToTell[]> =>
    db.all(toTell, { knownIssueId, after, limit }),
  /** False: told before. */
  setTold: async (key: Key, now: number) => (await db.run(setTold, { ...key, told_at: now })) > 0,
  /** Deletes at most `limit`. Returns how many. */
  removeSome: (id: string, limit: number) => db.run(removeSome, { known_issue_id: id, limit }),
});
