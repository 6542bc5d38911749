import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { SEED } from '../../../server/test/helpers/property.ts';
import { randomNumbers } from '../../../server/test/helpers/random-numbers.ts';
import { workShift } from '../helpers/shift.ts';
import { openStudio } from '../helpers/studio.ts';

const studio = await openStudio();

test('50 tickets in a random rhythm: the audit log has what was meant', { timeout: 1_800_000 }, async (t) => {
  const random = randomNumbers(SEED);
  await workShift(t, studio, { tickets: 50, pause: () => sleep(20 + 280 * random()) });
});
