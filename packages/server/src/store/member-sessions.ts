import type { Executor } from './database.ts';
import { statement } from './statement.ts';
import { rowValues } from './table.ts';
import { type MemberSessionRow, memberSessionTable, memberTable } from './tables.ts';

const insert = statement<MemberSessionRow>()((db, row) =>
  db.insertInto('member_session').values(rowValues(memberSessionTable, row)),
);

const valid = statement<{ hash: string; now: number }>()((db, { hash, now }) =>
  db
    .selectFrom('member_session')
    .innerJoin('member', 'member.member_id', 'member_session.member_id')
    .select(memberTable.columns.map((column) => `member.${column}` as const))
    .select(['member_session.session_hash', 'member_session.expires_at'])
    .where('member_session.session_hash', '=', hash)
    .where('member_session.expires_at', '>', now)
    .where('member.disabled_at', 'is', null),
);

const end = statement<{ hash: string }>()((db, { hash }) =>
  db.deleteFrom('member_session').where('session_hash', '=', hash),
);

const endAll = statement<{ memberId: string }>()((db, { memberId }) =>
  db.deleteFrom('member_session').where('member_id', '=', memberId),
);

const endOthers = statement<{ memberId: string; hash: string }>()((db, { memberId, hash }) =>
  db.deleteFrom('member_session').where('member_id', '=', memberId).where('session_hash', '<>', hash),
);

const anyExpired = statement<{ now: number }>()((db, { now }) =>
  db.selectFrom('member_session').select('session_hash').where('expires_at', '<=', now).limit(1),
);

const prune = statement<{ now: number; limit: number }>()((db, { now, limit }) =>
  db
    .deleteFrom('member_session')
    .where('session_hash', 'in', (eb) =>
      eb.selectFrom('member_session').select('session_hash').where('expires_at', '<=', now).limit(limit),
    ),
);

export const memberSessions = (db: Executor) => ({
  begin: (row: MemberSessionRow) => db.run(insert, row),
  /** The session with this hash, and its member. It is not cached, so a sign-out works at once. */
  valid: (hash: string, now: number) => db.one(valid, { hash, now }),
  end: (hash: string) => db.run(end, { hash }),
  /** Ends all sessions of a member. */
  endAll: (memberId: string) => db.run(endAll, { memberId }),
  /** Ends all sessions of a member except the one with this hash. */
  endOthers: (memberId: string, hash: string) => db.run(endOthers, { memberId, hash }),
  anyExpired: async (now: number) => (await db.one(anyExpired, { now })) !== undefined,
  /** Deletes at most `limit` expired sessions. Returns how many. */
  prune: (now: number, limit: number) => db.run(prune, { now, limit }),
});

export type SessionAndMember = NonNullable<Awaited<ReturnType<ReturnType<typeof memberSessions>['valid']>>>;
