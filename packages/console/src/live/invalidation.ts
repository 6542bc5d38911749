import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { keys } from '../queries.ts';
import type { TeamEvent } from './stream.ts';

/** For how long events are gathered before what they name is asked for again; in milliseconds. */
export const GATHERED = 150;
/** Counts are many rows' work for the server: asked for again so often at most. */
export const COUNTS_EVERY = 2000;

const SETTINGS = {
  // The member's own role may be among what changed.
  members: [keys.members, keys.invitations, keys.session],
  'api-keys': [keys.apiKeys],
  macros: [keys.macros],
  projects: [keys.projects],
  announcements: [keys.announcements],
} as const;

/** The keys of what an event makes stale; undefined: of everything. */
export function staleKeys({ name, data }: TeamEvent): readonly QueryKey[] | undefined {
  switch (name) {
    case 'reset':
      return undefined;
    case 'presence':
      return [];
    case 'settings':
      return SETTINGS[data.what];
    case 'ticket':
      return [data.ticketId === null ? keys.allTickets : keys.ticket(data.ticketId), keys.players, keys.tickets];
  }
}

/** The rows of a queue: whoever reads them must not have them move, so that their page decides when to ask again. */
function isTicketList({ queryKey: [area, what] }: { readonly queryKey: QueryKey }): boolean {
  return area === keys.tickets[0] && what === 'list';
}

function isCount({ queryKey: [area, what] }: { readonly queryKey: QueryKey }): boolean {
  return area === keys.tickets[0] && what === 'counts';
}

/** Has what events name asked for again where it is on the screen, and marks it as stale where it is not. */
export class Invalidator {
  readonly #queryClient: QueryClient;
  #everything = false;
  #stale = new Map<string, QueryKey>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #counts: ReturnType<typeof setTimeout> | undefined;
  #countsAt = 0;

  constructor(queryClient: QueryClient) {
    this.#queryClient = queryClient;
  }

  take(event: TeamEvent): void {
    const stale = staleKeys(event);
    if (stale === undefined) this.#everything = true;
    else if (stale.length === 0) return;
    for (const key of stale ?? []) this.#stale.set(JSON.stringify(key), key);
    this.#timer ??= setTimeout(() => this.#flush(), GATHERED);
  }

  stop(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#counts);
    this.#timer = undefined;
    this.#counts = undefined;
  }

  #flush(): void {
    const stale: readonly QueryKey[] = this.#everything ? [[]] : [...this.#stale.values()];
    this.#everything = false;
    this.#stale = new Map();
    this.#timer = undefined;
    for (const queryKey of stale) {
      void this.#queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
      void this.#queryClient.refetchQueries({
        queryKey,
        type: 'active',
        predicate: (query) => !isTicketList(query) && !isCount(query),
      });
    }
    if (stale.some(([area]) => area === undefined || area === keys.tickets[0])) this.#countSoon();
  }

  #countSoon(): void {
    this.#counts ??= setTimeout(
      () => {
        this.#counts = undefined;
        this.#countsAt = Date.now();
        void this.#queryClient.refetchQueries({ queryKey: keys.tickets, type: 'active', predicate: isCount });
      },
      Math.max(0, this.#countsAt + COUNTS_EVERY - Date.now()),
    );
  }
}
