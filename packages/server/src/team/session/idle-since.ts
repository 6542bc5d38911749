import type { Config } from '../../config/config.ts';
import { HOUR } from '../../domain/time.ts';

/** A session that was not used since this time has ended. */
export function idleSince({ sessionIdleHours }: Pick<Config, 'sessionIdleHours'>, now: number): number {
  return now - sessionIdleHours * HOUR;
}
