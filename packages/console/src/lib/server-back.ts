import { Listeners } from './listeners.ts';

/** Notified when the change feed is open again. Requests that wait are sent then. */
export const serverBack = new Listeners();
