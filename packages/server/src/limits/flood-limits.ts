import { isNewPlayer, limitsOf } from '../domain/project.ts';
import type { PlayerSession } from '../store/players.ts';
import type { ProjectRow } from '../store/tables.ts';
import type { ProjectLimitName } from './limits.ts';
import type { RateLimits } from './rate-limiter.ts';

type LimitedProject = Pick<ProjectRow, 'project_id' | 'limits'>;

interface Caller {
  readonly project: LimitedProject;
  /** The key of its address. */
  readonly address: string;
  readonly now: number;
}

/** One limit for each address and one for the whole project. */
interface LimitPair {
  readonly perAddress: ProjectLimitName;
  readonly perProject: ProjectLimitName;
}

const NEW_PLAYERS: LimitPair = { perAddress: 'newPlayersPerAddress', perProject: 'newPlayersPerProject' };
const TICKETS: LimitPair = { perAddress: 'newPlayerTicketsPerAddress', perProject: 'newPlayerTicketsPerProject' };

/**
 * Counts a new player. Returns a function that takes the count back.
 *
 * @throws AppError `rate-limited`, with nothing counted
 */
export function countNewPlayer(limits: RateLimits, caller: Caller): () => void {
  return count(limits, NEW_PLAYERS, caller);
}

/**
 * Counts a ticket if its player is new. Other players have no such limit. Returns a function that
 * takes the count back.
 *
 * @throws AppError `rate-limited`, with nothing counted
 */
export function countTicket(
  limits: RateLimits,
  { session, ...caller }: Caller & { readonly session: Pick<PlayerSession, 'created_at'> },
): () => void {
  return isNewPlayer(session.created_at, caller.now) ? count(limits, TICKETS, caller) : () => {};
}

function count(
  limits: RateLimits,
  { perAddress, perProject }: LimitPair,
  { project, address, now }: Caller,
): () => void {
  const quotas = limitsOf(project);
  const projectKey = project.project_id;
  const addressKey = `${projectKey} ${address}`;
  limits.consumeOfProject(perAddress, addressKey, quotas[perAddress], now);
  const refundAddress = () => {
    if (quotas[perAddress] > 0) limits.refundOfProject(perAddress, addressKey, now);
  };
  try {
    limits.consumeOfProject(perProject, projectKey, quotas[perProject], now);
  } catch (error) {
    refundAddress();
    throw error;
  }
  return () => {
    refundAddress();
    if (quotas[perProject] > 0) limits.refundOfProject(perProject, projectKey, now);
  };
}
