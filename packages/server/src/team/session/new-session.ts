import { DAY } from '../../domain/time.ts';
import { hashSecret, newSessionSecret } from '../../domain/tokens.ts';
import { AppError } from '../../errors.ts';
import type { Call } from '../../operations/operation.ts';
import type { Service } from '../../operations/service.ts';
import { requireSessionTransport, sessionCookie } from './session-cookie.ts';

/**
 * Creates a session: its row, and the headers that set its cookie in the browser.
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

/** The headers that delete the session cookie in the browser. */
export function endedSessionHeaders({ client }: Pick<Call, 'client'>) {
  return { 'set-cookie': sessionCookie(requireSessionTransport(client().transport), '', 0) };
}

/** 401 after a correct password: the code is missing or wrong. */
export function codeNeeded(detail?: string): AppError {
  return new AppError('second-factor-required', {
    ...(detail === undefined ? {} : { detail }),
    headers: { 'www-authenticate': 'Bearer' },
  });
}

export const WRONG_CODE = 'This code is wrong or was already used. Send a newer code, or a recovery code.';
