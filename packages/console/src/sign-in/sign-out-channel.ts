import { forgetInTab, typedInTab } from '../data/outbox/member-storage.ts';

/** What the tabs of a browser tell each other about signing out. */
export type SignOutMessage =
  | { readonly kind: 'asked' | 'signed-out'; readonly memberId: string }
  /** How many texts would be lost in a tab. */
  | { readonly kind: 'typed'; readonly memberId: string; readonly count: number };

const CHANNEL = 'sign-out';

export function tellOtherTabs(message: SignOutMessage): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(message);
  channel.close();
}

/** Calls the listener with what other tabs say, until the returned function is called. */
export function hearOtherTabs(listener: (message: SignOutMessage) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  // Only this program sends on the channel of its origin.
  channel.addEventListener('message', ({ data }: MessageEvent<SignOutMessage>) => listener(data));
  return () => channel.close();
}

/**
 * Tells other tabs what would be lost here, and deletes it with them. Also on the sign-in page,
 * which `onSignedOut` then shows anew: it may say that the session has ended, and that texts are
 * kept.
 */
export function joinSignOuts(onSignedOut: () => void): void {
  hearOtherTabs(({ kind, memberId }) => {
    if (kind === 'asked') tellOtherTabs({ kind: 'typed', memberId, count: typedInTab(memberId) });
    if (kind !== 'signed-out') return;
    forgetInTab(memberId);
    onSignedOut();
  });
}
