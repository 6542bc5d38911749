import type { TicketView } from '@player-support/contract/enums';
import { IconChevronDown, IconChevronsUp, IconChevronUp, IconClock } from '@tabler/icons-react';
import { memo, type MouseEvent as ReactMouseEvent } from 'react';
import { useText } from '../i18n/text.ts';
import { Time } from '../ui/time.tsx';
import type { QueueRow } from './queue-rows.ts';
import type { QueueNames } from './use-queue-names.ts';
import { exactTime, waitingTime } from './waiting-time.ts';

const MAX_TAGS = 2;
const ID_LENGTH = 8;

export interface RowActions {
  /** `extend`: also all rows since the last one that was selected. */
  readonly toggle: (ticketId: string, extend: boolean) => void;
  readonly onFocus: (ticketId: string) => void;
  readonly onHover: (ticketId: string | undefined) => void;
  /** The pointer goes down on it, so that it will probably be opened. */
  readonly onPress: (ticketId: string) => void;
  readonly onOpen: (ticketId: string, event: ReactMouseEvent) => void;
}

interface Props {
  readonly row: QueueRow;
  readonly view: TicketView;
  readonly names: QueueNames;
  readonly actions: RowActions;
  /** Counted from 1. */
  readonly position: number;
  /** The number of rows, or -1 while it is unknown. */
  readonly size: number;
  readonly top: number;
  readonly isCurrent: boolean;
  readonly isSelected: boolean;
  readonly canSelect: boolean;
  /** In milliseconds. */
  readonly now: number;
}

/** Ids differ at their end. */
function shortId(id: string): string {
  return id.slice(-ID_LENGTH);
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '').join('');
}

/**
 * One ticket of the queue: a checkbox and a link. Made of plain elements, because many rows are
 * rendered while the member scrolls.
 */
export const QueueTicketRow = memo(function QueueTicketRow(props: Props) {
  const { row, view, names, actions, position, size, top, isCurrent, isSelected, canSelect, now } = props;
  const { t } = useText();
  const visibleTags = row.tags.slice(0, MAX_TAGS);
  const moreTags = row.tags.length - visibleTags.length;
  return (
    <li
      className="queue-row"
      data-current={isCurrent || undefined}
      data-selected={isSelected || undefined}
      data-left-view={row.hasLeftView || undefined}
      aria-posinset={position}
      aria-setsize={size}
      style={{ transform: `translateY(${top}px)` }}
    >
      {canSelect && (
        <label className="queue-row-check">
          <input
            type="checkbox"
            checked={isSelected}
            tabIndex={isCurrent ? 0 : -1}
            aria-label={t('queue.row.select', { subject: row.subject })}
            onChange={({ nativeEvent }) =>
              actions.toggle(row.id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
            }
          />
        </label>
      )}
      <a
        id={`row-${row.id}`}
        className="queue-row-link"
        href={`/tickets/${encodeURIComponent(row.id)}`}
        tabIndex={isCurrent ? 0 : -1}
        onFocus={() => actions.onFocus(row.id)}
        onPointerEnter={() => actions.onHover(row.id)}
        onPointerLeave={() => actions.onHover(undefined)}
        onPointerDown={() => actions.onPress(row.id)}
        onClick={(event) => actions.onOpen(row.id, event)}
      >
        <span className="queue-row-main">
          <span className="queue-row-line">
            <PriorityIcon priority={row.priority} />
            <span className="queue-row-subject" dir="auto" title={row.subject}>
              {row.subject}
            </span>
            <span className="queue-row-tags">
              {visibleTags.map((tag) => (
                <span key={tag} title={tag} className="queue-row-tag">
                  {tag}
                </span>
              ))}
              {moreTags > 0 && <span title={row.tags.slice(MAX_TAGS).join(', ')}>+{moreTags}</span>}
            </span>
          </span>
          <span className="queue-row-preview" dir="auto">
            {row.lastMessagePreview}
          </span>
        </span>
        <span className="queue-row-detail">
          <span className="queue-row-kind">
            <span className="queue-row-clip" title={names.typeLabel(row.type, row.projectId)}>
              {names.typeLabel(row.type, row.projectId) || t('label.no-type')}
            </span>
            {names.projects !== undefined && names.projects.length > 1 && (
              <span className="queue-row-clip queue-row-dim" title={names.projectName(row.projectId)}>
                {names.projectName(row.projectId)}
              </span>
            )}
          </span>
          <span className="queue-row-who">
            <span className="queue-row-clip queue-row-id" title={row.playerId}>
              <span className="queue-hidden">{t('label.player')} </span>
              {shortId(row.playerId)}
            </span>
            <span
              className="queue-row-clip queue-row-dim"
              title={[row.platform, row.appVersion, row.locale].filter((part) => part !== null).join(' · ')}
            >
              {[row.platform, row.appVersion].filter((part) => part !== null).join(' ')}
            </span>
          </span>
          <span className="queue-row-state">
            <span className="queue-status" data-status={row.status}>
              {t(`status.${row.status}`)}
            </span>
            <span className="queue-row-time">
              {row.hasLeftView ? t('queue.row.left') : <RowTime row={row} view={view} now={now} />}
            </span>
          </span>
          <span className="queue-row-assignee">
            {row.assigneeId === null ? (
              <span className="queue-hidden">{t('label.nobody')}</span>
            ) : (
              <>
                <span className="queue-initials" title={names.memberName(row.assigneeId)} aria-hidden>
                  {initials(names.memberName(row.assigneeId))}
                </span>
                <span className="queue-hidden">
                  {t('queue.row.assignee', { name: names.memberName(row.assigneeId) })}
                </span>
              </>
            )}
          </span>
        </span>
      </a>
    </li>
  );
});

/** How long the player has waited, or else the time of the last message. */
function RowTime({ row, view, now }: { readonly row: QueueRow; readonly view: TicketView; readonly now: number }) {
  const { t, language } = useText();
  if (row.attentionSince === null || (view !== 'attention' && row.status !== 'open')) {
    return <Time at={row.lastMessageAt ?? row.createdAt} />;
  }
  const { text, level } = waitingTime(Date.parse(row.attentionSince), now, language);
  return (
    <time
      className="queue-waiting"
      data-level={level}
      dateTime={row.attentionSince}
      title={t('queue.row.waiting-since', { time: exactTime(row.attentionSince, language) })}
    >
      <IconClock size={13} aria-hidden />
      <span className="queue-hidden">{t('queue.row.waiting')} </span>
      {text}
    </time>
  );
}

const PRIORITY_ICONS = {
  urgent: IconChevronsUp,
  high: IconChevronUp,
  normal: undefined,
  low: IconChevronDown,
} as const;

function PriorityIcon({ priority }: Pick<QueueRow, 'priority'>) {
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
