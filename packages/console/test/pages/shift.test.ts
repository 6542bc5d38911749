import { test } from 'node:test';
import { workShift } from '../helpers/shift.ts';
import { openStudio } from '../helpers/studio.ts';

const studio = await openStudio();

test('20 tickets by keyboard: the audit log has exactly what was meant', { timeout: 600_000 }, async (t) => {
  await workShift(t, studio, { tickets: 20, pause: async () => {} });
});
