import { setTimeout as sleep } from 'node:timers/promises';

/** Far more than a test needs. Counted, so that a stopped process loses none. */
const MAX_TURNS = 30_000;

/** Throws if the condition fails after many turns of the process. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    if (await condition()) return;
    await sleep(1);
  }
  throw new Error(`this did not become true: ${condition}`);
}
