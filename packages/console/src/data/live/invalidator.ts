import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { announcementsQuery } from '../queries/announcements.ts';
import { apiKeysQuery } from '../queries/api-keys.ts';
import { knownIssuesKey } from '../queries/known-issues.ts';
import { macrosQuery } from '../queries/macros.ts';
import { invitationsQuery, membersQuery, teamSettingsQuery } from '../queries/members.ts';
import { mentionsKey } from '../queries/mentions.ts';
import { noticesKey } from '../queries/notices.ts';
import { playerKeys } from '../queries/player.ts';
import { playerDataKey } from '../queries/player-data.ts';
import { projectsQuery } from '../queries/projects.ts';
import { queueKeys } from '../queries/queue.ts';
import { radarKey } from '../queries/radar.ts';
import { tagsKey } from '../queries/tags.ts';
import { ticketKeys } from '../queries/ticket.ts';
import { viewsQuery } from '../queries/views.ts';
import { sessionQuery } from '../session/session.ts';
import type { TeamEvent } from './live-stream.ts';

export const BATCH_MS = 150;
/** Counts are expensive: the shortest time between two requests. */
export const COUNTS_INTERVAL_MS = 2000;

const SETTINGS = {
  // The role of the current member may have changed.
  members: [
    membersQuery.queryKey,
    invitationsQuery.queryKey,
    teamSettingsQuery.queryKey,
    sessionQuery.queryKey,
    viewsQuery.queryKey,
  ],
  'api-keys': [apiKeysQuery.queryKey],
  macros: [macrosQuery.queryKey],
  notices: [noticesKey],
  projects: [projectsQuery.queryKey, playerDataKey],
  announcements: [announcementsQuery.queryKey],
  'known-issues': [knownIssuesKey],
  radar: [radarKey],
  tags: [tagsKey],
  views: [viewsQuery.queryKey, queueKeys.counts({ saved: true })],
} as const;

/** Undefined: all keys are stale. */
export function staleKeys({ name, data }: TeamEvent): readonly QueryKey[] | undefined {
  switch (name) {
    case 'reset':
      return undefined;
    case 'presence':
    case 'seen':
      return [];
    case 'mentions':
      return [mentionsKey];
    case 'settings':
      return SETTINGS[data.what];
    case 'ticket':
      return [data.ticketId === null ? ticketKeys.all : ticketKeys.one(data.ticketId), playerKeys.all, queueKeys.all];
  }
}

/** True for a queue's rows. Its page refetches them, so that they do not move. */
function isTicketList({ queryKey: [area, what] }: { readonly queryKey: QueryKey }): boolean {
  return area === queueKeys.all[0] && what === 'list';
}

function isCount({ queryKey: [area, what] }: { readonly queryKey: QueryKey }): boolean {
  return area === queueKeys.all[0] && what === 'counts';
}

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

  handle(event: TeamEvent): void {
    const stale = staleKeys(event);
    if (stale === undefined) this.#everything = true;
    else if (stale.length === 0) return;
    for (const key of stale ?? []) this.#stale.set(JSON.stringify(key), key);
    this.#timer ??= setTimeout(() => this.#flush(), BATCH_MS);
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
    if (stale.some(([area]) => area === undefined || area === queueKeys.all[0])) this.#scheduleCounts();
  }

  #scheduleCounts(): void {
    this.#counts ??= setTimeout(
      () => {
        this.#counts = undefined;
        this.#countsAt = Date.now();
        void this.#queryClient.refetchQueries({ queryKey: queueKeys.all, type: 'active', predicate: isCount });
      },
      Math.max(0, this.#countsAt + COUNTS_INTERVAL_MS - Date.now()),
    );
  }
}
