import type { QueueRow } from '../../data/queue/queue-rows.ts';
import { useText } from '../../i18n/text.ts';
import { exactTime } from '../../ui/time.tsx';
import { duration, targetTime } from './target-time.ts';

interface Props {
  readonly row: Pick<QueueRow, 'attentionSince' | 'dueAt'>;
  readonly now: number;
}

/** Shows the time until the target, or since it. Hover shows the exact times. */
export function TargetTimeLabel({ row, now }: Props) {
  const { t, language } = useText();
  const { attentionSince, dueAt } = row;
  if (attentionSince === null || dueAt === null) return null;
  const { text, level } = targetTime({ attentionSince, dueAt }, now, language);
  const since = exactTime(Date.parse(attentionSince), language);
  return (
    <time
      className="queue-target"
      data-level={level}
      dateTime={dueAt}
      title={t('queue.row.target', { since, due: exactTime(Date.parse(dueAt), language) })}
    >
      {t(level === 'overdue' ? 'queue.row.overdue' : 'queue.row.due', { time: text })}
    </time>
  );
}

/** Hover shows the exact time. */
export function WaitingTimeLabel({ row, now }: { readonly row: QueueRow; readonly now: number }) {
  const { t, language } = useText();
  if (row.attentionSince === null) return null;
  const since = Date.parse(row.attentionSince);
  return (
    <span className="queue-row-exact" title={exactTime(since, language)}>
      {t('queue.row.waiting', { time: duration(now - since, language) })}
    </span>
  );
}
