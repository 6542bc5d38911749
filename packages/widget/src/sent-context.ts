import type { PlayerContextRequest } from '@player-support/client';

/** What the team sees. */
export type Context = Omit<PlayerContextRequest, never>;

/** Device data that the player can switch off. */
const OPTIONAL: readonly string[] = ['platform', 'deviceModel', 'osVersion'];

/** The API's limits, in display order. It would refuse a longer value. */
const MAX_LENGTH = {
  appVersion: 50,
  buildNumber: 50,
  locale: 30,
  platform: 50,
  deviceModel: 200,
  osVersion: 100,
} as const satisfies Partial<Record<keyof Context, number>>;

/** In display order. */
export const CONTEXT_FIELDS = Object.keys(MAX_LENGTH) as (keyof typeof MAX_LENGTH)[];

/**
 * Cuts to the API's limits, without the device if the player wants. Keeps the language: it chooses
 * the service's own messages.
 */
export function sentContext(given: Context | null | undefined, locale: string, isDeviceSent: boolean): Context {
  const sent: Context = {};
  for (const field of CONTEXT_FIELDS) {
    if (!isDeviceSent && OPTIONAL.includes(field)) continue;
    const value = given?.[field] ?? (field === 'locale' ? locale : undefined);
    if (value) sent[field] = [...String(value)].slice(0, MAX_LENGTH[field]).join('');
  }
  return sent;
}

/** True if the player can switch off anything. */
export function hasOptional(given: Context | null | undefined): boolean {
  return CONTEXT_FIELDS.some((field) => OPTIONAL.includes(field) && given?.[field]);
}
