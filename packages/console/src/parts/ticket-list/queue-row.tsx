import type { TicketView } from '@player-support/contract/enums';
import { fromVisible } from '@player-support/contract/visible-text';
import {
  IconBan,
  IconBug,
  IconChevronDown,
  IconChevronRight,
  IconRosetteDiscountCheckFilled,
} from '@tabler/icons-react';
import { type ComponentType, memo, type MouseEvent as ReactMouseEvent } from 'react';
import { playerName } from '../../data/player-name.ts';
import type { QueueRow } from '../../data/queue/queue-rows.ts';
import type { QueueNames } from '../../data/queue/use-queue-names.ts';
import { useText } from '../../i18n/text.ts';
import { PriorityIcon } from '../../ui/ticket-icons.tsx';
import { isSeen, RowNews } from './row-news.tsx';
import { RowState } from './row-state.tsx';

const MAX_TAGS = 2;

export interface RowActions {
  /** `extend`: also all rows since the last selected one. */
  readonly toggle: (ticketId: string, extend: boolean) => void;
  readonly fold: (playerId: string, isUnfolded: boolean) => void;
  readonly onFocus: (ticketId: string) => void;
  readonly onHover: (ticketId: string | undefined) => void;
  /** A pressed row will probably be opened. */
  readonly onPress: (ticketId: string) => void;
  readonly onOpen: (ticketId: string, event: ReactMouseEvent) => void;
}

export type RowText = ComponentType<{ readonly row: QueueRow; readonly of: 'subject' | 'preview' }>;

interface Props {
  readonly row: QueueRow;
  /** See ShownRow. */
  readonly others: number;
  readonly isUnfolded: boolean;
  readonly isOther: boolean;
  readonly view: TicketView;
  readonly names: QueueNames;
  readonly actions: RowActions;
  /** Of what a search found. */
  readonly RowText: RowText | undefined;
  /** Counted from 1. Undefined: unknown. */
  readonly position: number | undefined;
  /** The number of rows, or -1 while it is unknown. */
  readonly size: number;
  readonly top: number;
  readonly isCurrent: boolean;
  readonly isSelected: boolean;
  readonly canSelect: boolean;
  readonly hasDraft: boolean;
  readonly now: number;
}

export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '').join('');
}

