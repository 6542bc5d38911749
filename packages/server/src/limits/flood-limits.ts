import type { ProjectLimitName } from '../config/limits.ts';
import { isNewPlayer, limitsOf } from '../domain/project.ts';
import type { PlayerSession } from '../store/player-reads.ts';
import type { ProjectRow } from '../store/tables.ts';
import type { RateLimits } from './rate-limiter.ts';

type LimitedProject = Pick<ProjectRow, 'project_id' | 'limits'>;

interface Caller {
  readonly project: LimitedProject;
  /** The key of the address. */
  readonly address: string;
  readonly now: number;
}

/**
 * Returns a function that takes the count back. Throws AppError `rate-limited`, with nothing
 * counted.
 */
export const countNewPlayer = (limits: RateLimits, caller: Caller): (() => void) =>
  count(limits, 'newPlayersPerAddress', 'newPlayersPerProject', caller);

/** Counts a ticket only if its player is new. Returns and throws like `countNewPlayer`. */
export function countTicket(
  limits: RateLimits,
  { session, ...caller }: Caller & { readonly session: Pick<PlayerSession, 'created_at'> },
): () => void {
  if (!isNewPlayer(session.created_at, caller.now)) return () => {};
  return count(limits, 'newPlayerTicketsPerAddress', 'newPlayerTicketsPerProject', caller);
}

function count(
  limits: RateLimits,
  perAddress: ProjectLimitName,
  perProject: ProjectLimitName,
  { project, address, now }: Caller,
): () => void {
  const quotas = limitsOf(project);
  const addressKey = `${project.project_id} ${address}`;
  const refundAddress = () => limits.refund(perAddress, addressKey, now);
  limits.consumeOfProject(perAddress, addressKey, now, quotas[perAddress]);
  try {
    limits.consumeOfProject(perProject, project.project_id, now, quotas[perProject]);
  } catch (error) {
    refundAddress();
    throw error;
  }
  return () => {
    refundAddress();
    limits.refund(perProject, project.project_id, now);
  };
}
