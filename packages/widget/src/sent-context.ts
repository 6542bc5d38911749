import type { PlayerContextRequest } from '@player-support/client';

/** What the team sees about the game and the device of a player. */
export type Context = Omit<PlayerContextRequest, never>;

/** About the device. The player can switch them off. */
const OPTIONAL: readonly string[] = ['platform', 'deviceModel', 'osVersion'];

/**
 * The limits of the API, in the order in which the fields are shown. A longer value would have the
 * whole request refused.
 */
const MAX_LENGTH = {
  appVersion: 50,
  buildNumber: 50,
  locale: 30,
  platform: 50,
  deviceModel: 200,
  osVersion: 100,
} as const satisfies Partial<Record<keyof Context, number>>;

/** The fields in the order in which they are shown. */
export const CONTEXT_FIELDS = Object.keys(MAX_LENGTH) as (keyof typeof MAX_LENGTH)[];

/**
 * The context that is sent: what the game gave, cut to the limits of the API, without the device if
 * the player does not want that. The language is always in it, because the service chooses the
 * language of its own messages by it.
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

/** Whether the game gave anything that the player can switch off. */
export function hasOptional(given: Context | null | undefined): boolean {
  return CONTEXT_FIELDS.some((field) => OPTIONAL.includes(field) && given?.[field]);
}
