import { loadCode } from '../../lib/load-code.ts';
import { browserStore, type Store, storedUnder } from '../../lib/storage.ts';
import type { FileStore } from '../files/file-store.ts';

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
export function unsentCounts(memberId: string): { readonly drafts: number; readonly waiting: number } {
  const drafts = storedUnder(browserStore(), draftPrefix(memberId)).size + typedInTab(memberId);
  return { drafts, waiting: storedUnder(browserStore(), outboxPrefix(memberId)).size };
}

/** How many dialogs of this tab have a text of the member. */
export function typedInTab(memberId: string): number {
  return storedUnder(tabStore(), formPrefix(memberId)).size;
}

/** Deletes what only this tab has of the member. */
export function forgetInTab(memberId: string): void {
  deleteContentOf(tabStore(), memberId);
}

/** Deletes what this browser and this tab have of the member. */
export async function forgetInBrowser(memberId: string): Promise<void> {
  forgetInTab(memberId);
  deleteContentOf(browserStore(), memberId);
  try {
    const files = await fileStore(memberId);
    await files.delete(...(await files.keys()));
  } catch {
    // A browser without the code or the storage has stored no file.
  }
}

/** The files of the member. Its code is seldom needed. */
export async function fileStore(memberId: string): Promise<FileStore> {
  const { FileStore } = await loadCode(() => import('../files/file-store.ts'));
  return new FileStore(memberId);
}

/** A key with `:<member>:` inside has content. One that ends with the member is a choice. */
function deleteContentOf(storage: Store, memberId: string): void {
  for (const key of storedUnder(storage, '').keys()) if (key.includes(`:${memberId}:`)) storage.removeItem(key);
}
