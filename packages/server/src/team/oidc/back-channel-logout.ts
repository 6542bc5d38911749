import { fieldProblem, messageOf } from '@player-support/contract/field-problems';
import type { Logger } from 'pino';
import { MINUTE } from '../../domain/time.ts';
import { hashSecret } from '../../domain/tokens.ts';
import { AppError } from '../../errors.ts';
import { type Actor, type Origin, record } from '../../operations/audited.ts';
import type { Available } from '../../operations/context.ts';
import type { Transaction } from '../../store/store.ts';
import type { Logout, Provider } from './provider.ts';
import { isUnreachable, reasonOf } from './provider-fetch.ts';

const ACTION = 'OidcLogout';
/** Longer than logout tokens are accepted. */
const REMEMBERED_MS = 10 * MINUTE;
const RETRY_AFTER_SECONDS = 5;

const PROVIDER: Actor = { type: 'system', id: 'provider', name: 'provider' };

/**
 * Ends one provider session's or a member's sessions (OpenID Connect Back-Channel Logout 1.0).
 * Throws AppError `validation` for an invalid or used token, `unavailable` without provider keys.
 */
export async function backChannelLogout(
  token: string,
  provider: Provider,
  { store, live, clock }: Pick<Available, 'store' | 'live' | 'clock'>,
  { logger, origin }: { readonly logger: Logger; readonly origin: () => Origin },
): Promise<void> {
  const now = clock();
  const logout = await readLogout(token, provider, logger);
  const ended = await store.transaction(async (tx) => {
    const token_hash = hashSecret(JSON.stringify([logout.issuer, logout.tokenId]));
    const isNew = await tx.oidcSessions.useLogout({ token_hash, expires_at: now + REMEMBERED_MS }, now);
    if (!isNew) throw refused('logout-token-used');
    const memberIds = await endSessions(tx, logout);
    for (const target of new Set(memberIds)) {
      await record(tx, { operation: ACTION, now, clock, caller: PROVIDER, origin }, { target });
    }
    return memberIds.length;
  });
  if (ended > 0) live.accessChanged();
}

async function readLogout(token: string, provider: Provider, logger: Logger): Promise<Logout> {
  try {
    return await provider.logoutOf(token);
  } catch (error) {
    if (isUnreachable(error)) {
      const headers = { 'retry-after': String(RETRY_AFTER_SECONDS) };
      throw new AppError('unavailable', { detail: 'The provider does not respond.', headers, cause: error });
    }
    logger.warn({ reason: reasonOf(error) }, 'a logout token of single sign-on is not valid');
    throw refused('logout-token-invalid');
  }
}

function refused(code: 'logout-token-used' | 'logout-token-invalid'): AppError {
  const problem = fieldProblem(code);
  return new AppError('validation', { detail: messageOf(problem), problems: { logout_token: [problem] } });
}

/** Returns each session's member id. */
async function endSessions(
  { members, oidcSessions }: Pick<Transaction, 'members' | 'oidcSessions'>,
  { issuer, subject, providerSession }: Logout,
): Promise<string[]> {
  if (providerSession !== undefined) return oidcSessions.endOfProvider(issuer, providerSession);
  const memberId = await members.idOfSubject(issuer, subject ?? '');
  if (memberId === undefined) return [];
  return Array<string>(await oidcSessions.endOfMember(memberId)).fill(memberId);
}
