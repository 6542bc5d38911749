import { PRIORITIES, type Priority } from '@player-support/contract/enums';
import { MAX_RESPONSE_TARGET_MINUTES } from '@player-support/contract/limits';
import type { ResponseTargets } from '@player-support/contract/team/projects';

export type TypedTargets = Readonly<Record<Priority, string>>;

export const TARGETS = PRIORITIES.toReversed();

const eachTarget = <T>(targetOf: (priority: Priority) => T): Record<Priority, T> => ({
  urgent: targetOf('urgent'),
  high: targetOf('high'),
  normal: targetOf('normal'),
  low: targetOf('low'),
});

/** Reads a whole number of minutes. NaN: it is invalid. */
function readTarget(typed: string): number {
  const digits = typed.trim();
  const minutes = /^[0-9]+$/.test(digits) ? Number(digits) : Number.NaN;
  return minutes >= 1 && minutes <= MAX_RESPONSE_TARGET_MINUTES ? minutes : Number.NaN;
}

export const typedTargets = (targets: ResponseTargets): TypedTargets =>
  eachTarget((priority) => String(targets[priority]));

export const readTargets = (typed: TypedTargets): ResponseTargets =>
  eachTarget((priority) => readTarget(typed[priority]));

export const invalidTargets = (targets: ResponseTargets): Priority[] =>
  TARGETS.filter((priority) => Number.isNaN(targets[priority]));
