import { AppError } from '../../errors.ts';
import type { RateLimits } from '../../limits/rate-limiter.ts';

/**
 * Counts the mentions of a note before any work, also if it is refused or a repeat. Throws AppError
 * `mention-limit` if there are too many in this hour: then none counts.
 */
export function countMentions(limits: RateLimits, callerId: string, memberIds: readonly string[], now: number): void {
  if (memberIds.length === 0) return;
  try {
    limits.consumeMany('mention', callerId, memberIds.length, now);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { detail, headers } = error;
    throw new AppError('mention-limit', { detail: `${detail} Or send the note without mentions.`, headers });
  }
}
