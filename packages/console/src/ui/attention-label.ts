import { useSyncExternalStore } from 'react';
import { Listeners } from '../lib/listeners.ts';

let label = '';
const listeners = new Listeners();

/** Shows what waits at the beginning of the tab's title. Empty: nothing waits. */
export function showAttention(next: string): void {
  if (next === label) return;
  label = next;
  listeners.notify();
}

/** Such as "(7 @2) ". Empty: nothing waits. */
export function useAttentionLabel(): string {
  return useSyncExternalStore(listeners.subscribe, () => label);
}
