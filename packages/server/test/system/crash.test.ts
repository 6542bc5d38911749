import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { emptyDatabase } from '../helpers/databases.ts';
import { assertNothingLost } from '../helpers/killed-server.ts';
import { rounds } from '../helpers/rounds.ts';

test('a server that is killed under load loses nothing that it confirmed, and does nothing twice', async (t) => {
  const kills = Array.from({ length: rounds(5) }, () => randomInt(40, 400));
  await assertNothingLost(t, await emptyDatabase(t), kills);
});
