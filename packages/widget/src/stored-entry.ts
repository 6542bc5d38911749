import type { PlayerSupport, Sending } from '@player-support/client';

/**
 * Waits until the outbox has stored a text, or the server has it.
 *
 * @returns the id of its entry
 * @throws SupportError if the text was refused before, such as with `outbox-full`
 */
export function storedEntry(support: PlayerSupport, sending: Sending<unknown>): Promise<string> {
  const { entryId } = sending;
  return new Promise((resolve, reject) => {
    const remove = support.on('outbox', ({ id, isStored, state }) => {
      if (id !== entryId || !(isStored || state === 'sent')) return;
      remove();
      resolve(entryId);
    });
    sending.catch((error) => {
      remove();
      reject(error);
    });
  });
}
