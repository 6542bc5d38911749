import type { AnnouncementResponse } from '@player-support/contract/team/announcements';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useUnsaved } from '../ui/use-unsaved.ts';

/** The key of the mutations that undo an announcement. */
export const undoKey = ['undo-announcement'];

/**
 * Keeps announcements that were undone, until each was opened again: their texts are only here.
 *
 * @param isBusy whether a dialog is open. They wait until it is closed
 * @returns adds one
 */
export function useUndone(isBusy: boolean, open: (undone: AnnouncementResponse) => void) {
  const queryClient = useQueryClient();
  const [waiting, setWaiting] = useState<readonly AnnouncementResponse[]>([]);
  const [next] = waiting;
  const openNext = useEffectEvent(() => {
    if (next === undefined) return;
    setWaiting((before) => before.slice(1));
    open(next);
  });
  // After the dialog before is gone, which removes the texts that it has stored.
  // biome-ignore lint/correctness/useExhaustiveDependencies: also when there is another one
  useEffect(() => {
    if (!isBusy) openNext();
  }, [isBusy, next]);
  useUnsaved(() => waiting.length > 0 || queryClient.isMutating({ mutationKey: undoKey }) > 0);
  return (undone: AnnouncementResponse) => setWaiting((before) => [...before, undone]);
}
