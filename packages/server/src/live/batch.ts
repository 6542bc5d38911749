import type { TeamEvents } from '@player-support/contract/team/events';
import type { TeamEvent } from './hub.ts';
import type { Word } from './presence.ts';

/** One thing that a node tells, its own streams and the other nodes. */
export type News = { readonly event: TeamEvent } | { readonly word: Word } | { readonly access: true };

/** For how long news are gathered, so that what is said again meanwhile is said once; milliseconds. */
const GATHERED = 50;
/** Tickets of one project that are named in one batch; with more it is said that many changed. */
const MOST_TICKETS = 200;

/** Gathers news, which costs next to nothing, and hands them on in batches. */
export function createBatch(send: (news: readonly News[]) => void) {
  let tickets = new Map<string, Set<string> | null>();
  let settings = new Set<TeamEvents['settings']['what']>();
  let words = new Map<string, Word>();
  let access = false;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const news: News[] = [];
    for (const [projectId, ids] of tickets) {
      for (const ticketId of ids ?? [null]) news.push({ event: { name: 'ticket', data: { projectId, ticketId } } });
    }
    for (const what of settings) news.push({ event: { name: 'settings', data: { what } } });
    for (const word of words.values()) news.push({ word });
    if (access) news.push({ access });
    tickets = new Map();
    settings = new Set();
    words = new Map();
    access = false;
    if (news.length > 0) send(news);
  }

  function gather(): void {
    if (stopped) flush();
    else timer ??= setTimeout(flush, GATHERED).unref();
  }

  return {
    ticket(projectId: string, ticketId: string | null): void {
      const ids = tickets.get(projectId);
      if (ids === undefined) tickets.set(projectId, ticketId === null ? null : new Set([ticketId]));
      else if (ids !== null) {
        if (ticketId === null || ids.size >= MOST_TICKETS) tickets.set(projectId, null);
        else ids.add(ticketId);
      }
      gather();
    },
    settings(what: TeamEvents['settings']['what']): void {
      settings.add(what);
      gather();
    },
    word(word: Word): void {
      words.set(`${word.memberId} ${word.ticketId}`, word);
      gather();
    },
    access(): void {
      access = true;
      gather();
    },
    /** Hands on what was gathered, and from now on everything at once. */
    stop(): void {
      stopped = true;
      flush();
    },
  };
}
