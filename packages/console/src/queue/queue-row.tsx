import type { TicketView } from '@player-support/contract/enums';
import { IconChevronDown, IconChevronsUp, IconChevronUp, IconClock } from '@tabler/icons-react';
import { memo, type MouseEvent as ReactMouseEvent } from 'react';
import { useText } from '../i18n/text.ts';
import { Time } from '../ui/time.tsx';
import type { QueueRow } from './queue-rows.ts';
import type { QueueNames } from './use-queue-names.ts';
import { exactTime, waiting } from './waiting-time.ts';

const TAGS_SHOWN = 2;
const ID_SHOWN = 8;

export interface RowActions {
  /** `extend`: up to it from where the last one was chosen. */
  readonly toggle: (ticketId: string, extend: boolean) => void;
  readonly focused: (ticketId: string) => void;
  readonly pointed: (ticketId: string | undefined) => void;
  readonly opened: (ticketId: string, event: ReactMouseEvent) => void;
}

interface Props {
  readonly row: QueueRow;
  readonly view: TicketView;
  readonly names: QueueNames;
  readonly actions: RowActions;
  /** Its place from 1, and how many there are; -1 while nobody knows. */
  readonly place: number;
  readonly size: number;
  readonly top: number;
  readonly isCurrent: boolean;
  readonly isSelected: boolean;
  readonly maySelect: boolean;
  /** Milliseconds; for how long it waits. */
  readonly now: number;
}

/** The end of an id is the part that differs between two. */
function shortId(id: string): string {
  return id.slice(-ID_SHOWN);
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '').join('');
}

/**
 * One ticket of the queue: a link as a whole, beside its checkbox. Of plain elements: many rows a second come up while
 * somebody scrolls.
 */
export const QueueTicketRow = memo(function QueueTicketRow(props: Props) {
  const { row, view, names, actions, place, size, top, isCurrent, isSelected, maySelect, now } = props;
  const { t } = useText();
  const shownTags = row.tags.slice(0, TAGS_SHOWN);
  const moreTags = row.tags.length - shownTags.length;
  return (
    <li
      className="queue-row"
      data-current={isCurrent || undefined}
      data-selected={isSelected || undefined}
      data-left={row.left || undefined}
      aria-posinset={place}
      aria-setsize={size}
      style={{ transform: `translateY(${top}px)` }}
    >
      {maySelect && (
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
        onFocus={() => actions.focused(row.id)}
        onPointerEnter={() => actions.pointed(row.id)}
        onPointerLeave={() => actions.pointed(undefined)}
        onClick={(event) => actions.opened(row.id, event)}
      >
        <span className="queue-row-main">
          <span className="queue-row-line">
            <PriorityIcon priority={row.priority} />
            <span className="queue-row-subject" dir="auto" title={row.subject}>
              {row.subject}
            </span>
            <span className="queue-row-tags">
              {shownTags.map((tag) => (
                <span key={tag} title={tag} className="queue-row-tag">
                  {tag}
                </span>
              ))}
              {moreTags > 0 && <span title={row.tags.slice(TAGS_SHOWN).join(', ')}>+{moreTags}</span>}
            </span>
          </span>
          <span className="queue-row-preview" dir="auto">
            {row.lastMessagePreview}
          </span>
        </span>
        <span className="queue-row-detail">
          <span className="queue-row-kind">
            <span className="queue-row-clip" title={names.typeLabel(row.type, row.projectId)}>
              {names.typeLabel(row.type, row.projectId) || t('queue.row.no-type')}
            </span>
            {names.projects !== undefined && names.projects.length > 1 && (
              <span className="queue-row-clip queue-row-dim" title={names.projectName(row.projectId)}>
                {names.projectName(row.projectId)}
              </span>
            )}
          </span>
          <span className="queue-row-who">
            <span className="queue-row-clip queue-row-id" title={row.playerId}>
              <span className="queue-hidden">{t('queue.row.player')} </span>
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
              {row.left ? t('queue.row.left') : <RowTime row={row} view={view} now={now} />}
            </span>
          </span>
          <span className="queue-row-assignee">
            {row.assigneeId === null ? (
              <span className="queue-hidden">{t('queue.assignee.nobody')}</span>
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

/** For how long the player waits, else when something was last written. */
function RowTime({ row, view, now }: { readonly row: QueueRow; readonly view: TicketView; readonly now: number }) {
  const { t, language } = useText();
  if (row.attentionSince === null || (view !== 'attention' && row.status !== 'open')) {
    return <Time at={row.lastMessageAt ?? row.createdAt} />;
  }
  const { text, heat } = waiting(Date.parse(row.attentionSince), now, language);
  return (
    <time
      className="queue-waiting"
      data-heat={heat}
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
