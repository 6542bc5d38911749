import type { PlayerResponse } from '@player-support/contract/team/players';
import { useMemo } from 'react';
import { type QueueRow, type TicketChange, withChange } from '../queue/queue-rows.ts';
import { isMerge, type MergeEntry, type OutboxEntry } from './entries.ts';
import { useOutboxEntries } from './sending.tsx';

/** Groups unsent changes by ticket, oldest first. */
export function pendingChanges(entries: readonly OutboxEntry[]): ReadonlyMap<string, readonly TicketChange[]> {
  const changes = new Map<string, TicketChange[]>();
  for (const entry of entries) {
    if (entry.kind === 'merge')
      changes.set(entry.ticketId, [...(changes.get(entry.ticketId) ?? []), { status: 'closed' }]);
    if (entry.kind !== 'change') continue;
    for (const id of entry.ticketIds) changes.set(id, [...(changes.get(id) ?? []), entry.change]);
  }
  return changes;
}

/** Adds what unsent replies change. `replied`: the tickets of these replies. */
export function pendingChangesAndReplies(entries: readonly OutboxEntry[]) {
  const changes = new Map(pendingChanges(entries));
  const replied = new Set<string>();
  for (const entry of entries) {
    if (entry.kind !== 'reply') continue;
    const { ticketId, status = 'pending' } = entry;
    changes.set(ticketId, [{ ...entry.changes, status }, ...(changes.get(ticketId) ?? [])]);
    replied.add(ticketId);
  }
  return { changes, replied };
}

/** Returns the ticket as it will be when everything is sent. */
export function useWithPendingChanges<T extends QueueRow>(ticket: T | undefined): T | undefined {
  const entries = useOutboxEntries();
  return useMemo(() => {
    const changes = ticket && pendingChanges(entries).get(ticket.id);
    return changes?.reduce<T | undefined>((row, change) => row && withChange(row, change), ticket) ?? ticket;
  }, [ticket, entries]);
}

/** Returns a ticket's unsent merge, or its unsent undoing. */
export function usePendingMerge(ticketId: string): MergeEntry | undefined {
  return useOutboxEntries()
    .filter(isMerge)
    .findLast((entry) => entry.ticketId === ticketId);
}

/** Returns the player as it will be when everything is sent. */
export function useWithPendingBlock(player: PlayerResponse): PlayerResponse {
  const entries = useOutboxEntries();
  const last = entries.findLast((entry) => entry.kind === 'block' && entry.playerId === player.id);
  return last?.kind === 'block' ? { ...player, blocked: last.blocked } : player;
}
