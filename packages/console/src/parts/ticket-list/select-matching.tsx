import { Button, Text } from '@mantine/core';
import type { TicketCountsResponse } from '@player-support/contract/team/queue';
import { useEffect, useEffectEvent, useState } from 'react';
import { MAX_SELECTED } from '../../data/queue/queue-rows.ts';
import { useText } from '../../i18n/text.ts';
import { notifyError } from '../../ui/notify.ts';

export interface Matching {
  /** How many tickets the list has, as far as somebody counted them. */
  readonly count: TicketCountsResponse['all'] | undefined;
  /** Tickets that are loaded and can be selected. */
  readonly loaded: number;
  readonly selected: number;
  readonly isComplete: boolean;
  readonly isLoading: boolean;
  /** Why the last page did not load. Null: it did. */
  readonly error: Error | null;
  readonly loadMore: (byUser: boolean) => void;
  readonly onSelectAll: (all: boolean) => void;
}

/**
 * Offers to select what matches, also what is not loaded: it is loaded first. So an action changes
 * the tickets that matched then, and none that arrives later.
 */
export function SelectMatching(props: Matching) {
  const { count, loaded, selected, isComplete, isLoading, error, loadMore, onSelectAll } = props;
  const { t } = useText();
  const [isOn, setOn] = useState(false);
  /** Selects what is loaded. */
  const end = () => {
    setOn(false);
    onSelectAll(true);
  };
  const goOn = useEffectEvent(() => {
    if (!isComplete && error === null && loaded < MAX_SELECTED) return loadMore(true);
    end();
    // The number beside the actions says how many there are.
    if (error !== null) notifyError(error);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: also after a page without new rows
  useEffect(() => {
    if (isOn && !isLoading) goOn();
  }, [isOn, isLoading, loaded]);

  if (isOn) {
    return (
      <div className="queue-matching">
        <Text size="xs" c="dimmed" role="status">
          {t('queue.bulk.loading', { loaded: loaded })}
        </Text>
        <Button variant="light" size="compact-sm" onClick={end}>
          {t('outbox.stop')}
        </Button>
      </div>
    );
  }
  if (selected === MAX_SELECTED) {
    return (
      <Text size="xs" c="dimmed" className="queue-matching">
        {t('queue.bulk.most', { max: MAX_SELECTED })}
      </Text>
    );
  }
  if (isComplete || selected < loaded) return null;
  const isAll = count !== undefined && !count.capped && count.count <= MAX_SELECTED;
  return (
    <div className="queue-matching">
      <Button
        variant="light"
        size="compact-sm"
        onClick={() => {
          loadMore(true);
          setOn(true);
        }}
      >
        {isAll ? t('queue.bulk.matching', { total: count.count }) : t('queue.bulk.first', { max: MAX_SELECTED })}
      </Button>
    </div>
  );
}
