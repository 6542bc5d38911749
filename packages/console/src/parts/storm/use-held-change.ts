import { MAX_HELD_PER_REQUEST } from '@player-support/contract/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { queueKeys } from '../../data/queries/queue.ts';
import { ticketKeys } from '../../data/queries/ticket.ts';
import { useText } from '../../i18n/text.ts';
import { notifySuccess } from '../../ui/notify.ts';

export type HeldAction = 'release' | 'delete';

/** Ids with their projects, or all that a project held at a time. */
export type HeldSelection =
  | { readonly tickets: readonly { readonly id: string; readonly projectId: string }[] }
  | { readonly projectId: string; readonly until: string; readonly textKey?: string | undefined };

interface Body {
  readonly ticketIds?: readonly string[];
  readonly until?: string;
  readonly textKey?: string | undefined;
}

function send(action: HeldAction, projectId: string, body: Body) {
  const options = { path: { projectId }, body };
  return action === 'release'
    ? api.post('/projects/{projectId}/held-tickets/release', options)
    : api.post('/projects/{projectId}/held-tickets/delete', options);
}

/** One request changes a limited number of tickets. */
function bodiesOf(selection: HeldSelection): readonly (readonly [projectId: string, body: Body])[] {
  if ('until' in selection) {
    const { projectId, until, textKey } = selection;
    return [[projectId, { until, textKey }]];
  }
  return [...Map.groupBy(selection.tickets, ({ projectId }) => projectId)].flatMap(([projectId, tickets]) => {
    const ids = tickets.map(({ id }) => id);
    const starts = Array.from(ids.keys()).filter((index) => index % MAX_HELD_PER_REQUEST === 0);
    return starts.map((start) => [projectId, { ticketIds: ids.slice(start, start + MAX_HELD_PER_REQUEST) }] as const);
  });
}

/** Sends as many requests as needed. `mutate` continues after an error. `done`: tickets so far. */
export function useHeldChange(onDone?: () => void) {
  const { t } = useText();
  const queryClient = useQueryClient();
  const [done, setDone] = useState(0);
  const { mutate, isPending, error } = useMutation({
    mutationFn: async ({ action, selection }: { readonly action: HeldAction; readonly selection: HeldSelection }) => {
      let count = 0;
      setDone(0);
      for (const [projectId, body] of bodiesOf(selection)) {
        for (let more = true; more; setDone(count)) {
          const result = await send(action, projectId, body);
          count += result.tickets.length;
          more = result.more;
        }
      }
      return { action, count };
    },
    onSuccess: ({ action, count }) => {
      notifySuccess(t(action === 'release' ? 'storm.released' : 'storm.deleted', { count }));
      onDone?.();
    },
    onSettled: () => {
      for (const queryKey of [queueKeys.all, ticketKeys.all]) void queryClient.invalidateQueries({ queryKey });
    },
  });
  return {
    change: (action: HeldAction, selection: HeldSelection) => mutate({ action, selection }),
    isPending,
    done,
    error,
  };
}
