import type { TicketView } from '@player-support/contract/enums';
import { isSnoozed, type QueueRow } from '../../data/queue/queue-rows.ts';
import { useText } from '../../i18n/text.ts';
import { StatusIcon } from '../../ui/ticket-icons.tsx';
import { Time } from '../../ui/time.tsx';
import { type ShownSnooze, snoozeText } from '../snooze/snooze-text.ts';
import { shortTime } from './target-time.ts';
import { TargetTimeLabel, WaitingTimeLabel } from './target-time-label.tsx';

interface Props {
  readonly row: QueueRow;
  readonly view: TicketView;
  readonly now: number;
}

/**
 * Shows the status, with the time against the target or of the last message. "Needs attention"
 * shows how long the player waits.
 */
export function RowState({ row, view, now }: Props) {
  const { t, language } = useText();
  // A row has room for about 18 letters.
  const shortSnooze = ({ until, untilReply, untilBuild }: ShownSnooze) =>
    until !== null
      ? t('snooze.until', { time: shortTime(until, now, language) })
      : t(untilReply ? 'snooze.row.reply' : 'snooze.until-build', { build: untilBuild ?? '' });
  const dueAt = row.hasLeftView ? null : row.dueAt;
  // It left the view but has the view's status: its new status may not be loaded.
  const mayBeOutdated = row.hasLeftView && !isSnoozed(row) && row.status === (view === 'attention' ? 'open' : view);
  const state = row.held ? 'held' : isSnoozed(row) ? 'snoozed' : row.status;
  const stateText = () => {
    if (row.mergedInto !== null) return t('queue.row.merged');
    return state === 'held' || state === 'snoozed' ? t(`view.${state}`) : t(`status.${state}`);
  };
  const time = (
    <span className="queue-row-time">
      {row.isSending ? (
        t('queue.row.sending')
      ) : row.hasLeftView ? (
        t('queue.row.left')
      ) : dueAt !== null ? (
        <TargetTimeLabel row={row} now={now} />
      ) : row.snooze ? (
        <span title={snoozeText(row.snooze, t, language)}>{shortSnooze(row.snooze)}</span>
      ) : (
        <Time at={row.lastMessageAt ?? row.createdAt} />
      )}
    </span>
  );
  return dueAt !== null && view === 'attention' ? (
    <span className="queue-row-state">
      {time}
      <WaitingTimeLabel row={row} now={now} />
    </span>
  ) : (
    <span className="queue-row-state">
      {!mayBeOutdated && (
        <span className="queue-status">
          <StatusIcon status={state} />
          {stateText()}
        </span>
      )}
      {time}
    </span>
  );
}
