import type { AnnouncementResponse } from '@player-support/contract/team/announcements';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useUnsaved } from '../ui/use-unsaved.ts';

export const undoKey = ['undo-announcement'];

/**
 * Keeps undone announcements until each was opened again: their texts are only here. They wait
 * while a dialog is open.
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
