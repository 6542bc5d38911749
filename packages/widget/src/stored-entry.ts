import type { PlayerSupport } from '@player-support/client';

/**
 * Sends a text through the outbox.
 *
 * @returns the id of its entry when the entry is stored
 * @throws SupportError if there is no entry, such as `outbox-full`
 */
export function storedEntry(support: PlayerSupport, send: () => Promise<unknown>): Promise<string> {
  return new Promise((resolve, reject) => {
    const remove = support.on('outbox', ({ id }) => {
      remove();
      resolve(id);
    });
    send().catch((error) => {
      remove();
      reject(error);
    });
  });
}
