import { AppError } from '../errors.ts';

/** 401 with the challenge of RFC 6750, section 3. It has no `error` if the request had no token. */
export function unauthorized(detail: string, error?: 'invalid_request' | 'invalid_token'): AppError {
  const challenge = error === undefined ? 'Bearer' : `Bearer error="${error}", error_description="${detail}"`;
  return new AppError('unauthorized', { detail, headers: { 'www-authenticate': challenge } });
}

/** 401 for a member whose session is no longer valid. */
export const sessionEnded = () => unauthorized('The session has ended. Sign in again.');

/** 401 for a member whom the request does not expect. */
export const otherMember = () => unauthorized('The session is that of another member. Sign in again.');

/** 401 for a team API key that is not accepted. */
export const keyRefused = () =>
  unauthorized('The team API key is unknown, was revoked or suspended, or has expired.', 'invalid_token');

/** 401 for a player's token that is not accepted. */
export const tokenRefused = () =>
  unauthorized('The access token is unknown, was replaced or has expired.', 'invalid_token');
