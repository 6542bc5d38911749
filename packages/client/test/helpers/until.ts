import { setTimeout as sleep } from 'node:timers/promises';

/** Far more than a test needs. They are counted, so that a process that is stopped loses none. */
const MAX_TURNS = 30_000;

/**
 * Waits until a condition holds, while the process does what it has to do.
 *
 * @throws Error if it does not hold after many turns
 */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    if (await condition()) return;
    await sleep(1);
  }
  throw new Error(`this did not become true: ${condition}`);
}
