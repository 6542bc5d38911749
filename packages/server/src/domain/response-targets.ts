import { PRIORITIES } from '@player-support/contract/enums';
import type { ResponseTargets } from '@player-support/contract/team/projects';
import { MINUTE } from './time.ts';

/** Minutes: one hour, four hours, one day and three days. */
export const DEFAULT_TARGETS: ResponseTargets = { urgent: 60, high: 240, normal: 1440, low: 4320 };

/** The row stores only what the team set. */
export function targetsOf({ response_targets }: { readonly response_targets: string | null }): ResponseTargets {
  if (response_targets === null) return DEFAULT_TARGETS;
  return { ...DEFAULT_TARGETS, ...(JSON.parse(response_targets) as Partial<ResponseTargets>) };
}

/** Returns the milliseconds from the beginning of the wait until a ticket is due. */
export const targetMs = (targets: ResponseTargets, priority: number): number =>
  targets[PRIORITIES[priority] ?? 'normal'] * MINUTE;

interface Waiting {
  readonly attention_since: number | null;
  readonly priority: number;
  readonly player_blocked: 0 | 1;
}

/** Null: it does not need the team's attention. */
export function dueAt(ticket: Waiting, targets: ResponseTargets): number | null {
  const { attention_since, priority, player_blocked } = ticket;
  return attention_since === null || player_blocked === 1 ? null : attention_since + targetMs(targets, priority);
}
