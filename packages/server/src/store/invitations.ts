import { isCreatedBy, withKeysCreatedBy } from './created-by.ts';
import type { Executor } from './database.ts';
import { deleteRows, expiringRows, insertRow, selectRows } from './plain-statements.ts';
import { statement } from './statement.ts';
import { type InvitationRow, invitationTable } from './tables.ts';

const insert = insertRow(invitationTable);

const valid = statement<{ hash: string; now: number }>()((db, { hash, now }) =>
  db
    .selectFrom('invitation')
    .select(invitationTable.columns)
    .where('token_hash', '=', hash)
    .where('expires_at', '>', now),
);

const byId = selectRows(invitationTable, ['invitation_id']);

const list = statement<{ now: number }>()((db, { now }) =>
  db
    .selectFrom('invitation')
    .select(invitationTable.columns)
    .where('expires_at', '>', now)
    .orderBy('created_at')
    .orderBy('invitation_id'),
);

const removeFor = statement<{ email: string; now: number }>()((db, { email, now }) =>
  db
    .deleteFrom('invitation')
    .where('email', '=', email)
    .where('member_id', 'is', null)
    .where('expires_at', '>', now)
    .returning(invitationTable.columns),
);

const remove = deleteRows(invitationTable, 'invitation_id');
const removeOf = deleteRows(invitationTable, 'member_id');

const countCreatedBy = statement<{ creatorId: string; now: number }>()((db, { creatorId, now }) =>
  withKeysCreatedBy(db, creatorId)
    .selectFrom('invitation')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(isCreatedBy(creatorId))
    .where('expires_at', '>', now),
);

const removeCreatedBy = statement<{ creatorId: string }>()((db, { creatorId }) =>
  withKeysCreatedBy(db, creatorId).deleteFrom('invitation').where(isCreatedBy(creatorId)),
);

const removeFirstOwnerLinks = statement<Record<never, never>>()((db) =>
  db.deleteFrom('invitation').where('role', '=', 'owner').where('email', 'is', null).returning('invitation_id'),
);

const expiring = expiringRows(invitationTable, 'expires_at');

export const invitations = (db: Executor) => ({
  insert: (row: InvitationRow) => db.run(insert, row),
  /** Unless expired. */
  valid: (hash: string, now: number) => db.one(valid, { hash, now }),
  byId: (id: string) => db.one(byId, { invitation_id: id }),
  /** Unexpired, oldest first. */
  list: (now: number) => db.all(list, { now }),
  /** False: another request has used the link. */
  remove: async (id: string) => (await db.run(remove, { invitation_id: id })) > 0,
  /** Unexpired. Returns them. */
  removeFor: (email: string, now: number) => db.all(removeFor, { email, now }),
  removeOf: (memberId: string) => db.run(removeOf, { member_id: memberId }),
  /** Unexpired, also of the keys that the creator created. */
  countCreatedBy: async (creatorId: string, now: number) =>
    (await db.one(countCreatedBy, { creatorId, now }))?.count ?? 0,
  removeCreatedBy: (creatorId: string) => db.run(removeCreatedBy, { creatorId }),
  /** Owner links without an address are those for the first owner. Returns their ids. */
  removeFirstOwnerLinks: async () =>
    (await db.all(removeFirstOwnerLinks, {})).map(({ invitation_id }) => invitation_id),
  ...expiring(db),
});
