import { Button, Group, Skeleton, Text, VisuallyHidden } from '@mantine/core';
import { useElementSize, useInterval, useMergedRef } from '@mantine/hooks';
import type { TicketView } from '@player-support/contract/enums';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useText } from '../i18n/text.ts';
import { errorText } from '../ui/error-text.ts';
import { QueueTicketRow, type RowActions } from './queue-row.tsx';
import type { QueueRow } from './queue-rows.ts';
import type { QueueNames } from './use-queue-names.ts';

/** Narrower than that, a row takes three lines; in pixels. As queue-row.css has it. */
const NARROW = 560;
const ROW_HEIGHT = 60;
const NARROW_ROW_HEIGHT = 92;
const OVERSCAN = 8;
/** Rows before the end of what was read at which more is read. */
const READ_AHEAD = 60;
const MINUTE = 60_000;

interface Props {
  readonly rows: readonly QueueRow[];
  readonly view: TicketView;
  readonly names: QueueNames;
  readonly actions: RowActions;
  readonly label: string;
  readonly selected: ReadonlySet<string>;
  readonly maySelect: boolean;
  readonly currentId: string | undefined;
  /** The number of times that the current row was asked to be shown and take the focus. */
  readonly reveal: number;
  readonly initialOffset: number;
  readonly scrollRef: RefObject<HTMLDivElement | null>;
  readonly isComplete: boolean;
  readonly isReading: boolean;
  readonly isPaused: boolean;
  readonly error: unknown;
  readonly readOn: (asked?: boolean) => void;
  readonly onScrolled: (offset: number) => void;
  readonly onFirstVisible: (index: number) => void;
  readonly onMove: (by: number) => void;
  readonly empty: ReactNode;
}

/** The rows of the queue, of which only those on the screen are in the document. */
export function QueueList(props: Props) {
  const { rows, view, names, actions, label, selected, maySelect, currentId, reveal, scrollRef, isComplete } = props;
  const { readOn, onFirstVisible, onMove } = props;
  const [now, setNow] = useState(Date.now);
  useInterval(() => setNow(Date.now()), MINUTE, { autoInvoke: true });
  const { ref: sizeRef, width } = useElementSize();
  const isNarrow = width > 0 && width < NARROW;
  const rowHeight = isNarrow ? NARROW_ROW_HEIGHT : ROW_HEIGHT;
  const currentIndex = currentId === undefined ? -1 : rows.findIndex(({ id }) => id === currentId);

  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => rowHeight,
    // A new function would have the place of every row reckoned anew.
    getItemKey: useCallback((index: number) => rows[index]?.id ?? index, [rows]),
    overscan: OVERSCAN,
    initialOffset: props.initialOffset,
    // The current row stays, wherever one scrolls: with it the focus would be lost.
    rangeExtractor: useCallback(
      (range: Range) => {
        const shown = defaultRangeExtractor(range);
        return currentIndex < 0 || shown.includes(currentIndex)
          ? shown
          : [...shown, currentIndex].sort((a, b) => a - b);
      },
      [currentIndex],
    ),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: all rows are that high
  useLayoutEffect(() => virtualizer.measure(), [rowHeight]);

  const range = virtualizer.range;
  useEffect(() => onFirstVisible(range?.startIndex ?? 0), [range?.startIndex, onFirstVisible]);
  const isNearEnd = (range?.endIndex ?? 0) >= rows.length - READ_AHEAD;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page without a new row reads on as well
  useEffect(() => {
    if (isNearEnd) readOn();
  }, [isNearEnd, readOn, rows, props.isReading]);

  const revealed = useRef(0);
  // After every drawing: the row may not be in the document before the second one.
  useEffect(() => {
    if (revealed.current === reveal || currentIndex < 0) return;
    const link = document.getElementById(`row-${currentId}`);
    virtualizer.scrollToIndex(currentIndex);
    if (link === null) return;
    revealed.current = reveal;
    link.focus({ preventScroll: true });
  });

  const tabbable = currentIndex < 0 ? (range?.startIndex ?? 0) : currentIndex;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows move among the links within
    <div
      ref={useMergedRef(scrollRef, sizeRef)}
      className="queue-scroll"
      data-narrow={isNarrow || undefined}
      tabIndex={-1}
      onScroll={({ currentTarget }) => props.onScrolled(currentTarget.scrollTop)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
        if (event.altKey || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        onMove(event.key === 'ArrowDown' ? 1 : -1);
      }}
    >
      {rows.length > 0 && (
        // Safari's screen reader takes a list without bullets for none unless it is told.
        // biome-ignore lint/a11y/noRedundantRoles: see above
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
                  place={index + 1}
                  size={isComplete ? rows.length : -1}
                  top={start}
                  isCurrent={index === tabbable}
                  isSelected={selected.has(row.id)}
                  maySelect={maySelect}
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

/** What stands after the rows: more to come, a failure, or a question whether to go on. */
function ListEnd({ rows, isComplete, isReading, isPaused, error, readOn }: Props) {
  const { t } = useText();
  if (error !== null && error !== undefined) {
    return (
      <Group p="md" justify="center" role="alert">
        <Text>{errorText(error, t)}</Text>
        <Button variant="default" onClick={() => readOn(true)}>
          {t('action.retry')}
        </Button>
      </Group>
    );
  }
  if (isPaused && !isComplete) {
    return (
      <Group p="md" justify="center" role="status">
        <Text c="dimmed">{t('queue.list.paused')}</Text>
        <Button variant="default" onClick={() => readOn(true)}>
          {t('queue.list.read-on')}
        </Button>
      </Group>
    );
  }
  return isComplete || !isReading ? null : <RowSkeletons count={rows.length === 0 ? 8 : 2} />;
}

/** As high as the rows that take their place. */
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
