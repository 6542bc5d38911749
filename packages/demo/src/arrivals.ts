import type { TicketQueueResponse } from '@player-support/contract/team/queue';
import type { TeamTicketResponse } from '@player-support/contract/team/tickets';
import type { Studio } from './studio.ts';
import { repeat } from './team-api.ts';

const LOOK_MS = 1000;

/**
 * Watches which texts of players arrived, until the signal. `onChange` gets all, as often as the
 * server has each.
 */
export function watchArrivals(
  { owner, projectId }: Studio,
  signal: AbortSignal,
  onChange: (texts: readonly string[]) => void,
): Promise<void> {
  /** By ticket, with the ticket's state at that time. */
  const known = new Map<string, { readonly state: string; readonly texts: readonly string[] }>();
  return repeat(LOOK_MS, signal, async () => {
    const { tickets } = await owner<TicketQueueResponse>('GET', `/tickets?view=all&limit=100&projectId=${projectId}`);
    let isChanged = false;
    for (const { id, lastMessageAt, status } of tickets) {
      const state = `${lastMessageAt} ${status}`;
      if (known.get(id)?.state === state) continue;
      const { messages } = await owner<TeamTicketResponse>('GET', `/tickets/${id}`);
      const texts = messages.filter(({ authorType }) => authorType === 'player').map(({ message }) => message);
      known.set(id, { state, texts });
      isChanged = true;
    }
    if (isChanged) onChange([...known.values()].flatMap(({ texts }) => texts));
  });
}
