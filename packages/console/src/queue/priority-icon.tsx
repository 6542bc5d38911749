import { IconChevronDown, IconChevronsUp, IconChevronUp } from '@tabler/icons-react';
import { useText } from '../i18n/text.ts';
import type { QueueRow } from './queue-rows.ts';

const PRIORITY_ICONS = {
  urgent: IconChevronsUp,
  high: IconChevronUp,
  normal: undefined,
  low: IconChevronDown,
} as const;

/** The priority of a ticket. Nothing for a normal one. */
export function PriorityIcon({ priority }: Pick<QueueRow, 'priority'>) {
  const { t } = useText();
  const Icon = PRIORITY_ICONS[priority];
  if (Icon === undefined) return null;
  const text = t('queue.row.priority', { priority: t(`priority.${priority}`) });
  return (
    <span className="queue-priority" data-priority={priority} title={text}>
      <Icon size={16} stroke={2.5} aria-hidden />
      <span className="queue-hidden">{text}</span>
    </span>
  );
}
