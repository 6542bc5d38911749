import type { ProjectLimits } from '@player-support/contract/team/projects';
import { newId } from './ids.ts';
import { DEFAULT_TICKET_TYPES, storedTicketTypes } from './ticket-types.ts';
import { DAY } from './time.ts';
import { newPublicKey, newSecret } from './tokens.ts';

const AUTO_CLOSE_DAYS = 7;

/** See docs/decisions/020-floods.md. */
const DEFAULT_LIMITS: ProjectLimits = {
  newPlayersPerAddress: 300,
  newPlayersPerProject: 6000,
  newPlayerTicketsPerAddress: 60,
  newPlayerTicketsPerProject: 3000,
};

/** How long a player is new. */
const NEW_PLAYER_MS = DAY;

// A time far ahead is from a wrong clock.
export const isNewPlayer = (createdAt: number, now: number): boolean => Math.abs(now - createdAt) < NEW_PLAYER_MS;

export type PlayerHistory = { readonly created_at: number; readonly last_inbox_at: number | null };

/** The player is not new, or the team or server wrote to its inbox. Such tickets are never held. */
export const hasHistory = ({ created_at, last_inbox_at }: PlayerHistory, now: number): boolean =>
  !isNewPlayer(created_at, now) || last_inbox_at !== null;

/** The row stores only what differs from the defaults. */
export const limitsOf = ({ limits }: { readonly limits: string | null }): ProjectLimits =>
  limits === null ? DEFAULT_LIMITS : { ...DEFAULT_LIMITS, ...(JSON.parse(limits) as Partial<ProjectLimits>) };

export function newProject(name: string, now: number) {
  return {
    project_id: newId('project', now),
    name,
    public_key: newPublicKey(),
    status: 'active' as const,
    identity_salt: newSecret(),
    auto_close_days: AUTO_CLOSE_DAYS,
    ticket_types: storedTicketTypes(DEFAULT_TICKET_TYPES),
    created_at: now,
    limits: null,
    response_targets: null,
    storm_mode: null,
    holding_since: null,
    calm_since: null,
    player_data_url: null,
    player_data_secret: null,
    form_versions: null,
  };
}
