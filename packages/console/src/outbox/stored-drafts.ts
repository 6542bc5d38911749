import { browserStore, storedUnder } from './storage.ts';

const prefixOf = (memberId: string) => `draft:${memberId}:`;

/** How many texts of this member in this browser are not sent. */
export const draftCount = (memberId: string) => storedUnder(browserStore(), prefixOf(memberId)).length;

/** Deletes the drafts of this member from this browser. */
export function deleteDrafts(memberId: string): void {
  const storage = browserStore();
  for (const [key] of storedUnder(storage, prefixOf(memberId))) storage.removeItem(key);
}
