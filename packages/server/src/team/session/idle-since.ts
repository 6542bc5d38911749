import type { Config } from '../../config/config.ts';
import { HOUR } from '../../domain/time.ts';

/** Sessions last used before this time have ended. */
export function idleSince({ sessionIdleHours }: Pick<Config, 'sessionIdleHours'>, now: number): number {
  return now - sessionIdleHours * HOUR;
}
