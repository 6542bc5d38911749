import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import { SharedWork } from '../../domain/shared-work.ts';
import { HOUR, latestTime, MINUTE, SECOND } from '../../domain/time.ts';
import type { AuditDetails } from '../../operations/audit-details.ts';
import { actorOf, noOrigin, record } from '../../operations/audited.ts';
import type { Available } from '../../operations/context.ts';
import type { SessionAndMember } from '../../store/member-sessions.ts';
import type { Transaction } from '../../store/store.ts';
import type { OidcSessionRow } from '../../store/tables.ts';
import { accessOf } from '../grants.ts';
import { tellNewAccess, unsentDetails } from '../revoke-grants.ts';
import { memberOfIdentity, type Refusal } from './member-of-identity.ts';
import { type Confirmation, type Provider, ProviderRefusedError } from './provider.ts';
import { reasonOf } from './provider-fetch.ts';
import { openToken, sealToken } from './sealed-token.ts';

/** Only one node may ask for so long. Its two requests take less. */
const CHECKING_MS = 30 * SECOND;
/** After a failure. */
const RETRY_MS = MINUTE;
/** How long sessions go on while the provider does not respond. */
const GRACE_MS = HOUR;

const ACTION = 'OidcRecheck';

export interface RecheckOptions extends Pick<Available, 'store' | 'live' | 'clock' | 'elapsed' | 'projectCache'> {
  readonly logger: Logger;
}

/**
 * When due, asks the provider whether the member may still sign in, and otherwise ends the session.
 * Simultaneous requests ask once. Throws StoreUnavailableError.
 */
export function createRecheck(
  provider: Provider,
  { oidc }: Pick<Config, 'oidc'>,
  { store, projectCache, live, clock, logger }: RecheckOptions,
) {
  const running = new SharedWork<void>();
  const recheckMs = oidc.recheckMinutes * MINUTE;

  async function check(session: SessionAndMember, secret: string): Promise<void> {
    const now = clock();
    // A refresh token used twice can end all sessions of the person, so only one node asks.
    const row = await store.oidcSessions.claimCheck({
      hash: session.session_hash,
      now,
      until: now + CHECKING_MS,
      latestDue: latestTime(now, recheckMs),
      latestUntil: latestTime(now, CHECKING_MS),
    });
    if (row === undefined) return;
    const answer = await ask(session, row, secret);
    if (answer === 'refused') return end(session, 'provider', now);
    if (answer === 'unknown') return postpone(row, now);
    await goOn(session, answer, secret, now);
  }

  async function ask(
    { oidc_issuer, oidc_subject }: SessionAndMember,
    { refresh_token }: OidcSessionRow,
    secret: string,
  ) {
    // Another provider was set since, or an admin took the account away.
    if (refresh_token === null || oidc_subject === null) return 'refused';
    const token = openToken(refresh_token, secret);
    try {
      const confirmation = await provider.confirm(token, oidc_subject);
      if (confirmation.identity.issuer !== oidc_issuer) return 'refused';
      // Not every provider replaces the token.
      return { ...confirmation, refreshToken: confirmation.refreshToken ?? token };
    } catch (error) {
      if (error instanceof ProviderRefusedError) return 'refused';
      const reason = reasonOf(error);
      logger.warn({ reason }, 'the provider of single sign-on did not say whether a member may sign in');
      return 'unknown';
    }
  }

  async function goOn(
    session: SessionAndMember,
    { identity, refreshToken = '' }: Confirmation,
    secret: string,
    now: number,
  ): Promise<void> {
    const { session_hash } = session;
    const result = await store.transaction(async (tx) => {
      const found = await memberOfIdentity(tx, identity, oidc.roles, now);
      if ('refusal' in found) return found;
      await tx.oidcSessions.checked({
        session_hash,
        refresh_token: sealToken(refreshToken, secret),
        confirmed_at: now,
        check_at: now + recheckMs,
        checking_until: 0,
      });
      if (found.hasNewAccess) {
        await note(tx, session, { ...accessOf(found.member), ...unsentDetails(found.unsent) }, now);
      }
      if (found.groupsBecameUnknown) await note(tx, session, { groupsUnknown: true }, now);
      return found;
    });
    if ('refusal' in result) return end(session, result.refusal, now);
    if (result.hasNewAccess) tellNewAccess({ projectCache, live }, result.unsent);
  }

  /** Lets the session go on for a while without an answer. */
  async function postpone(row: OidcSessionRow, now: number): Promise<void> {
    const { session_hash, refresh_token, confirmed_at } = row;
    const until = Math.min(confirmed_at, now) + recheckMs + GRACE_MS;
    if (now >= until) {
      await store.memberSessions.end(session_hash);
      return live.accessChanged();
    }
    const check_at = Math.min(now + RETRY_MS, until);
    await store.oidcSessions.checked({ session_hash, refresh_token, confirmed_at, check_at, checking_until: 0 });
  }

  /** Adds an entry about the member to the audit log. */
  function note(tx: Transaction, member: SessionAndMember, details: AuditDetails, now: number): Promise<void> {
    const entry = { operation: ACTION, now, clock, caller: actorOf(member), origin: noOrigin };
    return record(tx, entry, { target: member.member_id, details });
  }

  async function end(session: SessionAndMember, failed: 'provider' | Refusal, now: number): Promise<void> {
    await store.transaction(async (tx) => {
      await tx.memberSessions.end(session.session_hash);
      await note(tx, session, { failed }, now);
    });
    live.accessChanged();
  }

  return (session: SessionAndMember, secret: string): Promise<void> =>
    running.run(session.session_hash, () => check(session, secret));
}
