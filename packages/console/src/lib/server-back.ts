import { Listeners } from './listeners.ts';

/**
 * Notified when the stream of changes is open again. What waits for the server tries again then.
 */
export const serverBack = new Listeners();
