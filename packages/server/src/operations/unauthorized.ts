import { AppError } from '../errors.ts';

/** 401 with the challenge of RFC 6750, section 3. Without `error` if the request had no token. */
export function unauthorized(detail: string, error?: 'invalid_request' | 'invalid_token'): AppError {
  const challenge = error === undefined ? 'Bearer' : `Bearer error="${error}", error_description="${detail}"`;
  return new AppError('unauthorized', { detail, headers: { 'www-authenticate': challenge } });
}

export const sessionEnded = () => unauthorized('The session has ended. Sign in again.');

/** The request expects another member. */
export const otherMember = () => unauthorized('The session is that of another member. Sign in again.');

export const keyRefused = () =>
  unauthorized('The team API key is unknown, was revoked or suspended, or has expired.', 'invalid_token');

export const tokenRefused = () =>
  unauthorized('The access token is unknown, was replaced or has expired.', 'invalid_token');
