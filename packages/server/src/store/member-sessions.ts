import type { Expression } from 'kysely';
import type { Executor } from './database.ts';
import { deleteOldest, deleteRows, expiringRows, insertRow, selectRows } from './plain-statements.ts';
import { sql, statement, textsInJson } from './statement.ts';
import { type MemberSessionRow, memberSessionTable, memberTable } from './tables.ts';

const insert = insertRow(memberSessionTable);

/** Neither ended nor idle for too long: used since `idleSince`. */
type Alive = { readonly now: number; readonly idleSince: number };

const exists = <Name extends string>(name: Name, rows: Expression<unknown>) =>
  sql<number>`CASE WHEN EXISTS ${rows} THEN 1 ELSE 0 END`.as(name);

const valid = statement<Alive & { hash: string }>()((db, { hash, now, idleSince }) =>
  db
    .selectFrom('member_session')
    .innerJoin('member', 'member.member_id', 'member_session.member_id')
    .leftJoin('oidc_session', 'oidc_session.session_hash', 'member_session.session_hash')
    .select(memberTable.columns.map((column) => `member.${column}` as const))
    .select(['member_session.session_hash', 'member_session.expires_at', 'member_session.browser_hash'])
    .select('oidc_session.check_at')
    .select((eb) => [
      exists(
        'has_passkey',
        eb.selectFrom('passkey').whereRef('passkey.member_id', '=', 'member.member_id').select('name'),
      ),
      exists(
        'factor_required',
        eb.selectFrom('team_setting').where('name', '=', 'second_factor_required').select('name'),
      ),
    ])
    .where('member_session.session_hash', '=', hash)
    .where('member_session.expires_at', '>', now)
    .where((eb) => eb(eb.fn.coalesce('member_session.last_used_at', 'member_session.created_at'), '>', idleSince))
    .where('member.disabled_at', 'is', null),
);

const accessOf = statement<{ hashes: string; now: number }>()((db, { hashes, now }) =>
  db
    .selectFrom('member_session')
    .innerJoin('member', 'member.member_id', 'member_session.member_id')
    .select(['member_session.session_hash as id', 'member.role', 'member.project_ids'])
    .where('member_session.session_hash', 'in', textsInJson(db, hashes))
    .where('member_session.expires_at', '>', now)
    .where('member.disabled_at', 'is', null),
);

const ofMember = statement<Alive & { memberId: string }>()((db, { memberId, now, idleSince }) =>
  db
    .selectFrom('member_session')
    .select(memberSessionTable.columns)
    .where('member_id', '=', memberId)
    .where('expires_at', '>', now)
    .where((eb) => eb(eb.fn.coalesce('last_used_at', 'created_at'), '>', idleSince))
    .orderBy('created_at', 'desc')
    .orderBy('session_hash'),
);

const bySession = selectRows(memberSessionTable, ['session_hash']);

const used = statement<{ hash: string; at: number }>()((db, { hash, at }) =>
  db
    .updateTable('member_session')
    .set({ last_used_at: at })
    .where('session_hash', '=', hash)
    .where((eb) => eb(eb.fn.coalesce('last_used_at', 'created_at'), '<', at)),
);

const endOfBrowser = statement<{ hash: string; memberId: string; browser: string }>()(
  (db, { hash, memberId, browser }) =>
    db
      .deleteFrom('member_session')
      .where((eb) => eb.or([eb('session_hash', '=', hash), eb.and({ member_id: memberId, browser_hash: browser })])),
);

const endOldest = deleteOldest(memberSessionTable, 'member_id', 'session_hash', 'created_at');

const end = deleteRows(memberSessionTable, 'session_hash');
const endAll = deleteRows(memberSessionTable, 'member_id');

const endOthers = statement<{ memberId: string; hash: string }>()((db, { memberId, hash }) =>
  db.deleteFrom('member_session').where('member_id', '=', memberId).where('session_hash', '<>', hash),
);

const expiring = expiringRows(memberSessionTable, 'expires_at');

export const memberSessions = (db: Executor) => ({
  begin: (row: MemberSessionRow) => db.run(insert, row),
  /** Reads a session and its member by hash. Not cached, so that a sign-out works at once. */
  valid: (hash: string, alive: Alive) => db.one(valid, { hash, ...alive }),
  /** Finds the access of these sessions' members, also of idle ones. A missing one has ended. */
  accessOf: (hashes: readonly string[], now: number) => db.all(accessOf, { hashes: JSON.stringify(hashes), now }),
  ofMember: (memberId: string, alive: Alive) => db.all(ofMember, { memberId, ...alive }),
  exists: async (hash: string) => (await db.one(bySession, { session_hash: hash })) !== undefined,
  used: (hash: string, at: number) => db.run(used, { hash, at }),
  /** Ends all but the newest `keep` sessions. Returns how many. */
  endOldest: (memberId: string, keep: number) => db.run(endOldest, { ownerId: memberId, keep }),
  end: async (hash: string) => (await db.run(end, { session_hash: hash })) > 0,
  /** Ends this session, and all of the member in this browser. Returns how many. */
  endOfBrowser: (hash: string, memberId: string, browser: string) => db.run(endOfBrowser, { hash, memberId, browser }),
  endAll: (memberId: string) => db.run(endAll, { member_id: memberId }),
  endOthers: (memberId: string, hash: string) => db.run(endOthers, { memberId, hash }),
  ...expiring(db),
});

export type SessionAndMember = NonNullable<Awaited<ReturnType<ReturnType<typeof memberSessions>['valid']>>>;
