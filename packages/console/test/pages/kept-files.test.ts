import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { aPlayer, aTicket } from '../../../server/test/helpers/builders.ts';
import { addRoute, failNext, late, problem, refuseNext } from '../helpers/faults.ts';
import { aLog, attach, composer, give, messagesOf, namesOf, reply, send, uploaded } from '../helpers/file-pages.ts';
import { holdTime } from '../helpers/hold-time.ts';
import { eventually, openStudio } from '../helpers/studio.ts';
import { until } from '../helpers/until.ts';

const studio = await openStudio();
const agent = await studio.member('agent');

async function opened(t: Parameters<typeof studio.open>[0]) {
  const player = await aPlayer(studio);
  const id = await aTicket(studio, player);
  const page = await studio.open(t, { as: agent, path: `/tickets/${id}` });
  await reply(page).waitFor();
  return { id, page };
}

suite('files of a message that is not sent yet', { concurrency: 4 }, () => {
  test('hold the message until they are uploaded', async (t) => {
    const { id, page } = await opened(t);
    const release = await failNext(page, 'POST', `/tickets/${id}/attachments`, late);
    await attach(page, aLog('slow.log'));
    await page.getByRole('progressbar', { name: 'Uploading slow.log' }).waitFor({ state: 'attached' });
    await reply(page).fill('Wait for it.');
    await send(page).click();
    await composer(page).getByText('The message is sent as soon as its files are uploaded.').waitFor();
    await until(() => reply(page).inputValue(), 'Wait for it.');
    release();
    await eventually(async () => (await messagesOf(studio, id)).length === 2);
    assert.deepEqual(await namesOf(studio, id), [[], ['slow.log']]);
    await until(() => reply(page).inputValue(), '');
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
