import type { Executor } from './database.ts';
import { statement } from './statement.ts';
import { rowValues } from './table.ts';
import { memberTable, type PasskeyRow, passkeyTable } from './tables.ts';

const insert = statement<PasskeyRow>()((db, row) =>
  db
    .insertInto('passkey')
    .values(rowValues(passkeyTable, row))
    .onConflict((conflict) => conflict.column('credential_id').doNothing()),
);

const ofMember = statement<{ memberId: string }>()((db, { memberId }) =>
  db
    .selectFrom('passkey')
    .select(passkeyTable.columns)
    .where('member_id', '=', memberId)
    .orderBy('created_at')
    .orderBy('passkey_id'),
);

const memberOf = statement<{ credentialId: string }>()((db, { credentialId }) =>
  db
    .selectFrom('passkey')
    .innerJoin('member', 'member.member_id', 'passkey.member_id')
    .select(memberTable.columns.map((column) => `member.${column}` as const))
    .where('passkey.credential_id', '=', credentialId),
);

const used = statement<{ id: string; counter: number; at: number }>()((db, { id, counter, at }) =>
  db.updateTable('passkey').set({ counter, last_used_at: at }).where('passkey_id', '=', id),
);

const remove = statement<{ memberId: string; id: string }>()((db, { memberId, id }) =>
  db.deleteFrom('passkey').where('member_id', '=', memberId).where('passkey_id', '=', id),
);

const removeAll = statement<{ memberId: string }>()((db, { memberId }) =>
  db.deleteFrom('passkey').where('member_id', '=', memberId),
);

const withPasskey = statement<Record<never, never>>()((db) => db.selectFrom('passkey').select('member_id').distinct());

export const passkeys = (db: Executor) => ({
  /** False if the credential is already registered. */
  insert: async (row: PasskeyRow) => (await db.run(insert, row)) > 0,
  /** The passkeys of a member, oldest first. */
  ofMember: (memberId: string) => db.all(ofMember, { memberId }),
  /** The member whose passkey it is. */
  memberOf: (credentialId: string) => db.one(memberOf, { credentialId }),
  used: (id: string, counter: number, at: number) => db.run(used, { id, counter, at }),
  /** False if the member has no such passkey. */
  remove: async (memberId: string, id: string) => (await db.run(remove, { memberId, id })) > 0,
  removeAll: (memberId: string) => db.run(removeAll, { memberId }),
  /** The ids of the members who have one. */
  membersWithPasskey: async () => new Set((await db.all(withPasskey, {})).map(({ member_id }) => member_id)),
});
