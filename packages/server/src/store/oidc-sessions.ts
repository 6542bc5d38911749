import type { Executor } from './database.ts';
import { hasCome, insertNewRow, insertRow, updateRows } from './plain-statements.ts';
import { statement } from './statement.ts';
import { type OidcLogoutRow, type OidcSessionRow, oidcLogoutTable, oidcSessionTable } from './tables.ts';

const insert = insertRow(oidcSessionTable);

/** `latestDue`, `latestUntil`: see `hasCome`. */
type Claim = { hash: string; now: number; until: number; latestDue: number; latestUntil: number };

const claimCheck = statement<Claim>()((db, { hash, now, until, latestDue, latestUntil }) =>
  db
    .updateTable('oidc_session')
    .set({ checking_until: until })
    .where('session_hash', '=', hash)
    .where(hasCome('check_at', { now, latest: latestDue }))
    .where(hasCome('checking_until', { now, latest: latestUntil }))
    .returning(oidcSessionTable.columns),
);

const checked = updateRows(
  oidcSessionTable,
  ['session_hash'],
  ['refresh_token', 'confirmed_at', 'check_at', 'checking_until'],
);

const endOfMember = statement<{ memberId: string }>()((db, { memberId }) =>
  db
    .deleteFrom('member_session')
    .where('member_id', '=', memberId)
    .where('session_hash', 'in', (eb) => eb.selectFrom('oidc_session').select('oidc_session.session_hash')),
);

const endOfProvider = statement<{ issuer: string; providerSession: string }>()((db, { issuer, providerSession }) =>
  db
    .deleteFrom('member_session')
    .where('session_hash', 'in', (eb) =>
      eb.selectFrom('oidc_session').select('oidc_session.session_hash').where('provider_session', '=', providerSession),
    )
    .where('member_id', 'in', (eb) =>
      eb.selectFrom('member').select('member.member_id').where('oidc_issuer', '=', issuer),
    )
    .returning('member_id'),
);

const addLogout = insertNewRow(oidcLogoutTable);

const pruneLogouts = statement<{ now: number }>()((db, { now }) =>
  db.deleteFrom('oidc_logout').where('expires_at', '<=', now),
);

/** Stores the sessions that began at a provider. */
export const oidcSessions = (db: Executor) => ({
  begin: (row: OidcSessionRow) => db.run(insert, row),
  /** The session if the provider must be asked now. Until `until` no other node gets it. */
  claimCheck: (claim: Claim) => db.one(claimCheck, claim),
  checked: (row: Omit<OidcSessionRow, 'provider_session'>) => db.run(checked, row),
  /** Returns how many. */
  endOfMember: (memberId: string) => db.run(endOfMember, { memberId }),
  /** Ends those that began in this session of the provider. Returns their members. */
  endOfProvider: async (issuer: string, providerSession: string) =>
    (await db.all(endOfProvider, { issuer, providerSession })).map(({ member_id }) => member_id),
  /** Forgets expired tokens. False: used before. */
  async useLogout(row: OidcLogoutRow, now: number): Promise<boolean> {
    await db.run(pruneLogouts, { now });
    return (await db.run(addLogout, row)) > 0;
  },
});
