import { Listeners } from './listeners.ts';

/** Notified when the change feed is open again: waiting requests are sent. */
export const serverBack = new Listeners();
