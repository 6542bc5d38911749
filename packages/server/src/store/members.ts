import type { Executor } from './database.ts';
import { statement } from './statement.ts';
import { MEMBER_COLUMNS, type MemberRow } from './tables.ts';

const insert = statement<{ [Column in keyof MemberRow]: MemberRow[Column] }>()((db, row) =>
  db.insertInto('member').values({
    member_id: row.member_id,
    email: row.email,
    name: row.name,
    role: row.role,
    project_ids: row.project_ids,
    password_hash: row.password_hash,
    totp_secret: row.totp_secret,
    totp_pending: row.totp_pending,
    totp_step: row.totp_step,
    recovery_codes: row.recovery_codes,
    created_at: row.created_at,
    disabled_at: row.disabled_at,
  }),
);

const byId = statement<{ id: string }>()((db, { id }) =>
  db.selectFrom('member').select(MEMBER_COLUMNS).where('member_id', '=', id),
);

const byEmail = statement<{ email: string }>()((db, { email }) =>
  db.selectFrom('member').select(MEMBER_COLUMNS).where('email', '=', email),
);

const list = statement<Record<never, never>>()((db) =>
  db.selectFrom('member').select(MEMBER_COLUMNS).orderBy('created_at').orderBy('member_id'),
);

export const members = (db: Executor) => ({
  insert: (row: MemberRow) => db.run(insert, { ...row }),
  byId: (id: string) => db.one(byId, { id }),
  /** The address in lower case. */
  byEmail: (email: string) => db.one(byEmail, { email }),
  /** Oldest first. */
  list: () => db.all(list, {}),
});
