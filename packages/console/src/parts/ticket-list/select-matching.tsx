import { Button, Text } from '@mantine/core';
import type { TicketCountsResponse } from '@player-support/contract/team/queue';
import { useEffect, useEffectEvent, useState } from 'react';
import { MAX_SELECTED } from '../../data/queue/queue-rows.ts';
import { useText } from '../../i18n/text.ts';
import { notifyError } from '../../ui/notify.ts';

export interface Matching {
  /** As far as the tickets were counted. */
  readonly count: TicketCountsResponse['all'] | undefined;
  readonly loaded: number;
  readonly selected: number;
  readonly isComplete: boolean;
  readonly isLoading: boolean;
  /** Of the last page. Null: it loaded. */
  readonly error: Error | null;
  readonly loadMore: (byUser: boolean) => void;
  readonly onSelectAll: (all: boolean) => void;
}

/** Selects all matches after loading them, not tickets that arrive later. */
export function SelectMatching(props: Matching) {
  const { count, loaded, selected, isComplete, isLoading, error, loadMore, onSelectAll } = props;
  const { t } = useText();
  const [isOn, setOn] = useState(false);
  const end = () => {
    setOn(false);
    onSelectAll(true);
  };
  const goOn = useEffectEvent(() => {
    if (!isComplete && error === null && loaded < MAX_SELECTED) return loadMore(true);
    end();
    // The number beside the actions says how many are selected.
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
