import { Button, Group, Skeleton, Text, VisuallyHidden } from '@mantine/core';
import { useElementSize, useInterval, useMergedRef } from '@mantine/hooks';
import type { TicketView } from '@player-support/contract/enums';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useText } from '../i18n/text.ts';
import { errorText } from '../ui/error-text.ts';
import { Retrying } from '../ui/load-error.tsx';
import { useRetry } from '../ui/use-retry.ts';
import { QueueTicketRow, type RowActions } from './queue-row.tsx';
import type { QueueRow } from './queue-rows.ts';
import type { QueueNames } from './use-queue-names.ts';

/** In a narrower list, rows have three lines. All sizes in pixels, the same as in queue-row.css. */
const NARROW_WIDTH = 560;
const ROW_HEIGHT = 60;
const NARROW_ROW_HEIGHT = 92;
const OVERSCAN = 8;
/** More rows are loaded when this many are left below the screen. */
const ROWS_AHEAD = 60;
const MINUTE_MS = 60_000;

interface Props {
  readonly rows: readonly QueueRow[];
  readonly view: TicketView;
  readonly names: QueueNames;
  readonly actions: RowActions;
  readonly label: string;
  readonly selected: ReadonlySet<string>;
  readonly canSelect: boolean;
  readonly currentId: string | undefined;
  /** The current row is scrolled into view and focused each time this number changes. */
  readonly revealCount: number;
  readonly initialOffset: number;
  readonly scrollRef: RefObject<HTMLDivElement | null>;
  readonly isComplete: boolean;
  readonly isLoading: boolean;
  readonly isPaused: boolean;
  readonly error: unknown;
  readonly loadMore: (byUser?: boolean) => void;
  readonly onScroll: (scrollTop: number) => void;
  readonly onFirstVisible: (index: number) => void;
  readonly onMove: (by: number) => void;
  readonly empty: ReactNode;
}

/** The virtualized rows of the queue. */
export function QueueList(props: Props) {
  const { rows, view, names, actions, label, selected, canSelect, currentId, revealCount, scrollRef, isComplete } =
    props;
  const { loadMore, onFirstVisible, onMove } = props;
  const [now, setNow] = useState(Date.now);
  useInterval(() => setNow(Date.now()), MINUTE_MS, { autoInvoke: true });
  const { ref: sizeRef, width } = useElementSize();
  const isNarrow = width > 0 && width < NARROW_WIDTH;
  const rowHeight = isNarrow ? NARROW_ROW_HEIGHT : ROW_HEIGHT;
  const currentIndex = currentId === undefined ? -1 : rows.findIndex(({ id }) => id === currentId);

  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => rowHeight,
    // A new function would make it compute all positions again.
    getItemKey: useCallback((index: number) => rows[index]?.id ?? index, [rows]),
    overscan: OVERSCAN,
    initialOffset: props.initialOffset,
    // The current row stays in the document, because it may have the focus.
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
  useEffect(() => onFirstVisible(range?.startIndex ?? 0), [range?.startIndex, onFirstVisible]);
  const isNearEnd = (range?.endIndex ?? 0) >= rows.length - ROWS_AHEAD;
  // biome-ignore lint/correctness/useExhaustiveDependencies: also after a page without new rows
  useEffect(() => {
    if (isNearEnd) loadMore();
  }, [isNearEnd, loadMore, rows, props.isLoading]);

  const revealed = useRef(0);
  // After every render: the row may be in the document only after the second one.
  useEffect(() => {
    if (revealed.current === revealCount || currentIndex < 0) return;
    const link = document.getElementById(`row-${currentId}`);
    virtualizer.scrollToIndex(currentIndex);
    if (link === null) return;
    revealed.current = revealCount;
    link.focus({ preventScroll: true });
  });

  const tabbable = currentIndex < 0 ? (range?.startIndex ?? 0) : currentIndex;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the links inside
    <div
      ref={useMergedRef(scrollRef, sizeRef)}
      className="queue-scroll"
      data-narrow={isNarrow || undefined}
      tabIndex={-1}
      onScroll={({ currentTarget }) => props.onScroll(currentTarget.scrollTop)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
        if (event.altKey || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        onMove(event.key === 'ArrowDown' ? 1 : -1);
      }}
    >
      {rows.length > 0 && (
        // biome-ignore lint/a11y/noRedundantRoles: VoiceOver skips lists without bullets
        <ul role="list" aria-label={label} className="queue-rows" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const row = rows[index];
            return (
              row !== undefined && (
                <QueueTicketRow
                  key={row.id}
                  row={row}
                  view={view}
                  names={names}
                  actions={actions}
                  position={index + 1}
                  size={isComplete ? rows.length : -1}
                  top={start}
                  isCurrent={index === tabbable}
                  isSelected={selected.has(row.id)}
                  canSelect={canSelect}
                  now={now}
                />
              )
            );
          })}
        </ul>
      )}
      {rows.length === 0 && isComplete && props.empty}
      <ListEnd {...props} />
    </div>
  );
}

/** The end of the list: loading, an error, or a button that loads more. */
function ListEnd({ rows, isComplete, isLoading, isPaused, error, loadMore }: Props) {
  const { t } = useText();
  useRetry(error, () => loadMore(true));
  if (error !== null && error !== undefined) {
    return (
      <Group p="md" justify="center" role="alert">
        <Text>{errorText(error, t)}</Text>
        <Retrying error={error} />
        <Button variant="default" onClick={() => loadMore(true)}>
          {t('action.retry')}
        </Button>
      </Group>
    );
  }
  if (isPaused && !isComplete) {
    return (
      <Group p="md" justify="center" role="status">
        <Text c="dimmed">{t('queue.list.paused')}</Text>
        <Button variant="default" onClick={() => loadMore(true)}>
          {t('queue.list.load-more')}
        </Button>
      </Group>
    );
  }
  return isComplete || !isLoading ? null : <RowSkeletons count={rows.length === 0 ? 8 : 2} />;
}

/** Shown while rows load, with the same height. */
export function RowSkeletons({ count }: { readonly count: number }) {
  const { t } = useText();
  return (
    <div role="status">
      <VisuallyHidden>{t('loading.label')}</VisuallyHidden>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <div key={index} className="queue-skeleton">
          <Skeleton height={12} width={`${55 - (index % 3) * 12}%`} />
          <Skeleton height={10} width={`${75 - (index % 4) * 10}%`} />
        </div>
      ))}
    </div>
  );
}
