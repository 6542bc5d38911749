import { isNewPlayer, limitsOf } from '../domain/project.ts';
import type { PlayerSession } from '../store/players.ts';
import type { ProjectRow } from '../store/tables.ts';
import type { ProjectLimitName } from './limits.ts';
import type { RateLimits } from './rate-limiter.ts';

type Limited = Pick<ProjectRow, 'project_id' | 'limits'>;

/**
 * Counts a new player, per address and per project. Returns a function that undoes it.
 *
 * @throws AppError `rate-limited`, with nothing counted
 */
export const countNewPlayer = (limits: RateLimits, project: Limited, address: string, now: number): (() => void) =>
  count(limits, project, address, now, 'newPlayersPerAddress', 'newPlayersPerProject');

/**
 * Counts a ticket of a new player; other players are not limited here. Returns a function that
 * undoes it.
 *
 * @throws AppError `rate-limited`, with nothing counted
 */
export function countTicket(
  limits: RateLimits,
  { session, project }: { readonly session: Pick<PlayerSession, 'created_at'>; readonly project: Limited },
  address: string,
  now: number,
): () => void {
  if (!isNewPlayer(session.created_at, now)) return () => {};
  return count(limits, project, address, now, 'newPlayerTicketsPerAddress', 'newPlayerTicketsPerProject');
}

function count(
  limits: RateLimits,
  project: Limited,
  address: string,
  now: number,
  perAddress: ProjectLimitName,
  perProject: ProjectLimitName,
): () => void {
  const quotas = limitsOf(project);
  const { project_id: projectKey } = project;
  const addressKey = `${projectKey} ${address}`;
  limits.consumeOfProject(perAddress, addressKey, quotas[perAddress], now);
  const takeBackAddress = () => {
    if (quotas[perAddress] > 0) limits.refundOfProject(perAddress, addressKey, now);
  };
  try {
    limits.consumeOfProject(perProject, projectKey, quotas[perProject], now);
  } catch (error) {
    takeBackAddress();
    throw error;
  }
  return () => {
    takeBackAddress();
    if (quotas[perProject] > 0) limits.refundOfProject(perProject, projectKey, now);
  };
}
