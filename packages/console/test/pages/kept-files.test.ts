import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { addRoute, failNext, late, problem, refuseNext } from '../helpers/faults.ts';
import {
  aLog,
  attach,
  composer,
  give,
  messagesOf,
  namesOf,
  openTicket,
  reply,
  rowOf,
  send,
  uploaded,
} from '../helpers/file-pages.ts';
import { holdTime } from '../helpers/hold-time.ts';
import { eventually, openStudio } from '../helpers/studio.ts';
import { until } from '../helpers/until.ts';

const studio = await openStudio();
const agent = await studio.member('agent');

const opened = (t: TestContext) => openTicket(studio, t, agent);

suite('files of a message that is not sent yet', { concurrency: 4 }, () => {
  test('hold the message, which is sent also when the member leaves the ticket', async (t) => {
    const { id, page } = await opened(t);
    const release = await failNext(page, 'POST', `/tickets/${id}/attachments`, late);
    await attach(page, aLog('slow.log'));
    await page.getByRole('progressbar', { name: 'Uploading slow.log' }).waitFor({ state: 'attached' });
    await reply(page).fill('Wait for it.');
    await reply(page).press('Control+Enter');
    const conversation = page.getByRole('region', { name: 'Conversation' });
    await conversation.getByText('1 file is still being uploaded.').waitFor();
    await until(() => reply(page).inputValue(), '');
    await page.keyboard.press('Escape');
    await page.keyboard.press('u');
    const toast = page.getByRole('status').filter({ hasText: '1 file is still being uploaded.' });
    await toast.getByRole('button', { name: 'Undo' }).click();
    await until(() => reply(page).inputValue(), 'Wait for it.');
    await reply(page).press('Control+Enter');
    await conversation.getByText('1 file is still being uploaded.').waitFor();
    await page.getByRole('link', { name: /^Needs attention/ }).click();
    await toast.waitFor();
    release();
    await eventually(async () => (await messagesOf(studio, id)).length === 2);
    assert.deepEqual(await namesOf(studio, id), [[], ['slow.log']]);
    await toast.waitFor({ state: 'hidden' });
  });

  test('survive a reload, and another tab sends them with their message when the tab is closed', async (t) => {
    const { id, page } = await opened(t);
    await attach(page, aLog('one.log'));
    await reply(page).fill('See the files.');
    await uploaded(page, 1);
    await page.reload();
    await uploaded(page, 1);
    const tab = await page.context().newPage();
    await tab.goto('/queue');
    await tab.getByRole('heading', { level: 1, name: 'Needs attention' }).waitFor();
    await failNext(page, 'POST', `/tickets/${id}/attachments`, late);
    await attach(page, aLog('two.log'));
    await page.getByRole('progressbar', { name: 'Uploading two.log' }).waitFor({ state: 'attached' });
    await send(page).click();
    await tab.getByText('1 file is still being uploaded.').waitFor();
    await page.close();
    await eventually(async () => (await messagesOf(studio, id)).length === 2);
    assert.deepEqual(await namesOf(studio, id), [[], ['one.log', 'two.log']]);
    await tab.getByText(/is being sent/).waitFor({ state: 'hidden' });
  });

  test('that are refused after the member has left make the message a draft, and say so', async (t) => {
    const { id, page } = await opened(t);
    const refuse = await failNext(page, 'POST', `/tickets/${id}/attachments`, problem(413, 'payload-too-large'));
    await attach(page, aLog('large.log'));
    await reply(page).fill('See the file.');
    await send(page).click();
    await page.getByRole('link', { name: /^Needs attention/ }).click();
    refuse();
    const alert = page.getByRole('alert').filter({ hasText: 'was not sent. It was saved as a draft.' });
    await alert.getByRole('button', { name: 'Open the ticket' }).click();
    await rowOf(page, 'large.log').getByText('This file is too large. Choose a smaller one.').waitFor();
    await composer(page).getByText('A file of this message could not be uploaded.').waitFor();
    await until(() => reply(page).inputValue(), 'See the file.');
    assert.equal((await messagesOf(studio, id)).length, 1);
  });

  test('stay when the member goes to another ticket and returns, also while they are uploaded', async (t) => {
    const { id, page } = await opened(t);
    await attach(page, aLog('one.log'));
    await uploaded(page, 1);
    const release = await failNext(page, 'POST', `/tickets/${id}/attachments`, late);
    await attach(page, aLog('two.log'));
    await page.getByRole('progressbar', { name: 'Uploading two.log' }).waitFor({ state: 'attached' });
    await page.getByRole('link', { name: /^Needs attention/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Needs attention' }).waitFor();
    release();
    await page.goBack();
    await uploaded(page, 2);
  });

  test('return to the composer when the message is undone or refused', async (t) => {
    const { id, page } = await opened(t);
    await attach(page, aLog('game.log'));
    await uploaded(page, 1);
    await reply(page).fill('See the file.');
    const releaseTime = await holdTime(page);
    await send(page).click();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await uploaded(page, 1);
    await until(() => reply(page).inputValue(), 'See the file.');
    await refuseNext(page, 'POST', `/tickets/${id}/replies`, problem(403, 'forbidden'));
    await releaseTime();
    await send(page).click();
    await composer(page)
      .getByText(/^Not sent\./)
      .waitFor();
    await uploaded(page, 1);
    await send(page).click();
    await eventually(async () => (await messagesOf(studio, id)).length === 2);
    assert.deepEqual(await namesOf(studio, id), [[], ['game.log']]);
  });

  test('that the server no longer has are named after the message was sent', async (t) => {
    const { id, page } = await opened(t);
    await attach(page, aLog('old.log'));
    await uploaded(page, 1);
    await reply(page).fill('See the file.');
    await addRoute(
      page,
      ({ pathname }) => pathname === `/api/v1/team/tickets/${id}/replies`,
      async (route) => {
        const { attachments } = route.request().postDataJSON();
        const response = await route.fetch({ postData: { message: 'See the file.' } });
        await route.fulfill({ response, json: { ...(await response.json()), refusedAttachments: attachments } });
      },
    );
    await send(page).click();
    await page.getByRole('alert').filter({ hasText: 'were not sent with the message to' }).waitFor();
  });

  test('that are dropped beside the composer do not replace the page', async (t) => {
    const { page } = await opened(t);
    assert.equal(await give(page.getByRole('region', { name: 'Conversation' }), 'drop', [aLog()]), true);
    await attach(page, aLog('chosen.log'));
    await uploaded(page, 1);
  });
});

test('two tabs have the same draft: what one deletes or sends takes nothing newer with it', async (t) => {
  const { id, page } = await opened(t);
  const tab = await page.context().newPage();
  await tab.goto(`/tickets/${id}`);
  await reply(tab).waitFor();
  await reply(page).fill('A long reply, which took a while.');
  await until(() => reply(tab).inputValue(), 'A long reply, which took a while.');
  await reply(tab).focus();
  await tab.keyboard.press('Control+End');
  await tab.keyboard.type('ok');
  await until(() => reply(page).inputValue(), 'A long reply, which took a while.ok');
  await tab.keyboard.press('Backspace');
  await tab.keyboard.press('Backspace');
  await until(() => reply(page).inputValue(), 'A long reply, which took a while.');
  await page.reload();
  await until(() => reply(page).inputValue(), 'A long reply, which took a while.');
  await reply(tab).press('Control+Enter');
  await until(() => reply(page).inputValue(), '');
  await reply(page).fill('One more thing.');
  await eventually(async () => (await messagesOf(studio, id)).length === 2);
  await page.reload();
  await until(() => reply(page).inputValue(), 'One more thing.');

  // A page in the history gets no news, so it looks again on its return.
  await page.evaluate(() => {
    for (const [key, value] of Object.entries(localStorage)) {
      if (!key.startsWith('draft:')) continue;
      const draft = JSON.parse(value);
      localStorage.setItem(key, JSON.stringify({ ...draft, text: `${draft.text} And more.`, at: draft.at + 1 }));
    }
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await until(() => reply(page).inputValue(), 'One more thing. And more.');
});
