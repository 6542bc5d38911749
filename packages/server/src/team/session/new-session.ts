import { DAY } from '../../domain/time.ts';
import { hashSecret, newSessionSecret } from '../../domain/tokens.ts';
import { AppError } from '../../errors.ts';
import type { Call } from '../../operations/operation.ts';
import type { Service } from '../../operations/service.ts';
import { requireSessionTransport, sessionCookie } from './session-cookie.ts';

/**
 * A new session of a member, to be stored, and the headers that set it in the browser.
 *
 * @throws AppError `validation` over plain HTTP
 */
export function newSession({ client, now }: Pick<Call, 'client' | 'now'>, { config }: Pick<Service, 'config'>) {
  const transport = requireSessionTransport(client().transport);
  const secret = newSessionSecret();
  const expiresAt = now + config.sessionDays * DAY;
  return {
    expiresAt,
    rowOf: (memberId: string) => ({
      session_hash: hashSecret(secret),
      member_id: memberId,
      created_at: now,
      expires_at: expiresAt,
    }),
    headers: { 'set-cookie': sessionCookie(transport, secret, expiresAt) },
  };
}

/** The headers with which the browser forgets its session. */
export function endedSession({ client }: Pick<Call, 'client'>) {
  return { 'set-cookie': sessionCookie(requireSessionTransport(client().transport), '', 0) };
}

/** 401: the password was right, but a code is needed, or another one. */
export function codeNeeded(detail?: string): AppError {
  return new AppError('second-factor-required', {
    ...(detail === undefined ? {} : { detail }),
    headers: { 'www-authenticate': 'Bearer' },
  });
}

export const WRONG_CODE = 'This code is wrong or was already used. Send a newer code, or a recovery code.';
