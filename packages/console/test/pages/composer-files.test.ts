import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { aPlayer, aTicket, getTicket } from '../../../server/test/helpers/builders.ts';
import { cutConnection, problem, refuseNext } from '../helpers/faults.ts';
import {
  aLog,
  anImage,
  attach,
  composer,
  filesOfMessage,
  give,
  messagesOf,
  namesOf,
  openTicket,
  reply,
  rowOf,
  send,
  uploaded,
} from '../helpers/file-pages.ts';
import { eventually, openStudio } from '../helpers/studio.ts';
import { until } from '../helpers/until.ts';

const studio = await openStudio();
const agent = await studio.member('agent');

const opened = (t: TestContext) => openTicket(studio, t, agent);

suite('files in the composer', { concurrency: 4 }, () => {
  test('are chosen, pasted and dropped, shown, removed and sent; the player gets them', async (t) => {
    const { player, id, page } = await opened(t);
    await attach(page, await anImage('shot.png'));
    await uploaded(page, 1);
    const thumbnail = rowOf(page, 'shot.png').locator('img');
    await until(() => thumbnail.evaluate((image: HTMLImageElement) => image.src.startsWith('data:image/png')), true);
    assert.equal(await give(reply(page), 'paste', [await anImage('pasted.png')]), true);
    assert.equal(await give(reply(page), 'drop', [aLog('dropped.log'), aLog('removed.log')]), true);
    await uploaded(page, 4);
    await page.getByRole('button', { name: 'Remove removed.log' }).click();
    await uploaded(page, 3);
    await composer(page).getByText('Write a few words with the files.').waitFor();
    await until(() => send(page).isDisabled(), true);
    await reply(page).fill('See the files.');
    await send(page).click();
    await page.getByRole('list', { name: 'Files', exact: true }).getByText('dropped.log').waitFor();
    await until(() => filesOfMessage(page).count(), 0);
    await eventually(async () => (await messagesOf(studio, id)).length === 2);
    assert.deepEqual(await namesOf(studio, id), [[], ['dropped.log', 'pasted.png', 'shot.png']]);
    const seen = (await getTicket(studio, player, id)).body.messages.at(-1);
    assert.equal(seen.attachments.length, 3);
  });

  test('go with a note, by keyboard alone, and the player never sees them', async (t) => {
    const { player, id, page } = await opened(t);
    // Also reports file dialogs that open at once.
    page.on('filechooser', () => {});
    await page.getByText('Note', { exact: true }).click();
    const note = page.getByLabel('Internal note', { exact: true });
    await note.fill('For us.');
    await note.focus();
    await page.keyboard.press('Tab');
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')]);
    await chooser.setFiles([aLog('internal.log')]);
    await uploaded(page, 1);
    await page.keyboard.press('Control+Enter');
    await eventually(async () => (await messagesOf(studio, id)).length === 2);
    assert.deepEqual(await namesOf(studio, id), [[], ['internal.log']]);
    assert.ok(!(await getTicket(studio, player, id)).text.includes('internal'));
  });

  test('that fail say why, can be tried again, and keep the message from being sent', async (t) => {
    const { id, page } = await opened(t);
    await reply(page).fill('See the file.');
    const path = `/tickets/${id}/attachments`;
    const faults = [
      [problem(415, 'file-refused'), 'The server cannot read this image. Choose another file.'],
      [problem(413, 'payload-too-large'), 'This file is too large. Choose a smaller one.'],
      [problem(429, 'rate-limited', { headers: { 'retry-after': '7' } }), 'Too many requests. Try again in 7 seconds.'],
      [problem(429, 'rate-limited', { headers: { 'retry-after': '40000' } }), 'reached its upload limit for today'],
      [problem(404, 'not-found'), 'The server does not accept files, or this ticket no longer exists.'],
      [problem(403, 'forbidden'), 'You do not have permission to '],
      [problem(409, 'ticket-merged'), 'merged'],
      [problem(503, 'unavailable'), 'Server error.'],
      [cutConnection, 'The server did not respond.'],
    ] as const;
    await refuseNext(page, 'POST', path, faults[0][0]);
    await attach(page, aLog('game.log'));
    const row = rowOf(page, 'game.log');
    for (const [index, [, text]] of faults.entries()) {
      await row.getByRole('alert').filter({ hasText: text }).waitFor();
      await until(() => send(page).isDisabled(), true);
      const next = faults[index + 1]?.[0];
      if (next !== undefined) await refuseNext(page, 'POST', path, next);
      await row.getByRole('button', { name: 'Try again' }).click();
    }
    await uploaded(page, 1);
    await send(page).click();
    await eventually(async () => (await messagesOf(studio, id)).length === 2);
    assert.deepEqual(await namesOf(studio, id), [[], ['game.log']]);
  });

  test('above five are left out, and an empty one says so', async (t) => {
    const { page } = await opened(t);
    await attach(page, aLog('1.log'), aLog('2.log'), aLog('3.log'), aLog('4.log'), aLog('5.log', ''), aLog('6.log'));
    await composer(page).getByText('A message can have at most 5 files.').waitFor();
    await rowOf(page, '5.log').getByText('This file is empty.').waitFor();
    await until(() => filesOfMessage(page).getByRole('listitem').count(), 5);
    await page.getByRole('button', { name: 'Remove 5.log' }).click();
    await uploaded(page, 4);
  });
});

test('a viewer has no button for files, and a file that it drops does nothing', async (t) => {
  const id = await aTicket(studio, await aPlayer(studio));
  const page = await studio.open(t, { as: await studio.member('viewer'), path: `/tickets/${id}` });
  const note = page.getByLabel('Internal note', { exact: true });
  await note.waitFor();
  await until(() => page.getByRole('button', { name: 'Attach files' }).count(), 0);
  await give(note, 'drop', [aLog()]);
  await note.fill('Seen.');
  await page.getByRole('button', { name: 'Add note', disabled: false }).waitFor();
  await until(() => filesOfMessage(page).count(), 0);
});
