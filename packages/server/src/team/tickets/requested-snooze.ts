import { isBuild } from '@player-support/contract/builds';
import { MAX_SNOOZE_DAYS } from '@player-support/contract/limits';
import type { UpdateTicketRequest } from '@player-support/contract/team/tickets';
import type { Static } from 'typebox';
import type { Snooze } from '../../domain/ticket-transitions.ts';
import { DAY, parseDateTime } from '../../domain/time.ts';
import { invalid } from '../../errors.ts';
import type { TicketRow } from '../../store/tables.ts';

type Request = Pick<Static<typeof UpdateTicketRequest>, 'snooze' | 'status'>;

/** Null: the ticket comes back. Undefined: no change. Throws AppError `validation`. */
export function requestedSnooze({ snooze, status }: Request, now: number): Snooze | null | undefined {
  if (snooze === undefined) return undefined;
  if (status !== undefined) throw invalid('snooze', 'snooze-with-status');
  if (snooze === null) return null;
  const { until, untilReply, untilBuild } = snooze;
  if ([until, untilReply, untilBuild].filter((one) => one !== undefined).length !== 1) {
    throw invalid('snooze', 'snooze-kinds');
  }
  if (untilBuild !== undefined) {
    const build = untilBuild.trim();
    if (!isBuild(build)) throw invalid('snooze.untilBuild', 'wrong-version');
    return { until: null, build };
  }
  if (until === undefined) return { until: null, build: null };
  const time = parseDateTime(until);
  if (time === undefined || time <= now || time > now + MAX_SNOOZE_DAYS * DAY) {
    throw invalid('snooze.until', 'snooze-too-far', { max: MAX_SNOOZE_DAYS });
  }
  return { until: time, build: null };
}

/** Whether it waits for nobody. Then it cannot be snoozed. */
export const isDone = ({ status }: Pick<TicketRow, 'status'>) => status === 'resolved' || status === 'closed';

/** Names a snooze in the audit log. */
export function snoozeDetail(snooze: Snooze | null | undefined): 'until' | 'build' | 'reply' | null | undefined {
  if (snooze === null || snooze === undefined) return snooze;
  return snooze.until !== null ? 'until' : snooze.build !== null ? 'build' : 'reply';
}
