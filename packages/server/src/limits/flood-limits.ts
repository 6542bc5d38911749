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
  { session, now, ...caller }: Caller & { readonly session: Pick<PlayerSession, 'created_at'>; readonly now: number },
): () => void {
  if (!isNewPlayer(session.created_at, now)) return () => {};
  return count(limits, 'newPlayerTicketsPerAddress', 'newPlayerTicketsPerProject', caller);
}

function count(
  limits: RateLimits,
  perAddress: ProjectLimitName,
  perProject: ProjectLimitName,
  { project, address }: Caller,
): () => void {
  const quotas = limitsOf(project);
  using refunds = new DisposableStack();
  const countOne = (limit: ProjectLimitName, key: string) =>
    refunds.defer(limits.consumeByProject(limit, key, { quota: quotas[limit] }));
  countOne(perAddress, `${project.project_id} ${address}`);
  countOne(perProject, project.project_id);
  const counted = refunds.move();
  return () => counted.dispose();
}
