import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '../api/client.ts';
import { tagsKey } from '../data/queries/tags.ts';
import { useText } from '../i18n/text.ts';
import { notifySuccess } from '../ui/notify.ts';

/**
 * Sends as many requests as needed. `mutate` with the same name continues after an error. `done`:
 * tickets so far. `projectId` undefined: all.
 */
export function useTagChange(tag: string, projectId: string | undefined, onDone: (newTag: string | null) => void) {
  const { t } = useText();
  const queryClient = useQueryClient();
  const [done, setDone] = useState(0);
  const place = useRef<{ readonly newTag: string | null; cursor: string | undefined; count: number }>(undefined);
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: async (newTag: string | null) => {
      const at = place.current?.newTag === newTag ? place.current : { newTag, cursor: undefined, count: 0 };
      place.current = at;
      for (let goesOn = true; goesOn; setDone(at.count)) {
        const body = { tag, newTag, projectId, cursor: at.cursor };
        const { tickets, nextCursor } = await api.patch('/tags', { body });
        at.count += tickets;
        at.cursor = nextCursor ?? undefined;
        goesOn = nextCursor !== null;
      }
      return at.count;
    },
    onSuccess: (count, newTag) => {
      notifySuccess(t(newTag === null ? 'tags.deleted' : 'tags.renamed', { count }));
      onDone(newTag);
    },
    // Live updates reload the rest.
    onSettled: () => queryClient.invalidateQueries({ queryKey: tagsKey }),
  });
  return { mutate, isPending, isSuccess, error, done };
}
