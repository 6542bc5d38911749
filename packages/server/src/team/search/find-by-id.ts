import { MAX_FOUND_PLAYERS } from '@player-support/contract/limits';
import { canAccessProject } from '../../domain/access.ts';
import { isId, playerOfTicket } from '../../domain/ids.ts';
import { isSealed } from '../../domain/sealed-text.ts';
import { playerOfInstallation } from '../../domain/tokens.ts';
import type { TeamCaller } from '../../operations/callers.ts';
import { findTicket } from '../../operations/find-ticket.ts';
import type { Store } from '../../store/store.ts';
import type { PlayerRow, ProjectRow } from '../../store/tables.ts';

/** Hashing an installation id once for each takes about a millisecond. */
const MAX_HASHED = 200;

/**
 * Finds players by player, user or installation id, last seen first. A linked installation's id
 * leads to its account.
 */
export async function playersWithId(store: Store, projects: readonly ProjectRow[], text: string): Promise<PlayerRow[]> {
  const searched = new Set(projects.map(({ project_id }) => project_id));
  const hashed = projects
    .slice(0, MAX_HASHED)
    .filter(({ identity_salt }) => !isSealed(identity_salt))
    .map(({ identity_salt }) => playerOfInstallation(identity_salt, text));
  const byId = await store.players.byIds([...(isId('player', text) ? [text] : []), ...hashed]);
  const accounts = byId.flatMap(({ account_id }) => account_id ?? []);
  const found = [
    ...byId.filter(({ account_id }) => account_id === null),
    ...(accounts.length === 0 ? [] : await store.players.byIds(accounts)),
    ...(await store.players.byUserId([...searched], text)),
  ];
  const unique = new Map(found.map((player) => [player.player_id, player]));
  return [...unique.values()]
    .filter(({ project_id }) => searched.has(project_id))
    .toSorted((a, b) => b.last_seen_at - a.last_seen_at)
    .slice(0, MAX_FOUND_PLAYERS);
}

/** Finds a ticket by id. None: the caller may not see it. */
export async function ticketsWithId(store: Store, caller: TeamCaller, projects: readonly ProjectRow[], text: string) {
  const ticket = playerOfTicket(text) === undefined ? undefined : await findTicket(store, text);
  const isSearched = projects.some(({ project_id }) => project_id === ticket?.project_id);
  if (ticket === undefined || !isSearched || !canAccessProject(caller, ticket.project_id)) return [];
  return store.search.documents([{ player_id: ticket.player_id, ticket_id: ticket.ticket_id, seq: 1 }]);
}
