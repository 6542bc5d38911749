import { browserStore, storedUnder } from './storage.ts';

/** How the names of a member's drafts begin. */
export const draftPrefix = (memberId: string) => `draft:${memberId}:`;

/** How many texts of this member in this browser are not sent. */
export const draftCount = (memberId: string) => storedUnder(browserStore(), draftPrefix(memberId)).size;

/** Deletes the drafts of this member from this browser. */
export function deleteDrafts(memberId: string): void {
  const storage = browserStore();
  for (const key of storedUnder(storage, draftPrefix(memberId)).keys()) storage.removeItem(key);
}
