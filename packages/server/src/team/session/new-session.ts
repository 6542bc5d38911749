import type { Role } from '@player-support/contract/enums';
import Bowser from 'bowser';
import type { Config } from '../../config/config.ts';
import { shortAddress } from '../../domain/short-address.ts';
import { DAY } from '../../domain/time.ts';
import { hashSecret, newSecret } from '../../domain/tokens.ts';
import { AppError } from '../../errors.ts';
import type { Available } from '../../operations/context.ts';
import type { Call } from '../../operations/operation.ts';
import type { Transaction } from '../../store/store.ts';
import { BROWSER_COOKIE, hiddenCookie, requireSessionTransport, SESSION_COOKIE } from './session-cookie.ts';

/** How long a browser is known after a sign-in. */
const BROWSER_DAYS = 180;
/** Sessions, and as many known browsers. A new one ends the oldest. */
const MAX_OF_MEMBER = 50;
/** No browser sends longer headers, so these are not parsed. */
const MAX_USER_AGENT = 500;
const MAX_NAME = 40;

/** Here, with a password or a passkey. */
export function mayUsePassword({ oidc }: Pick<Config, 'oidc'>, role: Role): boolean {
  return oidc.issuer === '' || oidc.passwords === 'all' || role === 'owner';
}

/** Returns 403 for members who must use the provider. */
export function passwordRefused({ oidc }: Pick<Config, 'oidc'>): AppError {
  const detail = `Only owners can use a password or passkey here. Sign in with ${oidc.name}.`;
  return new AppError('forbidden', { detail });
}

/**
 * What it stores, and the headers for its cookies. Throws AppError `validation` over plain HTTP.
 */
export function newSession({ client, now }: Pick<Call, 'client' | 'now'>, { config }: Pick<Available, 'config'>) {
  const { address, transport: received, userAgent, session, browser } = client();
  const transport = requireSessionTransport(received);
  const secret = newSecret();
  const expiresAt = now + config.sessionDays * DAY;
  // New each time: a colleague who used this browser knows the earlier one.
  const browserSecret = newSecret();
  const browserExpiresAt = now + BROWSER_DAYS * DAY;
  const browserHash = hashSecret(browserSecret);
  // No browser has the hash of an empty text.
  const earlierHash = hashSecret(browser ?? '');
  return {
    secret,
    expiresAt,
    /** Ends the browser's earlier sessions, and returns how many. */
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
      await tx.knownBrowsers.forgetOldest(memberId, MAX_OF_MEMBER);
      return ended + (await tx.memberSessions.endOldest(memberId, MAX_OF_MEMBER));
    },
    headers: {
      'set-cookie': [
        hiddenCookie(transport, SESSION_COOKIE, secret, expiresAt),
        hiddenCookie(transport, BROWSER_COOKIE, browserSecret, browserExpiresAt),
      ],
    },
  };
}

/** They delete the cookie. */
export function endedSessionHeaders({ client }: Pick<Call, 'client'>) {
  const transport = requireSessionTransport(client().transport);
  return { 'set-cookie': hiddenCookie(transport, SESSION_COOKIE, '', 0) };
}

/** Such as `Firefox on Windows`. Only a hint for the member: the header can be any text. */
function deviceOf(userAgent: string | undefined): string | null {
  if (userAgent === undefined || userAgent === '' || userAgent.length > MAX_USER_AGENT) return null;
  const { browser, os } = Bowser.parse(userAgent);
  const names = [browser.name, os.name].map((name) => name?.slice(0, MAX_NAME)).filter(Boolean);
  return names.length === 0 ? null : names.join(' on ');
}
