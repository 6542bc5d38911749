import { useSyncExternalStore } from 'react';
import { Listeners } from '../lib/listeners.ts';

let label = '';
const listeners = new Listeners();

/** Shows what waits for the member at the beginning of the title. Empty if nothing does. */
export function showAttention(next: string): void {
  if (next === label) return;
  label = next;
  listeners.notify();
}

/** The counts for the beginning of a title, such as "(7 @2) ". Empty if nothing waits. */
export function useAttentionLabel(): string {
  return useSyncExternalStore(listeners.subscribe, () => label);
}
