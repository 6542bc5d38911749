import type { Executor } from './database.ts';
import { deleteRows, insertNewRow, insertRow, selectRows, updateRows } from './plain-statements.ts';
import { statement } from './statement.ts';
import { type PlayerLinkRow, playerLinkTable, type UsedIdentityTokenRow, usedIdentityTokenTable } from './tables.ts';

const insert = insertRow(playerLinkTable);
const byKey = selectRows(playerLinkTable, ['player_id', 'installation_id']);

// Each identify renews the token, so its end says when the installation was last seen.
const ofAccount = selectRows(playerLinkTable, ['player_id'], ['token_expires_at desc', 'installation_id']);

const withInstallations = statement<{ accountId: string }>()((db, { accountId }) =>
  db
    .selectFrom('player_link')
    .leftJoin('player', 'player.player_id', 'player_link.installation_id')
    .select(['player_link.installation_id', 'player_link.created_at', 'player.context', 'player.last_seen_at'])
    .where('player_link.player_id', '=', accountId)
    .orderBy('player.last_seen_at', 'desc')
    .orderBy('player_link.installation_id'),
);

const setToken = updateRows(playerLinkTable, ['player_id', 'installation_id'], ['token_hash', 'token_expires_at']);
const remove = deleteRows(playerLinkTable, 'player_id', 'installation_id');
const useToken = insertNewRow(usedIdentityTokenTable);

const forgetTokens = statement<{ accountId: string; now: number }>()((db, { accountId, now }) =>
  db.deleteFrom('used_identity_token').where('player_id', '=', accountId).where('expires_at', '<=', now),
);

/** Installations linked to accounts, and the identity tokens that linked them. */
export const playerLinks = (db: Executor) => ({
  add: (row: PlayerLinkRow) => db.run(insert, row),
  find: (accountId: string, installationId: string) =>
    db.one(byKey, { player_id: accountId, installation_id: installationId }),
  /** Reads an account's links with what installations said of themselves. Last seen first. */
  withInstallations: (accountId: string) => db.all(withInstallations, { accountId }),
  ofAccount: (accountId: string) => db.all(ofAccount, { player_id: accountId }),
  /** False: not linked to this account. */
  setToken: async (link: Omit<PlayerLinkRow, 'created_at'>) => (await db.run(setToken, link)) > 0,
  remove: (accountId: string, installationId: string) =>
    db.run(remove, { player_id: accountId, installation_id: installationId }),
  /** False: used before. Forgets expired tokens. */
  async useToken(row: UsedIdentityTokenRow, now: number): Promise<boolean> {
    await db.run(forgetTokens, { accountId: row.player_id, now });
    return (await db.run(useToken, row)) > 0;
  },
});
