import type { TeamEvents } from '@player-support/contract/team/events';
import type { TeamEvent } from './hub.ts';
import type { PresenceUpdate } from './presence.ts';

/** For a node's own streams and the other nodes. */
export type Change = { readonly event: TeamEvent } | { readonly presence: PresenceUpdate } | { readonly access: true };

/** A batch collects so long. A repeated change is sent once. */
const COLLECT_MS = 50;
/** Of one project. Above it, the batch has one change of the project. */
const MAX_TICKETS = 200;

/** Of the changes in a batch, after those of tickets. */
const ORDER = ['settings', 'own-settings', 'mentions', 'seen', 'presence', 'access'] as const;
type Kind = (typeof ORDER)[number];

/** Sends changes in batches, so that requests do not wait. */
export function createChangeBatch(send: (changes: readonly Change[]) => void) {
  /** By project. Null: many tickets changed. */
  let tickets = new Map<string, Set<string> | null>();
  /** By kind and what it is about. */
  let others = new Map<string, { readonly kind: Kind; readonly change: Change }>();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const changes: Change[] = [];
    for (const [projectId, ids] of tickets) {
      for (const ticketId of ids ?? [null]) changes.push({ event: { name: 'ticket', data: { projectId, ticketId } } });
    }
    const inOrder = [...others.values()].sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
    changes.push(...inOrder.map(({ change }) => change));
    tickets = new Map();
    others = new Map();
    if (changes.length > 0) send(changes);
  }

  function schedule(): void {
    if (stopped) flush();
    else timer ??= setTimeout(flush, COLLECT_MS).unref();
  }

  /** Of several changes about one thing, only the newest is sent. */
  function add(kind: Kind, about: string, change: Change): void {
    others.set(`${kind} ${about}`, { kind, change });
    schedule();
  }

  const settings = (what: TeamEvents['settings']['what']) =>
    add('settings', what, { event: { name: 'settings', data: { what } } });

  return {
    ticket(projectId: string, ticketId: string | null): void {
      const ids = tickets.get(projectId);
      if (ids === undefined) tickets.set(projectId, ticketId === null ? null : new Set([ticketId]));
      else if (ids !== null) {
        if (ticketId === null || ids.size >= MAX_TICKETS) tickets.set(projectId, null);
        else ids.add(ticketId);
      }
      schedule();
    },
    settings,
    /** `memberId`: whose own views changed. Undefined: shared views. */
    views: (memberId: string | undefined) =>
      memberId === undefined
        ? settings('views')
        : add('own-settings', memberId, { event: { name: 'settings', data: { what: 'views', memberId } } }),
    presence: (presence: PresenceUpdate) => add('presence', `${presence.memberId} ${presence.ticketId}`, { presence }),
    mentions: (memberId: string) => add('mentions', memberId, { event: { name: 'mentions', data: { memberId } } }),
    seen: (data: TeamEvents['seen']) =>
      add('seen', `${data.memberId} ${data.ticketId}`, { event: { name: 'seen', data } }),
    access: () => add('access', '', { access: true }),
    /** Sends the collected changes, and later changes at once. */
    stop(): void {
      stopped = true;
      flush();
    },
  };
}
