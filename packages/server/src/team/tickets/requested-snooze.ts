import { isBuild } from '@player-support/contract/builds';
import { MAX_SNOOZE_DAYS } from '@player-support/contract/limits';
import type { SnoozeRequest } from '@player-support/contract/team/queue';
import type { Snooze } from '../../domain/snooze.ts';
import { DAY, parseDateTime } from '../../domain/time.ts';
import { AppError } from '../../errors.ts';
import type { TicketRow } from '../../store/tables.ts';

interface Requested {
  readonly snooze?: SnoozeRequest | null | undefined;
  readonly status?: unknown;
}

/**
 * The snooze that a request asks for. Null: the ticket comes back. Undefined: none of both.
 *
 * @throws AppError `validation`
 */
export function requestedSnooze({ snooze, status }: Requested, now: number): Snooze | null | undefined {
  if (snooze === undefined) return undefined;
  if (status !== undefined) throw invalid('snooze', 'A request sets either this or `status`.');
  if (snooze === null) return null;
  const { until, untilReply, untilBuild } = snooze;
  if ([until, untilReply, untilBuild].filter((one) => one !== undefined).length !== 1) {
    throw invalid('snooze', 'Must have exactly one of `until`, `untilReply` and `untilBuild`.');
  }
  if (untilBuild !== undefined) {
    const build = untilBuild.trim();
    if (!isBuild(build)) {
      throw invalid('snooze.untilBuild', 'Must be numbers with dots between them, such as 2.4.2 or 2.4.2-rc1.');
    }
    return { until: null, build };
  }
  if (until === undefined) return { until: null, build: null };
  const time = parseDateTime(until);
  if (time === undefined || time <= now || time > now + MAX_SNOOZE_DAYS * DAY) {
    throw invalid('snooze.until', `Must be in the future, at most ${MAX_SNOOZE_DAYS} days ahead.`);
  }
  return { until: time, build: null };
}

function invalid(field: string, message: string): AppError {
  return new AppError('validation', { errors: { [field]: [message] } });
}

/** Whether a ticket waits for nobody. Then it cannot be snoozed. */
export const isDone = ({ status }: Pick<TicketRow, 'status'>) => status === 'resolved' || status === 'closed';

export const snoozeRefused = () => invalid('snooze', 'Only an open or pending ticket can be snoozed.');

/** What the audit log says about it. */
export function snoozeDetail(snooze: Snooze | null | undefined): 'until' | 'build' | 'reply' | null | undefined {
  if (snooze === null || snooze === undefined) return snooze;
  return snooze.until !== null ? 'until' : snooze.build !== null ? 'build' : 'reply';
}
