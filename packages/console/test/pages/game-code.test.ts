import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { compile } from '../../../demo/test/helpers/compile.ts';
import { servePage } from '../../../demo/test/helpers/serve-page.ts';
import { aProject, updateProject } from '../../../server/test/helpers/builders.ts';
import { freePort } from '../../../server/test/helpers/free-port.ts';
import { temporaryDirectory } from '../../../server/test/helpers/temporary-directory.ts';
import { axeViolations } from '../helpers/axe.ts';
import { eventually, openStudio } from '../helpers/studio.ts';
import { until } from '../helpers/until.ts';

/** Games get the code of Settings > Projects unchanged. */

// At another name of the same server, so the code shows the console's own.
const port = String(await freePort());
const address = `http://localhost:${port}`;
const studio = await openStudio({ PORT: port, PUBLIC_URL: address });

const namedProject = async (name: string) => ({ ...(await aProject(studio, name)), name });

/** The ticket type has every character that code must escape. */
async function strangeProject(name: string) {
  const project = await namedProject(name);
  const type = `it's "<new>" \\ $HOME`;
  assert.equal((await updateProject(studio, project, { ticketTypes: [{ type, label: 'New' }] })).status, 200);
  return { ...project, type };
}

const tab = (card: Locator, name: string) => card.getByRole('tab', { name, exact: true });

async function openCode(t: TestContext, project: { id: string; name: string }) {
  const viewer = await studio.member('viewer', { projectIds: [project.id] });
  const page = await studio.open(t, {
    as: viewer,
    path: '/settings/projects',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const card = page.getByRole('region', { name: project.name });
  await card.getByRole('button', { name: 'Add it to your game' }).click();
  const tickets = async () => (await viewer.call('GET', '/tickets?view=all')).body.tickets;
  return { page, card, tickets };
}

async function copied(page: Page, card: Locator, name: string): Promise<string> {
  await tab(card, name).click();
  const panel = card.getByRole('tabpanel', { name, exact: true });
  await panel.getByRole('button', { name: `Copy: ${name}` }).click();
  await panel.getByRole('status').getByText('Copied').waitFor({ state: 'attached' });
  const text = await page.evaluate(() => navigator.clipboard.readText());
  await until(() => panel.locator('pre').textContent(), text);
  assert.ok(text.includes(address) && !text.includes(studio.url), text);
  return text;
}

suite('the code for a game', () => {
  test('the widget: a page with it shows the widget, and sends a ticket to this project', async (t) => {
    await aProject(studio, 'Another game');
    const project = await namedProject('Space Cats');
    const { page, card, tickets } = await openCode(t, project);
    const game = await page.context().newPage();
    await game.goto(await servePage(await copied(page, card, 'Widget')));
    await game.getByRole('button', { name: 'Support' }).click();
    const panel = game.getByRole('dialog');
    await panel.getByRole('button', { name: 'New ticket' }).click();
    await panel.getByRole('textbox', { name: 'Subject' }).fill('Stuck');
    await panel.getByRole('textbox', { name: 'Message' }).fill('I cannot leave level 3.');
    await panel.getByRole('button', { name: 'Send', exact: true }).click();
    await eventually(async () => (await tickets()).length === 1);
    assert.equal((await tickets())[0].subject, 'Stuck');
  });

  test('curl: the lines run in sh, and create a ticket with the first type of the project', async (t) => {
    const project = await strangeProject('Castle');
    const { page, card, tickets } = await openCode(t, project);
    const { stdout, stderr, status } = spawnSync('sh', ['-euc', await copied(page, card, 'curl')], {
      env: { PATH: process.env.PATH },
      encoding: 'utf8',
    });
    assert.equal(status, 0, stderr);
    assert.match(stdout, /"ticketId":"tkt_/);
    assert.deepEqual(
      (await tickets()).map(({ subject, type }: { subject: string; type: string }) => [subject, type]),
      [['Hello', project.type]],
    );
  });

  test('the SDK: the code compiles strictly, and creates a ticket when it runs', async (t) => {
    const project = await strangeProject('Orbit');
    const { page, card, tickets } = await openCode(t, project);
    const code = await copied(page, card, 'SDK');
    assert.equal(compile(new Map([['console.ts', code]])), '');
    assert.match(compile(new Map([['console.ts', code.replace("'Hello'", '1')]])), /not assignable/);

    const file = path.join(temporaryDirectory(t), 'game.mts');
    // The package is built only for a release.
    const sdk = path.resolve(import.meta.dirname, '../../../client/src/index.ts');
    writeFileSync(file, code.replace("'@player-support/client'", `'${sdk}'`));
    const game = spawn(process.execPath, [file], { stdio: 'inherit' });
    t.after(() => game.kill('SIGKILL'));
    await eventually(async () => (await tickets()).length === 1);
    assert.equal((await tickets())[0].type, project.type);
  });

  test('the tabs: arrow keys change them, and they are accessible in both themes', async (t) => {
    const project = await namedProject('Keys');
    const { page, card } = await openCode(t, project);
    await tab(card, 'Widget').focus();
    for (const name of ['SDK', 'curl', 'Widget']) {
      await page.keyboard.press('ArrowRight');
      await card.getByRole('tabpanel', { name, exact: true }).locator('pre').waitFor();
      await until(() => tab(card, name).evaluate((element) => element === document.activeElement), true);
    }
    await page.keyboard.press('Tab');
    await until(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Copy: Widget');
    for (const [colorScheme, width] of [
      ['light', 1440],
      ['dark', 1440],
      ['light', 390],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      assert.deepEqual(await axeViolations(page), [], colorScheme);
      await until(() => page.evaluate(() => document.documentElement.scrollWidth), width, 'nothing scrolls sideways');
    }
  });

  test('its links lead to pages of this server', async (t) => {
    const project = await namedProject('Links');
    const { card } = await openCode(t, project);
    await tab(card, 'SDK').click();
    for (const name of ['Install the SDK first', 'the guide for each task', 'API documentation']) {
      const link = await card.getByRole('link', { name }).getAttribute('href');
      assert.equal((await studio.call('GET', link ?? '')).status, 200, name);
    }
  });
});
