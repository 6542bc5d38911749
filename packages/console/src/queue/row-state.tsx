import type { TicketView } from '@player-support/contract/enums';
import { useText } from '../i18n/text.ts';
import { type ShownSnooze, snoozeText } from '../snooze/snooze-text.ts';
import { Time } from '../ui/time.tsx';
import { isSnoozed, type QueueRow } from './queue-rows.ts';
import { shortTime } from './target-time.ts';
import { TargetTimeLabel } from './target-time-label.tsx';

interface Props {
  readonly row: QueueRow;
  readonly view: TicketView;
  /** In milliseconds. */
  readonly now: number;
}

/**
 * The status, and the time against the target or of the last message. In "Needs attention" all have
 * the same status, so the point in time of the target takes its place.
 */
export function RowState({ row, view, now }: Props) {
  const { t, language } = useText();
  // The row has room for about 18 letters.
  const shortSnooze = ({ until, untilReply, untilBuild }: ShownSnooze) =>
    until !== null
      ? t('snooze.until', { time: shortTime(until, now, language) })
      : t(untilReply ? 'snooze.row.reply' : 'snooze.until-build', { build: untilBuild ?? '' });
  const dueAt = row.hasLeftView ? null : row.dueAt;
  return (
    <span className="queue-row-state">
      {dueAt !== null && view === 'attention' ? (
        <span className="queue-row-exact">{t('queue.row.due-at', { time: shortTime(dueAt, now, language) })}</span>
      ) : (
        <span className="queue-status" data-status={row.held ? 'held' : isSnoozed(row) ? 'snoozed' : row.status}>
          {row.held ? t('view.held') : isSnoozed(row) ? t('view.snoozed') : t(`status.${row.status}`)}
        </span>
      )}
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
    </span>
  );
}
