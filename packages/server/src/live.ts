import type { TeamEvents } from '@player-support/contract/events';

/** Tells members' consoles, on every node, what changed. Called after the commit. */
export interface Live {
  ticketChanged(projectId: string, ticketId: string): void;
  settingsChanged(what: TeamEvents['settings']['what']): void;
}

export function createLive(): Live {
  return { ticketChanged() {}, settingsChanged() {} };
}
