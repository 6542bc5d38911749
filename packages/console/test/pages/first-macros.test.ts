import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { aPlayer, aProject, aTicket } from '../../../server/test/helpers/builders.ts';
import {
  addRoute,
  alertShown,
  busy,
  cutConnection,
  MESSAGES,
  problem,
  refuseNext,
  tooMany,
} from '../helpers/faults.ts';
import { type Member, openStudio } from '../helpers/studio.ts';
import { until } from '../helpers/until.ts';

const studio = await openStudio();

interface Macro {
  readonly name: string;
  readonly projectId: string | null;
  readonly body: string;
  readonly texts: Readonly<Record<string, string>>;
}

const macrosOf = async (member: Member): Promise<Macro[]> => (await member.call('GET', '/macros')).body.macros;
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Add the first macros' });
const openDialog = (page: Page) => page.getByRole('button', { name: 'Add the first macros' }).click();
const add = (page: Page) => dialog(page).getByRole('button', { name: 'Add', exact: true }).click();

suite('the first macros', () => {
  test('a viewer and an agent cannot add them', async (t) => {
    for (const role of ['viewer', 'agent'] as const) {
      const page = await studio.open(t, { as: await studio.member(role), path: '/settings/macros' });
      await page.getByText('No macros yet').waitFor();
      await until(() => page.getByRole('main').getByRole('button').count(), 0, role);
    }
  });

  test('are a click away from the / of a ticket for an admin, not for an agent', async (t) => {
    const player = await aPlayer(studio);
    const id = await aTicket(studio, player);
    for (const role of ['agent', 'admin'] as const) {
      const page = await studio.open(t, { as: await studio.member(role), path: `/tickets/${id}` });
      await page.getByLabel('Reply to the player').pressSequentially('/');
      await page.getByText('There are no macros yet.').waitFor();
      const link = page.getByRole('link', { name: 'Add the first macros' });
      if (role === 'agent') await until(() => link.count(), 0);
      else {
        await link.click();
        await page.waitForURL(/\/settings\/macros$/);
      }
    }
  });

  test('are added in the chosen languages, after refusals and an interruption, and never twice', async (t) => {
    const admin = await studio.member('admin');
    const page = await studio.open(t, { as: admin, path: '/settings/macros' });
    const watching = await studio.open(t, { as: await studio.member('viewer'), path: '/settings/macros' });
    await watching.getByText('No macros yet').waitFor();
    await openDialog(page);
    const language = (name: string) => dialog(page).getByRole('checkbox', { name, exact: true });
    await until(() => dialog(page).getByRole('checkbox').count(), 12);
    await until(() => language('English').isChecked(), true, 'the language of the console is chosen');
    await language('English').uncheck();
    await dialog(page).getByText('Choose at least one language.').waitFor();
    await add(page);
    await language('English').check();
    await language('German').check();
    for (const [fault, message] of [
      [problem(403, 'forbidden'), 'You do not have permission to do this. Ask an owner or admin.'],
      [tooMany, MESSAGES.tooMany],
      [busy, MESSAGES.busy],
    ] as const) {
      await refuseNext(page, 'POST', '/macros', fault);
      await add(page);
      await alertShown(dialog(page), message);
      assert.deepEqual(await macrosOf(admin), []);
    }
    let count = 0;
    await addRoute(page, '**/api/v1/team/macros', (route) =>
      route.request().method() === 'POST' && ++count === 4 ? cutConnection(route) : route.fallback(),
    );
    await add(page);
    await alertShown(dialog(page), MESSAGES.noResponse);
    assert.equal((await macrosOf(admin)).length, 3);
    await until(() => Promise.all([language('German').isChecked(), language('English').isChecked()]), [true, true]);

    await dialog(page)
      .getByRole('button', { name: 'Add', exact: true })
      .evaluate((button: HTMLElement) => {
        button.click();
        button.click();
      });
    await page.getByText('5 macros added.').waitFor();
    await dialog(page).waitFor({ state: 'detached' });
    await page.getByText('Ask for details', { exact: true }).waitFor();
    await watching.getByText('Ask for details', { exact: true }).waitFor();
    const added = await macrosOf(admin);
    assert.equal(added.length, 8);
    assert.equal(new Set(added.map(({ name }) => name)).size, 8);
    assert.ok(added.every(({ body, texts }) => texts.de !== undefined && texts.de !== body));
    assert.deepEqual([...new Set(added.flatMap(({ texts }) => Object.keys(texts)))], ['de']);
    assert.ok(added.every(({ projectId }) => projectId === null));

    await openDialog(page);
    await add(page);
    await page.getByText('0 macros added.').waitFor();
    assert.equal((await macrosOf(admin)).length, 8);
  });

  test('an admin of one project adds them to that project', async (t) => {
    const project = await aProject(studio, 'Castle');
    const admin = await studio.member('admin', { projectIds: [project.id] });
    const page = await studio.open(t, { as: admin, path: '/settings/macros' });
    await openDialog(page);
    await dialog(page).getByRole('combobox', { name: 'Project' }).waitFor();
    await add(page);
    await page.getByText('8 macros added.').waitFor();
    const own = (await macrosOf(admin)).filter(({ projectId }) => projectId === project.id);
    assert.equal(own.length, 8);
  });
});
