import { test } from 'node:test';
import { emptyDatabase } from '../helpers/databases.ts';
import { assertNothingLost } from '../helpers/killed-server.ts';

for (const engine of ['sqlite', 'postgres'] as const) {
  test(`${engine}: a server that is killed under load loses nothing that it confirmed, and does nothing twice`, async (t) => {
    await assertNothingLost(t, await emptyDatabase(t, engine), [200]);
  });
}
