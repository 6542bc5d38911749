import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Role } from '@player-support/contract/enums';
import { aPlayer, aTicket } from '../../../server/test/helpers/builders.ts';
import { openStudio } from '../helpers/studio.ts';
import { until } from '../helpers/until.ts';

const studio = await openStudio();
const player = await aPlayer(studio);

const PAGES = [
  ['/settings/tags', 'Tags', 'admin', undefined],
  ['/settings/members', 'Members', 'admin', 'Invite'],
  ['/settings/api-keys', 'API keys', 'admin', 'Create key'],
  ['/settings/audit', 'Audit log', 'owner', undefined],
] as const;
/** On pages that every member can read. */
const ACTIONS = [
  ['/settings/projects', 'Projects', 'admin', 'Create project'],
  ['/settings/macros', 'Macros', 'admin', 'Create macro'],
  ['/announcements', 'Announcements', 'admin', 'Create announcement'],
] as const;
const RANKS: Readonly<Record<Role, number>> = { viewer: 0, agent: 1, admin: 2, owner: 3 };

for (const role of ['viewer', 'agent', 'admin', 'owner'] as const) {
  suite(`a member with the role ${role} sees`, async () => {
    const member = await studio.member(role);
    const may = (least: Role) => RANKS[role] >= RANKS[least];
    // Its own, because a closing page still sends its changes.
    const ticket = await aTicket(studio, player);

    test('the pages of the settings', async (t) => {
      const page = await studio.open(t, { as: member, path: '/settings/account' });
      await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();
      const links = await page.getByRole('navigation').getByRole('link').allInnerTexts();
      for (const [path, name, least, action] of PAGES) {
        assert.equal(links.includes(name), may(least), `a link to ${name}`);
        await page.goto(path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        if (may(least)) {
          await page.getByRole('heading', { level: 1, name }).waitFor();
          if (action !== undefined) await page.getByRole('button', { name: action }).waitFor();
        } else {
          await page.getByText('You do not have access to this page').waitFor();
        }
      }
    });

    test('the actions', async (t) => {
      const page = await studio.open(t, { as: member, path: '/queue' });
      for (const [path, name, least, action] of ACTIONS) {
        await page.goto(path);
        await page.getByRole('heading', { level: 1, name }).waitFor();
        await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
        await until(async () => (await page.getByRole('button', { name: action }).count()) > 0, may(least), action);
      }
    });

    test('the controls of a ticket', async (t) => {
      const page = await studio.open(t, { as: member, path: `/tickets/${ticket}` });
      await page.getByRole('region', { name: 'Conversation' }).getByText('I cannot leave level 3.').waitFor();
      // The player panel is drawn after the conversation.
      await page.getByRole('heading', { name: 'Other tickets' }).waitFor();
      const shown = async (name: string) => (await page.getByRole('button', { name }).count()) > 0;
      await until(
        async () => (await page.getByRole('textbox', { name: 'Reply to the player' }).count()) > 0,
        may('agent'),
      );
      for (const name of ['Status: Open', 'Priority: Normal', 'Assignee: Nobody', 'Block', 'Message the player']) {
        assert.equal(await shown(name), may('agent'), name);
      }
      await page.keyboard.press('a');
      await page.keyboard.press('e');
      await page.goto('/queue');
      await page
        .getByRole('link', { name: 'Stuck' })
        .first()
        .or(page.getByText('Nothing needs attention'))
        .first()
        .waitFor();
      const { status, assigneeId } = (await member.call('GET', `/tickets/${ticket}`)).body;
      if (!may('agent')) {
        assert.deepEqual([status, assigneeId], ['open', null], 'shortcuts do nothing');
        await until(() => page.getByRole('checkbox').count(), 0);
      }
    });
  });
}
