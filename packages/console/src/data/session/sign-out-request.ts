import { Listeners } from '../../lib/listeners.ts';
import { leave } from '../../ui/unsaved.ts';

export type SignOutPath = '/session' | '/sessions';

const listeners = new Listeners();
let requested: SignOutPath | undefined;
let isLeaving = false;

/** The member signed out in a tab: the session did not end by itself. */
export const hasSignedOut = () => isLeaving;

export function setSignedOut(value: boolean): void {
  isLeaving = value;
}

/** Kept until the shell's dialog has done it. */
export const signOutRequest = {
  subscribe: listeners.subscribe,
  get: () => requested,
};

/** The shell asks first if texts would be lost. */
export function requestSignOut(path: SignOutPath): void {
  // Before the session ends: a member who stays still needs it.
  leave(() => setRequest(path));
}

/** Call when done, or if the member cancelled. */
export const endRequest = () => setRequest(undefined);

function setRequest(path: SignOutPath | undefined): void {
  requested = path;
  listeners.notify();
}
