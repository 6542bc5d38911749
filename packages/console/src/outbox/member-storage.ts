import { FileStore } from '../files/file-store.ts';
import { browserStore, type Store, storedUnder } from './storage.ts';

/** How the names of a member's unsent messages begin, in the storage of the browser. */
export const draftPrefix = (memberId: string) => `draft:${memberId}:`;
/** The same for what waits to be sent. */
export const outboxPrefix = (memberId: string) => `outbox:${memberId}:`;
/** The same for the texts of dialogs, in the storage of the tab. */
export const formPrefix = (memberId: string) => `form:${memberId}:`;

function tabStore(): Store {
  try {
    return sessionStorage;
  } catch {
    return browserStore();
  }
}

/** How many texts of this member in this browser are not sent, and how much waits to be sent. */
export function unsentCounts(memberId: string): { readonly texts: number; readonly waiting: number } {
  const drafts = storedUnder(browserStore(), draftPrefix(memberId)).size;
  const forms = storedUnder(tabStore(), formPrefix(memberId)).size;
  return { texts: drafts + forms, waiting: storedUnder(browserStore(), outboxPrefix(memberId)).size };
}

/** Deletes what only this tab has of the member. */
export function forgetInTab(memberId: string): void {
  deleteUnder(tabStore(), formPrefix(memberId));
}

/** Deletes what this browser and this tab have of the member. */
export async function forgetInBrowser(memberId: string): Promise<void> {
  forgetInTab(memberId);
  deleteUnder(browserStore(), draftPrefix(memberId));
  deleteUnder(browserStore(), outboxPrefix(memberId));
  const files = new FileStore(memberId);
  await files.delete(...(await files.keys()));
}

function deleteUnder(storage: Store, prefix: string): void {
  for (const key of storedUnder(storage, prefix).keys()) storage.removeItem(key);
}
