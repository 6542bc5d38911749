import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { type QueueUiState, savedQueueUiState, saveQueueUiState } from '../../data/queue/queue-ui-state.ts';

type Place = Omit<QueueUiState, 'search'>;

/** Saves the place in a list when the member leaves it. `restores`: begins at that place. */
export function useKeptPlace(restores: boolean) {
  const router = useRouter();
  // Read once: when the list unmounts, the location has changed.
  const [search] = useState(() => router.state.location.searchStr);
  const [saved] = useState(() => (restores ? savedQueueUiState(search) : undefined));
  const place = useRef<Place>({
    scrollTop: saved?.scrollTop ?? 0,
    currentId: undefined,
    isFromEnd: false,
    unfolded: new Set(),
  });
  useEffect(() => () => saveQueueUiState({ search, ...place.current }), [search]);
  return {
    search,
    saved,
    keep: (changes: Partial<Place>) => {
      place.current = { ...place.current, ...changes };
    },
  };
}
