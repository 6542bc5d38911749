import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { aPlayer, aTicket, team } from '../../../server/test/helpers/builders.ts';
import { axeViolations } from '../helpers/axe.ts';
import { alertShown, busy, cutConnection, MESSAGES, problem, refuseNext, tooMany } from '../helpers/faults.ts';
import { eventually, type Member, openStudio, settled } from '../helpers/studio.ts';
import { until } from '../helpers/until.ts';

const studio = await openStudio({ RATE_LIMITS: 'off' });

const notes = async (id: string): Promise<string[]> =>
  (await team(studio, 'GET', `/tickets/${id}`)).body.messages.slice(1).map((one: { message: string }) => one.message);
const unread = async (member: Member) => (await member.call('GET', '/mentions')).body.unread;
const noteField = (page: Page) => page.getByLabel('Internal note');
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const mentionsLink = (page: Page) => navigation(page).getByRole('link', { name: /^Mentions/ });

test('by keyboard alone: a note mentions a member, who is told at once, opens it and has read it', async (t) => {
  const player = await aPlayer(studio);
  const projectIds = [player.project.id];
  const [author, mentioned] = [
    await studio.member('agent', { projectIds }),
    await studio.member('viewer', { projectIds, name: 'Maya Chen' }),
  ];
  await studio.member('agent', { projectIds: [(await aPlayer(studio)).project.id], name: 'Stranger' });
  const id = await aTicket(studio, player, { subject: 'Stuck at the gate' });
  const reader = await studio.open(t, { as: mentioned, path: '/queue' });
  await mentionsLink(reader).waitFor();
  await settled(reader);
  assert.doesNotMatch(await reader.title(), /@/);

  const page = await studio.open(t, { as: author, path: `/tickets/${id}` });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('n');
  await noteField(page).waitFor();
  await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA');
  await page.keyboard.type('Look @Strang');
  await page.getByText('No members found').waitFor();
  for (let count = 0; count < 'Strang'.length; count++) await page.keyboard.press('Backspace');
  await page.keyboard.type('maya c');
  await page.getByRole('option', { name: mentioned.name }).waitFor();
  assert.deepEqual(await axeViolations(page), []);
  await eventually(async () => (await page.locator('[data-combobox-selected]').count()) === 1);
  await page.keyboard.press('Enter');
  await page.waitForFunction((text) => document.querySelector('textarea')?.value === text, `Look @${mentioned.name} `);
  await page.keyboard.type('please');
  // A text inside has a space already.
  await page.keyboard.press('Home');
  for (let count = 0; count < 'Look'.length; count++) await page.keyboard.press('Delete');
  await page.keyboard.type('@maya');
  await eventually(async () => (await page.locator('[data-combobox-selected]').count()) === 1);
  await page.keyboard.press('Enter');
  const twice = `@${mentioned.name} @${mentioned.name} please`;
  await page.waitForFunction((text) => document.querySelector('textarea')?.value === text, twice);
  await page.keyboard.press('Control+Enter');
  await page
    .getByRole('listitem')
    .locator('strong', { hasText: `@${mentioned.name}` })
    .first()
    .waitFor();
  await eventually(async () => (await unread(mentioned)) === 1);
  assert.deepEqual(await notes(id), [twice]);

  await navigation(reader).getByText('1 unread').waitFor();
  await reader.waitForFunction(() => /^\(.*@1\) /.test(document.title));
  await mentionsLink(reader).focus();
  await reader.keyboard.press('Enter');
  const row = reader.getByRole('list', { name: 'Mentions' }).getByRole('link', { name: 'Stuck at the gate' });
  await row.waitFor();
  await reader.getByText(twice).waitFor();
  await reader.getByRole('img', { name: 'Not read yet' }).waitFor();
  await settled(reader);
  assert.deepEqual(await axeViolations(reader), []);
  await row.focus();
  await reader.keyboard.press('Enter');
  await reader.getByRole('listitem').locator('strong', { hasText: mentioned.name }).first().waitFor();
  await eventually(async () => (await unread(mentioned)) === 0);
  await navigation(reader).getByText('1 unread').waitFor({ state: 'detached' });
  await reader.waitForFunction(() => !document.title.includes('@'));
});

test('a note that is refused because of a mention comes back, and nobody is told', async (t) => {
  const player = await aPlayer(studio);
  const [author, other] = [await studio.member('agent'), await studio.member('agent')];
  const id = await aTicket(studio, player);
  const page = await studio.open(t, { as: author, path: `/tickets/${id}` });
  await page.getByRole('radiogroup').getByText('Note').click();
  await noteField(page).fill(`@${other.name} look`);
  const errors = { mentions: ['Must be the ids of members who can see this ticket.'] };
  const problems = [{ field: 'mentions', code: 'wrong-mentions' } as const];
  await refuseNext(page, 'POST', `/tickets/${id}/notes`, problem(400, 'validation', { errors, problems }));
  await page.keyboard.press('Control+Enter');
  await page.getByText('Not sent. The note mentions a member who can no longer see this ticket.').waitFor();
  await until(() => noteField(page).inputValue(), `@${other.name} look`);
  assert.deepEqual([await notes(id), await unread(other)], [[], 0]);
  const limited = problem(429, 'mention-limit', { headers: { 'retry-after': '1800' } });
  await refuseNext(page, 'POST', `/tickets/${id}/notes`, limited);
  await noteField(page).focus();
  await page.keyboard.press('Control+Enter');
  await page.getByText('Write the note without @, or send it in 30 minutes.').waitFor();
  await until(() => noteField(page).inputValue(), `@${other.name} look`);
  // These pass, so the console sends the note again.
  await refuseNext(page, 'POST', `/tickets/${id}/notes`, busy);
  await noteField(page).focus();
  await page.keyboard.press('Control+Enter');
  await eventually(async () => (await unread(other)) === 1);
  assert.deepEqual(await notes(id), [`@${other.name} look`]);
});

test('all are marked as read, and a refusal leaves them as they are', async (t) => {
  const player = await aPlayer(studio);
  const member = await studio.member('agent');
  for (const subject of ['One', 'Other']) {
    const id = await aTicket(studio, player, { subject });
    await team(studio, 'POST', `/tickets/${id}/notes`, { message: 'Look.', mentions: [member.id] });
  }
  const page = await studio.open(t, { as: member, path: '/mentions' });
  const markAll = page.getByRole('button', { name: 'Mark all as read' });
  for (const [fault, message] of [
    [tooMany, MESSAGES.tooMany],
    [busy, MESSAGES.busy],
    [cutConnection, MESSAGES.noResponse],
  ] as const) {
    await refuseNext(page, 'POST', '/mentions/read', fault);
    await markAll.click();
    await alertShown(page, message);
    assert.equal(await unread(member), 2);
  }
  await markAll.click();
  await markAll.waitFor({ state: 'detached' });
  assert.equal(await unread(member), 0);
  await until(() => page.getByRole('img', { name: 'Not read yet' }).count(), 0);
});
