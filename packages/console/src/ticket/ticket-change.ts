import type { UpdateTicketRequest } from '@player-support/contract/team/tickets';
import { hasSameJson } from '../app/changed-fields.ts';

const FIELDS = ['assigneeId', 'priority', 'tags'] as const;
/** A change that the player does not notice. */
export type TriageChange = Pick<UpdateTicketRequest, (typeof FIELDS)[number]>;
type ChangeableFields = Readonly<Record<(typeof FIELDS)[number], unknown>>;

/** The ticket after the change. */
export function applyChange<T extends ChangeableFields>(ticket: T, change: TriageChange): T {
  return { ...ticket, ...change };
}

/** Undoes a change that the server refused, except for fields that have changed again since. */
export function rollBack<T extends ChangeableFields>(ticket: T, change: TriageChange, before: T): T {
  // The query client copies arrays, so the tags of the ticket are not the array of the change.
  const restored = FIELDS.filter((field) => change[field] !== undefined && hasSameJson(ticket[field], change[field]));
  return { ...ticket, ...Object.fromEntries(restored.map((field) => [field, before[field]])) };
}
