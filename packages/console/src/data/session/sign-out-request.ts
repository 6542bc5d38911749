import { Listeners } from '../../lib/listeners.ts';
import { leave } from '../../ui/unsaved.ts';

/** `/session`: here. `/sessions`: everywhere. */
export type SignOutPath = '/session' | '/sessions';

const listeners = new Listeners();
let requested: SignOutPath | undefined;
let isLeaving = false;

/** Whether the member has signed out, here or in another tab: the session did not end by itself. */
export const hasSignedOut = () => isLeaving;

export function setSignedOut(value: boolean): void {
  isLeaving = value;
}

/** What the member asked for, until the dialog in the shell has done it. */
export const signOutRequest = {
  subscribe: listeners.subscribe,
  get: () => requested,
};

/** Asks the shell to sign out. It first asks the member if texts would be lost. */
export function requestSignOut(path: SignOutPath): void {
  // Before the session ends on the server: who goes on editing needs it.
  leave(() => setRequest(path));
}

/** It is done, or the member does not want it. */
export const endRequest = () => setRequest(undefined);

function setRequest(path: SignOutPath | undefined): void {
  requested = path;
  listeners.notify();
}
