import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { CONSOLE_PATHS } from '@player-support/contract/console-paths';
import { axeViolations } from './axe.ts';
import { seed } from './seed.ts';
import { openStudio, settled } from './studio.ts';

const studio = await openStudio();
const { owner, busyTicket, busyPlayer } = await seed(studio, 12);
const PAGES = CONSOLE_PATHS.filter((path) => !['/', '/settings', '/sign-in', '/join'].includes(path)).map((path) =>
  path.replace('$ticketId', busyTicket).replace('$playerId', busyPlayer.id),
);

for (const colorScheme of ['light', 'dark'] as const) {
  suite(`axe finds nothing in ${colorScheme}`, () => {
    for (const path of PAGES) {
      test(path.replace(busyTicket, '$ticketId').replace(busyPlayer.id, '$playerId'), async (t) => {
        const page = await studio.open(t, { as: owner, path, colorScheme });
        await settled(page);
        assert.deepEqual(await axeViolations(page), []);
      });
    }

    test('before anybody has signed in', async (t) => {
      const { token } = (await owner.call('POST', '/invitations', { email: `${colorScheme}@x.example`, role: 'agent' }))
        .body;
      const page = await studio.open(t, { path: '/sign-in', colorScheme });
      await settled(page);
      assert.deepEqual(await axeViolations(page), []);
      await page.goto(`/join#${token}`);
      await settled(page);
      await page.getByLabel('Your name').waitFor();
      assert.deepEqual(await axeViolations(page), []);
    });
  });
}