/** Plain elements, because many rows render while scrolling. */
export const QueueTicketRow = memo(function QueueTicketRow(props: Props) {
  const { row, others, isUnfolded, isOther, actions, position, size, top, isCurrent, isSelected, canSelect } = props;
  const { t } = useText();
  return (
    <li
      className="queue-row"
      data-current={isCurrent || undefined}
      data-selected={isSelected || undefined}
      data-left-view={row.hasLeftView || undefined}
      data-folded={others > 0 || undefined}
      data-other={isOther || undefined}
      data-seen={isSeen(row) || undefined}
      aria-posinset={position}
      aria-setsize={position === undefined ? undefined : size}
      style={{ transform: `translateY(${top}px)` }}
    >
      {canSelect && (
        <label className="queue-row-check">
          <input
            type="checkbox"
            checked={isSelected}
            disabled={row.hasLeftView}
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
        <RowCells {...props} />
      </a>
      {others > 0 && (
        <button
          type="button"
          className="queue-row-fold"
          tabIndex={isCurrent ? 0 : -1}
          aria-expanded={isUnfolded}
          title={t('queue.row.others.hint')}
          onClick={() => actions.fold(row.playerId, !isUnfolded)}
        >
          {isUnfolded ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />}
          {/* Others may be on pages that are not loaded. */}
          {t(size < 0 ? 'queue.row.more.least' : 'queue.row.more', { count: others })}
          <span className="queue-row-of">{t('queue.row.of-player')}</span>
        </button>
      )}
    </li>
  );
});

type CellsProps = Pick<Props, 'row' | 'view' | 'names' | 'hasDraft' | 'now' | 'RowText'>;

export function RowCells({ row, view, names, hasDraft, now, RowText }: CellsProps) {
  const { t } = useText();
  const visibleTags = row.tags.slice(0, MAX_TAGS);
  const moreTags = row.tags.length - visibleTags.length;
  const type = names.typeLabel(row.type, row.projectId) || t('label.no-type');
  const name = playerName({ userId: row.userId, id: row.playerId });
  const whoTitle =
    row.userId === null
      ? t('queue.row.no-user-id', { name, id: row.playerId })
      : `${row.userId}\n\n${t(row.verified ? 'queue.row.proved' : 'queue.row.claimed')}`;
  const priority = t('queue.row.priority', { priority: t(`priority.${row.priority}`) });
  const version = [row.appVersion, row.locale].filter((part) => part !== null).join(' · ');
  return (
    <>
      <span className="queue-row-main">
        <span className="queue-row-line">
          {row.priority !== 'normal' && (
            <span className="queue-priority" title={priority}>
              <PriorityIcon priority={row.priority} />
              <span className="queue-hidden">{priority}</span>
            </span>
          )}
          <span className="queue-row-subject" dir="auto" title={row.subject}>
            {RowText === undefined ? fromVisible(row.subject) : <RowText row={row} of="subject" />}
          </span>
          <RowNews row={row} />
          {hasDraft && <span className="queue-row-draft">{t('queue.row.draft')}</span>}
          {/* Without room, only the known issue and the number. */}
          <span className="queue-row-tags" title={row.tags.join(', ')}>
            {row.knownIssue !== null && (
              <span title={row.knownIssue.title} className="queue-row-tag queue-row-issue" dir="auto">
                <IconBug size={12} aria-hidden /> <span>{row.knownIssue.title}</span>
              </span>
            )}
            {visibleTags.map((tag) => (
              <span key={tag} className="queue-row-tag">
                {tag}
              </span>
            ))}
            {row.tags.length > 0 && (
              <span
                className="queue-row-more"
                data-more={moreTags > 0 ? `+${moreTags}` : ''}
                data-all={`+${row.tags.length}`}
              />
            )}
          </span>
        </span>
        <span className="queue-row-second">
          <span className="queue-row-who">
            <span className="queue-hidden">{t('label.player')} </span>
            <bdi className="queue-row-name" title={whoTitle}>
              {name}
            </bdi>
            {row.verified && (
              <span className="queue-row-verified" title={t('queue.row.proved')}>
                <IconRosetteDiscountCheckFilled size={14} aria-hidden />
                <span className="queue-hidden">{t('queue.row.verified')}</span>
              </span>
            )}
            {row.playerBlocked && (
              <span className="queue-row-blocked">
                <IconBan size={12} stroke={2.5} aria-hidden />
                {t('label.blocked')}
              </span>
            )}
          </span>
          <bdi className="queue-row-type">{type}</bdi>
          <span className="queue-row-preview" dir="auto">
            {RowText === undefined ? row.lastMessagePreview : <RowText row={row} of="preview" />}
          </span>
        </span>
      </span>
      <span className="queue-row-meta">
        <span className="queue-row-kind">
          <bdi className="queue-row-clip queue-row-type-wide" title={type}>
            {type}
          </bdi>
          {names.projects !== undefined && names.projects.length > 1 && (
            <bdi className="queue-row-clip queue-row-dim" title={names.projectName(row.projectId)}>
              {names.projectName(row.projectId)}
            </bdi>
          )}
        </span>
        <span className="queue-row-build">
          {row.platform !== null && (
            <bdi className="queue-row-clip" title={row.platform}>
              {row.platform}
            </bdi>
          )}
          {version !== '' && (
            <bdi className="queue-row-clip queue-row-dim" title={version}>
              {version}
            </bdi>
          )}
        </span>
      </span>
      <RowState row={row} view={view} now={now} />
      <span className="queue-row-assignee">
        {row.assigneeId === null ? (
          <span className="queue-hidden">{t('label.nobody')}</span>
        ) : (
          <>
            <span className="queue-initials" title={names.memberName(row.assigneeId)} aria-hidden>
              {initials(names.memberName(row.assigneeId))}
            </span>
            <span className="queue-hidden">{t('queue.row.assignee', { name: names.memberName(row.assigneeId) })}</span>
          </>
        )}
      </span>
    </>
  );
}
