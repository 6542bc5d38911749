import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { aPlayer, aProject, aTicket, team } from '../../../server/test/helpers/builders.ts';
import { ANSWERS, aField, aForm, anAnsweredTicket, FORM, setForm } from '../../../server/test/helpers/forms.ts';
import { axeViolations } from '../helpers/axe.ts';
import { openStudio } from '../helpers/studio.ts';
import { until, untilMatch } from '../helpers/until.ts';

const studio = await openStudio({ RATE_LIMITS: 'off' });

const preview = (page: Page) => page.getByRole('region', { name: 'Preview' });
const field = (page: Page, position: number) => page.getByRole('group', { name: `Field ${position}` });

async function select(page: Page, box: ReturnType<Page['getByRole']>, option: string): Promise<void> {
  await box.click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

suite('the page of questions', () => {
  test('an admin writes a form, sees it as players do, and saves it', async (t) => {
    const project = await aProject(studio, 'Space Cats');
    const admin = await studio.member('admin', { projectIds: [project.id] });
    const page = await studio.open(t, { as: admin, path: '/settings/projects' });
    await page.getByRole('link', { name: 'Questions of Space Cats' }).click();
    await page.getByText('This type has no form yet.').waitFor();
    await preview(page).getByText('Add a field to see it here.').waitFor();

    await page.getByRole('button', { name: 'Add a field' }).click();
    await page.locator('input:focus').waitFor();
    await page.keyboard.type('device');
    const first = field(page, 1);
    await first.getByRole('textbox', { name: 'Label' }).fill('Which device?');
    await select(page, first.getByRole('combobox', { name: 'Kind' }), 'Choice');
    for (const [position, value] of ['pc', 'phone'].entries()) {
      await first.getByRole('button', { name: 'Add a choice' }).click();
      await first.getByRole('textbox', { name: `Value of choice ${position + 1}` }).fill(value);
      await first.getByRole('textbox', { name: `Label of choice ${position + 1}` }).fill(`My ${value}`);
    }
    await first.getByRole('checkbox', { name: 'The player must answer' }).check();

    await page.getByRole('button', { name: 'Add a field' }).click();
    const second = field(page, 2);
    await second.getByRole('textbox', { name: 'Name' }).fill('gpu');
    await second.getByRole('textbox', { name: 'Label' }).fill('Which graphics card?');
    await select(page, second.getByRole('combobox', { name: 'Show only after an answer to' }), 'Which device?');
    await select(page, second.getByRole('combobox', { name: 'The answer is' }), 'My pc');

    await until(() => preview(page).getByRole('textbox', { name: 'Which graphics card?' }).count(), 0);
    await select(page, preview(page).getByRole('combobox', { name: 'Which device?' }), 'My pc');
    await preview(page).getByRole('textbox', { name: 'Which graphics card?' }).waitFor();

    await page.getByRole('combobox', { name: 'Language of the texts' }).fill('German (de)');
    await page.getByRole('option', { name: 'German (de)', exact: true }).click();
    await first.getByRole('textbox', { name: 'Label', exact: true }).fill('Welches Gerät?');
    await preview(page).getByRole('combobox', { name: 'Welches Gerät?' }).waitFor();
    await preview(page).getByRole('textbox', { name: 'Which graphics card?' }).waitFor();

    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Version 1').waitFor();
    const { body } = await team(studio, 'GET', `/projects/${project.id}/form?type=bug`);
    assert.deepEqual(body.fields, [
      {
        name: 'device',
        kind: 'choice',
        required: true,
        label: { de: 'Welches Gerät?', en: 'Which device?' },
        help: {},
        showIf: null,
      },
      {
        name: 'gpu',
        kind: 'text',
        required: false,
        label: { en: 'Which graphics card?' },
        help: {},
        showIf: { field: 'device', value: 'pc' },
      },
    ]);
    assert.deepEqual(body.choices, [
      { field: 'device', value: 'pc', label: { en: 'My pc' } },
      { field: 'device', value: 'phone', label: { en: 'My phone' } },
    ]);
    assert.deepEqual(await axeViolations(page), []);
    await field(page, 1).getByRole('button', { name: 'Move field 1 down' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Select a field above it that is a choice, or yes or no.').waitFor();
    assert.deepEqual(await axeViolations(page), []);
  });

  test('says what is wrong at its field, and that somebody else changed the form', async (t) => {
    const project = await aProject(studio, 'Space Dogs');
    const admin = await studio.member('admin', { projectIds: [project.id] });
    const page = await studio.open(t, { as: admin, path: `/settings/projects/${project.id}/forms` });
    await page.getByRole('button', { name: 'Add a field' }).click();
    await page.locator('input:focus').waitFor();
    await page.keyboard.type('Device');
    await field(page, 1).getByRole('textbox', { name: 'Label' }).fill('Device');
    await page.getByRole('button', { name: 'Save' }).click();
    await field(page, 1).getByText('Use lower-case letters, digits and _, with a letter first.').waitFor();
    await aForm(studio, project, { fields: [aField('other')] });
    await field(page, 1).getByRole('textbox', { name: 'Name' }).fill('device');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('Someone else has changed this form.').waitFor();
    assert.equal((await team(studio, 'GET', `/projects/${project.id}/form?type=bug`)).body.fields[0].name, 'other');
  });

  test('is closed to agents, who have no link to it', async (t) => {
    const project = await aProject(studio, 'Space Birds');
    const agent = await studio.member('agent', { projectIds: [project.id] });
    const page = await studio.open(t, { as: agent, path: '/settings/projects' });
    await page.getByRole('heading', { name: 'Space Birds' }).waitFor();
    await until(() => page.getByRole('link', { name: 'Questions of Space Birds' }).count(), 0);
    await page.goto(`/settings/projects/${project.id}/forms`);
    await page.getByText(/admin/).first().waitFor();
    await until(() => page.getByRole('button', { name: 'Save' }).count(), 0);
  });
});

suite('answers', () => {
  test('are beside the ticket, as plain text in the language of the member', async (t) => {
    const project = await aProject(studio);
    await aForm(studio, project, FORM);
    const hostile = { ...ANSWERS, gpu: '<img src=x onerror=alert(1)>\u202e', report: 'line one\nline two' };
    const id = await anAnsweredTicket(studio, await aPlayer(studio, project), 1, hostile);
    const agent = await studio.member('agent', { projectIds: [project.id] });
    const page = await studio.open(t, { as: agent, path: `/tickets/${id}`, locale: 'de-DE' });
    const answers = page.getByRole('region', { name: 'Antworten' });
    await answers.getByText('Welches Gerät?').waitFor();
    await page.getByText('Fehler', { exact: true }).first().waitFor();
    await until(
      () => answers.locator('dd').allInnerTexts(),
      ['Label of pc', hostile.gpu, 'Ja', hostile.report, '-7,5', '28.02.2026'],
    );
    await until(() => answers.locator('img').count(), 0);
    assert.deepEqual(await axeViolations(page), []);
    const without = await aTicket(studio, await aPlayer(studio, project));
    await page.goto(`/tickets/${without}`);
    await page.getByText('Keine anderen Tickets.').waitFor();
    await until(() => answers.count(), 0);
  });

  test('filter the queue; the form suggests them; a chip removes the filter', async (t) => {
    const project = await aProject(studio);
    await setForm(studio, project, FORM);
    await anAnsweredTicket(studio, await aPlayer(studio, project), 1, { device: 'phone', crashed: true });
    const wanted = await anAnsweredTicket(studio, await aPlayer(studio, project), 1, { device: 'pc', gpu: 'x' });
    const agent = await studio.member('agent', { projectIds: [project.id] });
    const page = await studio.open(t, { as: agent, path: `/queue?type=bug&project=${project.id}` });
    const rows = page.getByRole('list', { name: /^Tickets/ }).getByRole('listitem');
    await rows.nth(1).waitFor();
    await page.getByRole('button', { name: '1 filter' }).click();
    const box = page
      .getByRole('combobox', { name: 'Form answer' })
      .or(page.getByRole('textbox', { name: 'Form answer' }));
    await box.fill('device');
    await page.getByRole('option', { name: 'device:pc' }).click();
    await page.getByRole('group', { name: 'Active filters' }).getByText('Form answer: device:pc').waitFor();
    await page.waitForURL(/answer=device/);
    await page.keyboard.press('Escape');
    await rows.nth(1).waitFor({ state: 'detached' });
    await untilMatch(() => rows.getByRole('link').first().getAttribute('href'), new RegExp(wanted));
    assert.deepEqual(await axeViolations(page), []);
  });
});
