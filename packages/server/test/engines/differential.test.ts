import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playOnBoth } from '../helpers/differential.ts';
import { IS_USUAL_SEED } from '../helpers/property.ts';

test('both engines give the same responses to some random requests', async (t) => {
  const counts = await playOnBoth(t, 1, 600);
  if (IS_USUAL_SEED) assert.ok(counts.size >= 90, `only ${counts.size} different responses`);
});
