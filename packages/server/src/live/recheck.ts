import { StoreUnavailableError } from '../store/errors.ts';
import type { EventStream } from './event-stream.ts';
import type { Hub } from './hub.ts';

/** Looks at whether those who read streams still may, one after another, so that many never crowd the database. */
export function createRecheck(hub: Hub): () => Promise<void> {
  let wanted = false;
  let running = false;

  return async () => {
    wanted = true;
    if (running) return;
    running = true;
    while (wanted) {
      wanted = false;
      for (const stream of [...hub.streams]) await look(stream, hub);
    }
    running = false;
  };
}

async function look(stream: EventStream, hub: Hub): Promise<void> {
  try {
    const reader = await stream.reauthenticate();
    const other = JSON.stringify(reader.projectIds) !== JSON.stringify(stream.reader.projectIds);
    stream.reader = reader;
    if (other) hub.reset(stream);
  } catch (error) {
    // Without the database nothing is known about the reader.
    if (!(error instanceof StoreUnavailableError)) stream.end();
  }
}
