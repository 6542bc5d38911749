import { forgetInTab, typedInTab } from '../data/outbox/member-storage.ts';

export type SignOutMessage =
  | { readonly kind: 'asked' | 'signed-out'; readonly memberId: string }
  /** How many texts a tab would lose. */
  | { readonly kind: 'typed'; readonly memberId: string; readonly count: number };

const CHANNEL = 'sign-out';

export function tellOtherTabs(message: SignOutMessage): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(message);
  channel.close();
}

/** Listens to other tabs until the returned function is called. */
export function hearOtherTabs(listener: (message: SignOutMessage) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  // Only this program sends on the channel of its origin.
  channel.addEventListener('message', ({ data }: MessageEvent<SignOutMessage>) => listener(data));
  return () => channel.close();
}

/** Deletes what this tab would lose, and tells other tabs and the sign-in page. */
export function joinSignOuts(onSignedOut: () => void): void {
  hearOtherTabs(({ kind, memberId }) => {
    if (kind === 'asked') tellOtherTabs({ kind: 'typed', memberId, count: typedInTab(memberId) });
    if (kind !== 'signed-out') return;
    forgetInTab(memberId);
    onSignedOut();
  });
}
