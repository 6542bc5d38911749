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
/** A member has at most so many sessions and known browsers. A new one ends the oldest. */
export const MAX_SESSIONS = 50;

/**
 * Creates a session: what it stores, and the headers that set its cookies in the browser.
 *
 * @throws AppError `validation` over plain HTTP
 */
export function newSession({ client, now }: Pick<Call, 'client' | 'now'>, { config }: Pick<Available, 'config'>) {
  const { address, transport: received, userAgent, session, browser } = client();
  const transport = requireSessionTransport(received);
  const secret = newSessionSecret();
  const expiresAt = now + config.sessionDays * DAY;
  // A new one each time: a colleague who used this browser before knows the earlier one.
  const browserSecret = newSessionSecret();
  const browserExpiresAt = now + BROWSER_DAYS * DAY;
  const browserHash = hashSecret(browserSecret);
  const earlierHash = hashSecret(browser ?? '');
  return {
    secret,
    expiresAt,
    /**
     * Stores the session. It ends the earlier ones of this browser. Returns how many.
     *
     * @param until when it ends, if that is earlier than usual
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

/** The headers that delete the session cookie in the browser. */
export function endedSessionHeaders({ client }: Pick<Call, 'client'>) {
  const transport = requireSessionTransport(client().transport);
  return { 'set-cookie': hiddenCookie(transport, { names: SESSION_COOKIE, value: '', expiresAt: 0 }) };
}

/** 401 after a correct password: the second factor is missing or wrong. */
export function factorNeeded(factors: readonly SecondFactor[], detail?: string): AppError {
  return new AppError('second-factor-required', {
    factors,
    ...(detail === undefined ? {} : { detail }),
    headers: { 'www-authenticate': 'Bearer' },
  });
}

export const WRONG_CODE = messageOf(fieldProblem('wrong-code'));
export const WRONG_PASSKEY = 'This passkey is unknown, or its response is wrong or too old. Try again.';
