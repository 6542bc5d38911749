import { StoreUnavailableError } from '../store/errors.ts';
import type { EventStream } from './event-stream.ts';
import type { Hub } from './hub.ts';

/**
 * Checks the access of all readers, one after another to spare the database. A call during a check
 * leads to one more.
 */
export function createRecheck(hub: Hub): () => Promise<void> {
  let requested = false;
  let running = false;

  return async () => {
    requested = true;
    if (running) return;
    running = true;
    while (requested) {
      requested = false;
      for (const stream of [...hub.streams]) await recheck(stream, hub);
    }
    running = false;
  };
}

async function recheck(stream: EventStream, hub: Hub): Promise<void> {
  try {
    const reader = await stream.reauthenticate();
    const hasOtherProjects = JSON.stringify(reader.projectIds) !== JSON.stringify(stream.reader.projectIds);
    stream.reader = reader;
    if (hasOtherProjects) hub.resync(stream);
  } catch (error) {
    // Without the database the access is unknown, so the stream stays.
    if (!(error instanceof StoreUnavailableError)) stream.end();
  }
}
