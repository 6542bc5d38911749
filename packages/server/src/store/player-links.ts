import type { Executor } from './database.ts';
import { statement } from './statement.ts';
import { rowValues } from './table.ts';
import { type PlayerLinkRow, playerLinkTable, type UsedIdentityTokenRow, usedIdentityTokenTable } from './tables.ts';

type Key = { accountId: string; installationId: string };

const insert = statement<PlayerLinkRow>()((db, row) =>
  db.insertInto('player_link').values(rowValues(playerLinkTable, row)),
);

const byKey = statement<Key>()((db, { accountId, installationId }) =>
  db
    .selectFrom('player_link')
    .select(playerLinkTable.columns)
    .where('player_id', '=', accountId)
    .where('installation_id', '=', installationId),
);

// The token is renewed by each identify, so its end says when the installation was last seen.
const ofAccount = statement<{ accountId: string }>()((db, { accountId }) =>
  db
    .selectFrom('player_link')
    .select(playerLinkTable.columns)
    .where('player_id', '=', accountId)
    .orderBy('token_expires_at', 'desc')
    .orderBy('installation_id'),
);

const withInstallations = statement<{ accountId: string }>()((db, { accountId }) =>
  db
    .selectFrom('player_link')
    .leftJoin('player', 'player.player_id', 'player_link.installation_id')
    .select(['player_link.installation_id', 'player_link.created_at', 'player.context', 'player.last_seen_at'])
    .where('player_link.player_id', '=', accountId)
    .orderBy('player.last_seen_at', 'desc')
    .orderBy('player_link.installation_id'),
);

type NewToken = Key & { tokenHash: string; tokenExpiresAt: number };

const setToken = statement<NewToken>()((db, { accountId, installationId, tokenHash, tokenExpiresAt }) =>
  db
    .updateTable('player_link')
    .set({ token_hash: tokenHash, token_expires_at: tokenExpiresAt })
    .where('player_id', '=', accountId)
    .where('installation_id', '=', installationId),
);

const remove = statement<Key>()((db, { accountId, installationId }) =>
  db.deleteFrom('player_link').where('player_id', '=', accountId).where('installation_id', '=', installationId),
);

const useToken = statement<UsedIdentityTokenRow>()((db, row) =>
  db
    .insertInto('used_identity_token')
    .values(rowValues(usedIdentityTokenTable, row))
    .onConflict((conflict) => conflict.columns(['player_id', 'token_key']).doNothing()),
);

const forgetTokens = statement<{ accountId: string; now: number }>()((db, { accountId, now }) =>
  db.deleteFrom('used_identity_token').where('player_id', '=', accountId).where('expires_at', '<=', now),
);

/** The installations that are linked to accounts, and the identity tokens that linked them. */
export const playerLinks = (db: Executor) => ({
  add: (row: PlayerLinkRow) => db.run(insert, row),
  find: (key: Key) => db.one(byKey, key),
  /** The links of an account, with what its installations said of themselves. Last seen first. */
  withInstallations: (accountId: string) => db.all(withInstallations, { accountId }),
  /** Last seen first. */
  ofAccount: (accountId: string) => db.all(ofAccount, { accountId }),
  /** Gives an installation another token. False if it is not linked to this account. */
  setToken: async (token: NewToken) => (await db.run(setToken, token)) > 0,
  remove: (key: Key) => db.run(remove, key),
  /** Remembers an identity token. False if it was used before. Forgets those that have expired. */
  async useToken(row: UsedIdentityTokenRow, now: number): Promise<boolean> {
    await db.run(forgetTokens, { accountId: row.player_id, now });
    return (await db.run(useToken, row)) > 0;
  },
});
