import type { Executor } from './database.ts';
import { insertNewRow, lockRows, selectRows } from './plain-statements.ts';
import type { RowSecrets } from './secrets/row-secrets.ts';
import { statement } from './statement.ts';
import { rowValues } from './table.ts';
import { type MemberRow, memberTable } from './tables.ts';

const insert = insertNewRow(memberTable);

const update = statement<MemberRow>()((db, row) => {
  const { member_id, email: _email, created_at: _created, ...columns } = rowValues(memberTable, row);
  return db.updateTable('member').set(columns).where('member_id', '=', member_id);
});

const lock = lockRows(memberTable, 'member_id');

const lockOwners = statement<Record<never, never>>()((db) =>
  db
    .updateTable('member')
    .set((eb) => ({ created_at: eb.ref('created_at') }))
    .where('role', '=', 'owner')
    .where('project_ids', 'is', null)
    .where('disabled_at', 'is', null),
);

const any = statement<Record<never, never>>()((db) => db.selectFrom('member').select('member_id').limit(1));

const byId = selectRows(memberTable, ['member_id']);
const byEmail = selectRows(memberTable, ['email']);

const bySubject = statement<{ issuer: string; subject: string }>()((db, { issuer, subject }) =>
  db.selectFrom('member').select('member_id').where('oidc_subject', '=', subject).where('oidc_issuer', '=', issuer),
);

const list = selectRows(memberTable, [], ['created_at', 'member_id']);

export function members(db: Executor, secrets: RowSecrets) {
  const opened = (row: MemberRow | undefined) => row && secrets.open(memberTable, row);
  return {
    /** False: another member has this address or provider account. */
    insert: async (row: MemberRow) => (await db.run(insert, secrets.seal(memberTable, row))) > 0,
    lock: async (id: string) => opened(await db.one(lock, { member_id: id })),
    /** Enabled owners of all projects. Returns how many. */
    lockOwners: () => db.run(lockOwners, {}),
    /** All columns that can change. Lock the member first. */
    update: async (row: MemberRow) => db.run(update, secrets.seal(memberTable, row)),
    any: async () => (await db.one(any, {})) !== undefined,
    byId: async (id: string) => opened(await db.one(byId, { member_id: id })),
    byEmail: async (email: string) => opened(await db.one(byEmail, { email })),
    idOfSubject: async (issuer: string, subject: string) => (await db.one(bySubject, { issuer, subject }))?.member_id,
    list: async () => (await db.all(list, {})).map((row) => secrets.open(memberTable, row)),
  };
}
