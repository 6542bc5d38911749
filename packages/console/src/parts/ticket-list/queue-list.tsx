import { useMergedRef } from '@mantine/hooks';
import type { TicketView } from '@player-support/contract/enums';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useCallback, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { useDraftTickets } from '../../data/outbox/sending.tsx';
import type { ShownRow } from '../../data/queue/fold-rows.ts';
import type { QueueNames } from '../../data/queue/use-queue-names.ts';
import { ListEnd, type ListEndProps } from './list-end.tsx';
import { QueueTicketRow, type RowActions, type RowText } from './queue-row.tsx';
import { useRowLayout } from './use-row-layout.ts';

/** In pixels, the same as in queue-row.css. */
const ROW_HEIGHT = 45;
const NARROW_ROW_HEIGHT = 104;
const OVERSCAN = 8;
/** Rows that must be left beyond the screen, or more are loaded. */
const ROWS_AHEAD = 60;

interface Props extends ListEndProps {
  readonly rows: readonly ShownRow[];
  /** The rows were loaded from the last one. */
  readonly isFromEnd: boolean;
  readonly view: TicketView;
  readonly names: QueueNames;
  readonly actions: RowActions;
  readonly RowText: RowText | undefined;
  readonly label: string;
  readonly selected: ReadonlySet<string>;
  readonly canSelect: boolean;
  readonly currentId: string | undefined;
  /** Each change scrolls the current row into view and focuses it. */
  readonly revealCount: number;
  readonly initialOffset: number;
  readonly scrollRef: RefObject<HTMLDivElement | null>;
  readonly onScroll: (scrollTop: number) => void;
  readonly onFirstVisible: (ticketId: string | undefined) => void;
  readonly onMove: (by: number) => void;
  readonly onLeave: (() => void) | undefined;
  readonly empty: ReactNode;
}

export function QueueList(props: Props) {
  const { rows, view, names, actions, label, selected, canSelect, currentId, revealCount, scrollRef, isComplete } =
    props;
  const { isFromEnd, loadMore, onFirstVisible, onMove } = props;
  const drafts = useDraftTickets();
  const { ref: sizeRef, isNarrow, now } = useRowLayout();
  const rowHeight = isNarrow ? NARROW_ROW_HEIGHT : ROW_HEIGHT;
  const currentIndex = currentId === undefined ? -1 : rows.findIndex(({ row }) => row.id === currentId);

  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => rowHeight,
    // A new function would recompute all positions.
    getItemKey: useCallback((index: number) => rows[index]?.row.id ?? index, [rows]),
    overscan: OVERSCAN,
    // Rows that load above must not move the screen.
    anchorTo: isFromEnd ? 'end' : 'start',
    initialOffset: props.initialOffset,
    // The current row may have the focus, so it stays in the document.
    rangeExtractor: useCallback(
      (range: Range) => {
        const visible = defaultRangeExtractor(range);
        return currentIndex < 0 || visible.includes(currentIndex)
          ? visible
          : [...visible, currentIndex].sort((a, b) => a - b);
      },
      [currentIndex],
    ),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: all rows have the same height
  useLayoutEffect(() => virtualizer.measure(), [rowHeight]);

  const range = virtualizer.range;
  const firstVisible = rows[range?.startIndex ?? 0]?.row.id;
  useEffect(() => onFirstVisible(firstVisible), [firstVisible, onFirstVisible]);
  const isNearEnd = isFromEnd
    ? (range?.startIndex ?? 0) <= ROWS_AHEAD
    : (range?.endIndex ?? 0) >= rows.length - ROWS_AHEAD;
  // biome-ignore lint/correctness/useExhaustiveDependencies: also after a page without new rows
  useEffect(() => {
    if (isNearEnd) loadMore();
  }, [isNearEnd, loadMore, rows, props.isLoading]);

  const revealed = useRef(0);
  // The row may be in the document only after the second render.
  useEffect(() => {
    if (revealed.current === revealCount || currentIndex < 0) return;
    const link = document.getElementById(`row-${currentId}`);
    virtualizer.scrollToIndex(currentIndex);
    if (link === null) return;
    revealed.current = revealCount;
    link.focus({ preventScroll: true });
  });

  const tabbable = currentIndex < 0 ? (range?.startIndex ?? 0) : currentIndex;
  const hasTop = isFromEnd && rows.length > 0;
  const list = (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the links inside
    <div
      ref={useMergedRef(scrollRef, sizeRef)}
      className="queue-scroll"
      data-narrow={isNarrow || undefined}
      data-has-current={currentIndex >= 0 || undefined}
      tabIndex={-1}
      // A new id each time, so that the router finds no old scroll position.
      data-scroll-restoration-id={useId()}
      onScroll={({ currentTarget }) => props.onScroll(currentTarget.scrollTop)}
      onKeyDown={(event) => {
        const { onLeave } = props;
        // Escape deselects first.
        const leaves = event.key === 'Escape' && onLeave !== undefined && selected.size === 0;
        if (!leaves && event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
        if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        if (leaves || (onLeave !== undefined && event.key === 'ArrowUp' && currentIndex <= 0)) onLeave();
        else onMove(event.key === 'ArrowDown' ? 1 : -1);
      }}
    >
      {rows.length > 0 && (
        // biome-ignore lint/a11y/noRedundantRoles: VoiceOver skips lists without bullets
        <ul role="list" aria-label={label} className="queue-rows" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const shown = rows[index];
            return (
              shown !== undefined && (
                <QueueTicketRow
                  key={shown.row.id}
                  row={shown.row}
                  others={shown.others}
                  isUnfolded={shown.isUnfolded}
                  isOther={shown.isOther}
                  view={view}
                  names={names}
                  actions={actions}
                  RowText={props.RowText}
                  // From the end, the number of rows above is unknown.
                  position={isFromEnd && !isComplete ? undefined : index + 1}
                  size={isComplete ? rows.length : -1}
                  top={start}
                  isCurrent={index === tabbable}
                  isSelected={selected.has(shown.row.id)}
                  canSelect={canSelect}
                  hasDraft={drafts.has(shown.row.id)}
                  now={now}
                />
              )
            );
          })}
        </ul>
      )}
      {rows.length === 0 && isComplete && props.empty}
      {!hasTop && <ListEnd {...props} />}
    </div>
  );
  return (
    <>
      {/* Outside of the list, so that nothing moves while rows load above. */}
      {hasTop && <ListEnd {...props} isLoading={false} />}
      {list}
    </>
  );
}
