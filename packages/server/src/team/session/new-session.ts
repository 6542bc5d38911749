import type { SecondFactor } from '@player-support/contract/enums';
import { fieldProblem, messageOf } from '@player-support/contract/field-problems';
import { shortAddress } from '../../domain/short-address.ts';
import { DAY } from '../../domain/time.ts';
import { hashSecret, newSessionSecret } from '../../domain/tokens.ts';
import { AppError } from '../../errors.ts';
import type { Available } from '../../operations/context.ts';
import type { Call } from '../../operations/operation.ts';
import type { Transaction } from '../../store/store.ts';
import { deviceOf } from './device.ts';
import { BROWSER_COOKIE, hiddenCookie, requireSessionTransport, SESSION_COOKIE } from './session-cookie.ts';

/** How long a browser is known after a sign-in. */
const BROWSER_DAYS = 180;
/** Sessions and known browsers. A new one ends the oldest. */
export const MAX_SESSIONS = 50;

/**
 * What it stores, and the headers for its cookies. Throws AppError `validation` over plain HTTP.
 */
export function newSession({ client, now }: Pick<Call, 'client' | 'now'>, { config }: Pick<Available, 'config'>) {
  const { address, transport: received, userAgent, session, browser } = client();
  const transport = requireSessionTransport(received);
  const secret = newSessionSecret();
  const expiresAt = now + config.sessionDays * DAY;
  // New each time: a colleague who used this browser knows the earlier one.
  const browserSecret = newSessionSecret();
  const browserExpiresAt = now + BROWSER_DAYS * DAY;
  const browserHash = hashSecret(browserSecret);
  const earlierHash = hashSecret(browser ?? '');
  return {
    secret,
    expiresAt,
    /**
     * Ends the browser's earlier sessions, and returns how many. `until`: an earlier end than
     * usual.
     */
    async begin(tx: Transaction, memberId: string, until = expiresAt): Promise<number> {
      const ended = await tx.memberSessions.endOfBrowser(hashSecret(session ?? ''), memberId, earlierHash);
      await tx.memberSessions.begin({
        session_hash: hashSecret(secret),
        member_id: memberId,
        created_at: now,
        expires_at: until,
        last_used_at: null,
        device: deviceOf(userAgent),
        address: shortAddress(address),
        browser_hash: browserHash,
      });
      await tx.knownBrowsers.forget(memberId, earlierHash);
      await tx.knownBrowsers.remember({ member_id: memberId, browser_hash: browserHash, expires_at: browserExpiresAt });
      await tx.knownBrowsers.forgetOldest(memberId, MAX_SESSIONS);
      return ended + (await tx.memberSessions.endOldest(memberId, MAX_SESSIONS));
    },
    headers: {
      'set-cookie': [
        hiddenCookie(transport, { names: SESSION_COOKIE, value: secret, expiresAt }),
        hiddenCookie(transport, { names: BROWSER_COOKIE, value: browserSecret, expiresAt: browserExpiresAt }),
      ],
    },
  };
}

/** They delete the cookie. */
export function endedSessionHeaders({ client }: Pick<Call, 'client'>) {
  const transport = requireSessionTransport(client().transport);
  return { 'set-cookie': hiddenCookie(transport, { names: SESSION_COOKIE, value: '', expiresAt: 0 }) };
}

/** 401: the password is right, the second factor missing or wrong. */
export function factorNeeded(factors: readonly SecondFactor[], detail?: string): AppError {
  return new AppError('second-factor-required', {
    factors,
    ...(detail === undefined ? {} : { detail }),
    headers: { 'www-authenticate': 'Bearer' },
  });
}

export const WRONG_CODE = messageOf(fieldProblem('wrong-code'));
export const WRONG_PASSKEY = 'This passkey is unknown, or its response is wrong or too old. Try again.';
