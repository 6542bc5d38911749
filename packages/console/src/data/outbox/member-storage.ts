import { loadCode } from '../../lib/load-code.ts';
import { browserStore, type Store, storedUnder } from '../../lib/storage.ts';
import type { FileStore } from '../files/file-store.ts';

/** The prefix of unsent messages in the browser's storage. */
export const draftPrefix = (memberId: string) => `draft:${memberId}:`;
export const outboxPrefix = (memberId: string) => `outbox:${memberId}:`;
/** The prefix of dialogs' texts in the tab's storage. */
export const formPrefix = (memberId: string) => `form:${memberId}:`;

function tabStore(): Store {
  try {
    return sessionStorage;
  } catch {
    return browserStore();
  }
}

/** Counts a member's unsent texts, and the entries that wait. */
export function unsentCounts(memberId: string): { readonly drafts: number; readonly waiting: number } {
  const drafts = storedUnder(browserStore(), draftPrefix(memberId)).size + typedInTab(memberId);
  return { drafts, waiting: storedUnder(browserStore(), outboxPrefix(memberId)).size };
}

/** Counts this tab's dialogs with a text of the member. */
export function typedInTab(memberId: string): number {
  return storedUnder(tabStore(), formPrefix(memberId)).size;
}

/** Deletes what only this tab has of the member. */
export function forgetInTab(memberId: string): void {
  deleteContentOf(tabStore(), memberId);
}

export async function forgetInBrowser(memberId: string): Promise<void> {
  forgetInTab(memberId);
  deleteContentOf(browserStore(), memberId);
  try {
    const files = await fileStore(memberId);
    await files.delete(...(await files.keys()));
  } catch {
    // Without the code or the storage, the browser has no files.
  }
}

export async function fileStore(memberId: string): Promise<FileStore> {
  const { FileStore } = await loadCode(() => import('../files/file-store.ts'));
  return new FileStore(memberId);
}

/** Deletes content. A key that ends with the member is a choice, and stays. */
function deleteContentOf(storage: Store, memberId: string): void {
  for (const key of storedUnder(storage, '').keys()) if (key.includes(`:${memberId}:`)) storage.removeItem(key);
}
