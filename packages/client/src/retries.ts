import type { SupportError } from './errors.ts';
import { backOff, now } from './time.ts';

/** When to retry the entries of a ticket after a failure. Times are of the monotonic clock. */
interface Retry {
  readonly failures: number;
  readonly dueAt: number;
  /** Until then the server told to wait. */
  readonly heldUntil: number;
  /** Whether no response came. */
  readonly isOffline: boolean;
}

/** The tickets whose entries wait for another try. */
export function createRetries() {
  const retries = new Map<string, Retry>();
  return {
    isDue: (ticketId: string, time: number) => (retries.get(ticketId)?.dueAt ?? 0) <= time,
    forget: (ticketId: string) => void retries.delete(ticketId),

    /** When the next one is due. Infinity without any. */
    nextAt: () => Math.min(...[...retries.values()].map(({ dueAt }) => dueAt)),

    keepOnly(ticketIds: readonly string[]): void {
      for (const ticketId of retries.keys()) if (!ticketIds.includes(ticketId)) retries.delete(ticketId);
    },

    postpone(ticketId: string, { status, retryAfter = 0 }: SupportError): void {
      const failures = retries.get(ticketId)?.failures ?? 0;
      retries.set(ticketId, {
        failures: failures + 1,
        dueAt: now() + backOff(failures, retryAfter),
        heldUntil: now() + retryAfter * 1000,
        isOffline: status === 0,
      });
    },

    /** Makes the selected ones due, as soon as the server allows it. */
    hurry(isSelected: (retry: Retry) => boolean): void {
      for (const [ticketId, retry] of retries) {
        if (isSelected(retry)) retries.set(ticketId, { ...retry, dueAt: Math.min(retry.dueAt, retry.heldUntil) });
      }
    },
  };
}
