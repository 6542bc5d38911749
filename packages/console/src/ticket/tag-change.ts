import type { TicketChange } from '../data/queue/queue-rows.ts';

/** Tags that another member adds meanwhile stay. */
export function tagChange(
  before: readonly string[],
  after: readonly string[],
): Pick<TicketChange, 'addTags' | 'removeTags'> {
  const addTags = after.filter((tag) => !before.includes(tag));
  const removeTags = before.filter((tag) => !after.includes(tag));
  return { ...(addTags.length > 0 && { addTags }), ...(removeTags.length > 0 && { removeTags }) };
}
