import type { Executor } from './database.ts';
import { deleteRows, expiringRows, insertNewRow, selectRows, updateRows } from './plain-statements.ts';
import { statement } from './statement.ts';
import { memberTable, type PasskeyRow, passkeyTable, type UsedChallengeRow, usedChallengeTable } from './tables.ts';

const insert = insertNewRow(passkeyTable);
const ofMember = selectRows(passkeyTable, ['member_id'], ['created_at', 'passkey_id']);

const memberOf = statement<{ credentialId: string }>()((db, { credentialId }) =>
  db
    .selectFrom('passkey')
    .innerJoin('member', 'member.member_id', 'passkey.member_id')
    .select(memberTable.columns.map((column) => `member.${column}` as const))
    .where('passkey.credential_id', '=', credentialId),
);

const used = updateRows(passkeyTable, ['passkey_id'], ['counter', 'last_used_at', 'host']);
const remove = deleteRows(passkeyTable, 'member_id', 'passkey_id');
const removeAll = deleteRows(passkeyTable, 'member_id');

const hosts = statement<Record<never, never>>()((db) =>
  db.selectFrom('passkey').select(['member_id', 'host']).distinct(),
);

export const passkeys = (db: Executor) => ({
  /** False: the credential is registered. */
  insert: async (row: PasskeyRow) => (await db.run(insert, row)) > 0,
  ofMember: (memberId: string) => db.all(ofMember, { member_id: memberId }),
  memberOf: (credentialId: string) => db.one(memberOf, { credentialId }),
  used: (id: string, use: Pick<PasskeyRow, 'counter' | 'last_used_at' | 'host'>) =>
    db.run(used, { passkey_id: id, ...use }),
  remove: async (memberId: string, id: string) => (await db.run(remove, { member_id: memberId, passkey_id: id })) > 0,
  removeAll: (memberId: string) => db.run(removeAll, { member_id: memberId }),
  /** Of all members. */
  hosts: () => db.all(hosts, {}),
});

const use = insertNewRow(usedChallengeTable);
const expiring = expiringRows(usedChallengeTable, 'expires_at');

export const usedChallenges = (db: Executor) => ({
  use: async (row: UsedChallengeRow) => (await db.run(use, row)) > 0,
  ...expiring(db),
});
