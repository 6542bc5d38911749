import type { TeamEvents } from '@player-support/contract/team/events';
import type { TeamEvent } from './hub.ts';
import type { PresenceUpdate } from './presence.ts';

/** For a node's own streams and the other nodes. */
export type Change = { readonly event: TeamEvent } | { readonly presence: PresenceUpdate } | { readonly access: true };

/** A batch collects so long. A repeated change is sent once. */
const COLLECT_MS = 50;
/** Of one project. Above it, the batch has one change of the project. */
const MAX_TICKETS = 200;

/** Sends changes in batches, so that requests do not wait. */
export function createChangeBatch(send: (changes: readonly Change[]) => void) {
  /** By project. Null: many tickets changed. */
  let tickets = new Map<string, Set<string> | null>();
  let settings = new Set<TeamEvents['settings']['what']>();
  let ownViews = new Set<string>();
  /** By member and ticket. */
  let presence = new Map<string, PresenceUpdate>();
  let mentioned = new Set<string>();
  /** By member and ticket. */
  let seen = new Map<string, TeamEvents['seen']>();
  let access = false;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const changes: Change[] = [];
    for (const [projectId, ids] of tickets) {
      for (const ticketId of ids ?? [null]) changes.push({ event: { name: 'ticket', data: { projectId, ticketId } } });
    }
    for (const what of settings) changes.push({ event: { name: 'settings', data: { what } } });
    for (const memberId of ownViews) changes.push({ event: { name: 'settings', data: { what: 'views', memberId } } });
    for (const memberId of mentioned) changes.push({ event: { name: 'mentions', data: { memberId } } });
    for (const data of seen.values()) changes.push({ event: { name: 'seen', data } });
    for (const update of presence.values()) changes.push({ presence: update });
    if (access) changes.push({ access });
    tickets = new Map();
    settings = new Set();
    ownViews = new Set();
    presence = new Map();
    mentioned = new Set();
    seen = new Map();
    access = false;
    if (changes.length > 0) send(changes);
  }

  function schedule(): void {
    if (stopped) flush();
    else timer ??= setTimeout(flush, COLLECT_MS).unref();
  }

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
    settings(what: TeamEvents['settings']['what']): void {
      settings.add(what);
      schedule();
    },
    /** `memberId`: whose own views changed. Undefined: shared views. */
    views(memberId: string | undefined): void {
      if (memberId === undefined) settings.add('views');
      else ownViews.add(memberId);
      schedule();
    },
    presence(update: PresenceUpdate): void {
      presence.set(`${update.memberId} ${update.ticketId}`, update);
      schedule();
    },
    mentions(memberId: string): void {
      mentioned.add(memberId);
      schedule();
    },
    seen(data: TeamEvents['seen']): void {
      seen.set(`${data.memberId} ${data.ticketId}`, data);
      schedule();
    },
    access(): void {
      access = true;
      schedule();
    },
    /** Sends the collected changes, and later changes at once. */
    stop(): void {
      stopped = true;
      flush();
    },
  };
}
