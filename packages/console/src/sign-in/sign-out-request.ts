import { Listeners } from '../app/listeners.ts';

/** `/session`: here. `/sessions`: everywhere. */
export type SignOutPath = '/session' | '/sessions';

const listeners = new Listeners();
let requested: SignOutPath | undefined;

/** What the member asked for, until the dialog in the shell has done it. */
export const signOutRequest = {
  subscribe: listeners.subscribe,
  get: () => requested,
};

/** Asks the shell to sign out. It first asks the member if texts would be lost. */
export function requestSignOut(path: SignOutPath | undefined): void {
  requested = path;
  listeners.notify();
}
