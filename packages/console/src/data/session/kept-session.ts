import type { SessionResponse } from '@player-support/contract/team/session';
import { browserStore, store } from '../../lib/storage.ts';

const KEY = 'session';

function isSession(value: unknown): value is SessionResponse {
  if (typeof value !== 'object' || value === null) return false;
  const { member, expiresAt } = value as Partial<SessionResponse>;
  return typeof member?.id === 'string' && typeof expiresAt === 'string';
}

/** Keeps the session for the time without a connection. It has no secret. */
export function keepSession(session: SessionResponse): void {
  store(browserStore(), KEY, session);
}

export function forgetSession(): void {
  browserStore().removeItem(KEY);
}

export function keptSession(): SessionResponse | undefined {
  try {
    const session: unknown = JSON.parse(browserStore().getItem(KEY) ?? 'null');
    return isSession(session) && Date.parse(session.expiresAt) > Date.now() ? session : undefined;
  } catch {
    return undefined;
  }
}
