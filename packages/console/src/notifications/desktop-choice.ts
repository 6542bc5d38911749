import { LIVE_NOTIFICATION_KINDS, type LiveNotificationKind } from '@player-support/contract/enums';
import { useSyncExternalStore } from 'react';
import { Listeners } from '../lib/listeners.ts';
import { browserStore, store } from '../lib/storage.ts';

const keyOf = (memberId: string) => `desktop-notifications:${memberId}`;
const listeners = new Listeners();

/** Hears other tabs, and a permission changed in the browser. */
function subscribe(listener: () => void): () => void {
  const unsubscribe = listeners.subscribe(listener);
  addEventListener('storage', listener);
  addEventListener('focus', listener);
  return () => {
    unsubscribe();
    removeEventListener('storage', listener);
    removeEventListener('focus', listener);
  };
}

/** Undefined: the member did not switch it on. */
function parse(stored: string | null): readonly LiveNotificationKind[] | undefined {
  try {
    const value: unknown = JSON.parse(stored ?? 'null');
    return Array.isArray(value) ? LIVE_NOTIFICATION_KINDS.filter((kind) => value.includes(kind)) : undefined;
  } catch {
    return undefined;
  }
}

/** `unsupported`: for example without TLS. */
export type Permission = NotificationPermission | 'unsupported';

export function currentPermission(): Permission {
  return 'Notification' in window && 'locks' in navigator ? Notification.permission : 'unsupported';
}

export function usePermission(): Permission {
  return useSyncExternalStore(subscribe, currentPermission);
}

/** A browser asks only after a click, and never again after a refusal. */
export async function askPermission(): Promise<Permission> {
  await Notification.requestPermission();
  listeners.notify();
  return currentPermission();
}

/** Returns what this browser shows the member. Undefined: nothing. */
export function useDesktopKinds(memberId: string): readonly LiveNotificationKind[] | undefined {
  return parse(useSyncExternalStore(subscribe, () => browserStore().getItem(keyOf(memberId))));
}

/** Stores it for this browser and member. Undefined switches it off. */
export function storeDesktopKinds(memberId: string, kinds: readonly LiveNotificationKind[] | undefined): void {
  if (kinds === undefined) browserStore().removeItem(keyOf(memberId));
  else store(browserStore(), keyOf(memberId), kinds);
  listeners.notify();
}
