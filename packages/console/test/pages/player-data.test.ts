import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { aPlayer, aProject, aTicket, type Player, type Project, team } from '../../../server/test/helpers/builders.ts';
import { fileAfter } from '../../../server/test/helpers/cleanup.ts';
import { aReceiver, type Receiver } from '../../../server/test/helpers/notifications.ts';
import { answerWith, COINS } from '../../../server/test/helpers/player-data.ts';
import {
  addRoute,
  busy,
  cutConnection,
  type Fault,
  failReads,
  MESSAGES,
  problem,
  refuseNext,
  tooMany,
} from '../helpers/faults.ts';
import { eventually, openStudio, settled } from '../helpers/studio.ts';
import { until } from '../helpers/until.ts';

const studio = await openStudio({ WEBHOOK_ALLOW_PRIVATE: 'on', RATE_LIMITS: 'off' });
const receiver = await aReceiver(fileAfter);

const section = (page: Page) => page.getByRole('region', { name: 'Player data' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const retry = (page: Page) => section(page).getByRole('button', { name: 'Try again' });

/** The receiver has the player data. */
async function aTicketWithData(answer: Receiver['answer']): Promise<{ player: Player; path: string }> {
  receiver.answer = answer;
  const player = await aPlayer(studio);
  const set = await team(studio, 'PATCH', `/projects/${player.project.id}/player-data`, { url: receiver.url });
  assert.equal(set.status, 200, set.text);
  return { player, path: `/tickets/${await aTicket(studio, player)}` };
}

const viewerOf = ({ project }: Player) => studio.member('viewer', { projectIds: [project.id] });

suite('the panel beside a ticket', () => {
  test('shows the ticket while player data loads, and then the data, as text', async (t) => {
    const waiting = Promise.withResolvers<void>();
    const link = { label: '\u202eOrder', value: '<img src=x onerror=alert(1)>', href: 'https://shop.example.com/1' };
    const sections = [
      {
        title: '<script>alert(1)</script>',
        items: [link, { label: 'Empty', value: '' }, { label: 'Two', value: 'a\nb' }],
      },
      { title: 'Nothing in it', items: [] },
    ];
    const { player, path } = await aTicketWithData((response) => {
      void waiting.promise.then(() => answerWith({ sections })(response));
    });
    const page = await studio.open(t, { as: await viewerOf(player), path });
    await page.getByRole('region', { name: 'Conversation' }).getByText('I cannot leave level 3.').waitFor();
    await section(page).getByText('Player data is loading.').waitFor();
    await until(() => section(page).getAttribute('aria-busy'), 'true');

    waiting.resolve();
    await section(page).getByRole('heading', { level: 3, name: '<script>alert(1)</script>' }).waitFor();
    await until(() => section(page).getByRole('heading', { level: 3 }).count(), 1);
    const shown = section(page).getByRole('link', { name: link.value });
    for (const [name, value] of [
      ['href', link.href],
      ['rel', 'noopener noreferrer'],
      ['target', '_blank'],
      ['referrerpolicy', 'no-referrer'],
    ] as const) {
      await until(() => shown.getAttribute(name), value);
    }
    // Isolation keeps the direction of the service's texts to themselves.
    await until(
      () => section(page).locator('bdi').allInnerTexts(),
      ['<script>alert(1)</script>', link.label, link.value, 'Empty', '–', 'Two', 'a\nb'],
    );
    await until(() => section(page).locator('img, script').count(), 0);
    await section(page).getByText('From your own service,').waitFor();
  });

  test('says that there is no data, and asks nothing if the project has no address', async (t) => {
    const { player, path } = await aTicketWithData(answerWith({ sections: [] }));
    const page = await studio.open(t, { as: await viewerOf(player), path });
    await section(page).getByText('Your own service has no data about this player.').waitFor();

    const other = await aPlayer(studio);
    const without = await studio.open(t, { as: await viewerOf(other), path: '/queue' });
    const asked: string[] = [];
    without.on('request', (request) => void (request.url().endsWith('/data') && asked.push(request.url())));
    await without.goto(`/tickets/${await aTicket(studio, other)}`);
    await settled(without);
    await without.getByText('No other tickets.').waitFor();
    await without.waitForLoadState('networkidle');
    await until(() => section(without).count(), 0);
    assert.deepEqual(asked, []);
  });

  test('says what is wrong with an answer, and asks again', async (t) => {
    const { player, path } = await aTicketWithData(answerWith({ sections: [] }));
    receiver.answer = answerWith({
      sections: [{ title: 'A', items: [{ label: 'B', value: 'C', href: 'javascript:alert(1)' }] }],
    });
    const page = await studio.open(t, { as: await viewerOf(player), path });
    await section(page).getByText('The response of your own service cannot be shown.').waitFor();
    await section(page).getByText('sections.0.items.0.href: Must match ^https://.').waitFor();
    await until(() => section(page).getByRole('link').count(), 0);
    for (const [answer, text] of [
      [(response) => void response.writeHead(500).end(), 'Your own service responded with the status 500.'],
      [(response) => void response.writeHead(302, { location: '/' }).end(), 'redirects to another one'],
      [(response) => void response.socket?.destroy(), 'cannot be reached'],
      [answerWith('<h1>'), 'It must be JSON.'],
      [answerWith('x', { 'content-type': 'text/html' }), 'It must have the type application/json.'],
    ] as const satisfies readonly (readonly [Receiver['answer'], string])[]) {
      receiver.answer = answer;
      await retry(page).click();
      await section(page).getByText(text).waitFor();
    }
    await section(page).getByText('tell an admin of this project').waitFor();
    receiver.answer = answerWith(COINS);
    await retry(page).click();
    await section(page).getByText('1,250').waitFor();
    await until(() => retry(page).count(), 0);

    const admin = await studio.member('admin', { projectIds: [player.project.id] });
    receiver.answer = (response) => void response.writeHead(404).end();
    const next = await studio.open(t, { as: admin, path: `/players/${(await aPlayer(studio, player.project)).id}` });
    await section(next).getByRole('link', { name: 'Settings of the player data' }).click();
    await next.getByRole('textbox', { name: 'Address of your own service' }).waitFor();
  });

  test('says what to do if this server refuses or does not answer, and asks again', async (t) => {
    const { player, path } = await aTicketWithData(answerWith(COINS));
    const page = await studio.open(t, { as: await viewerOf(player), path: '/queue' });
    const isData = ({ pathname }: URL) => pathname.endsWith(`/players/${player.id}/data`);
    for (const [fault, message] of [
      [problem(403, 'forbidden'), 'You do not have permission to do this. Ask an owner or admin.'],
      [tooMany, MESSAGES.tooMany],
      [busy, MESSAGES.busy],
      [cutConnection, MESSAGES.noResponse],
    ] as const satisfies readonly (readonly [Fault, string])[]) {
      await addRoute(page, isData, fault);
      await page.goto(path);
      await section(page).getByText(message).waitFor();
      await page.getByRole('region', { name: 'Conversation' }).getByText('I cannot leave level 3.').waitFor();
      await page.unroute(isData);
      if (fault === cutConnection) await page.evaluate(() => dispatchEvent(new Event('online')));
      // When the change stream begins, the page may have asked already.
      else if (message.startsWith('You do not')) await retry(page).or(section(page).getByText('1,250')).click();
      else await page.reload();
      await section(page).getByText('1,250').waitFor();
    }
  });
});

suite('the settings of player data', () => {
  const pathOf = ({ id }: Project) => `/settings/projects/${id}/player-data`;
  const address = (page: Page) => page.getByRole('textbox', { name: 'Address of your own service' });
  const secret = (page: Page) => page.getByRole('textbox', { name: 'Signing secret' });
  const stored = async ({ id }: Project) => (await team(studio, 'GET', `/projects/${id}/player-data`)).body.url;

  test('an admin enters the address, sees the secret once, tests, replaces the secret and removes it all', async (t) => {
    receiver.answer = answerWith(COINS);
    const project = await aProject(studio, 'Space Cats');
    const admin = await studio.member('admin', { projectIds: [project.id] });
    const page = await studio.open(t, { as: admin, path: '/settings/projects' });
    await page.getByRole('link', { name: 'Player data of Space Cats' }).click();
    await address(page).fill(receiver.url);
    await button(page, 'Save').click();
    await secret(page).waitFor();
    const first = await secret(page).inputValue();
    assert.match(first, /^whsec_/);
    assert.equal(await stored(project), receiver.url);

    await button(page, 'Send a test request').click();
    await page.getByText('Your own service responded:').waitFor();
    await page.getByText('1,250').waitFor();
    receiver.answer = (response) => void response.writeHead(401).end();
    await button(page, 'Send a test request').click();
    await page.getByText('Your own service responded with the status 401.').waitFor();
    await until(() => page.getByText('1,250').count(), 0);

    await button(page, 'Replace the secret').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Replace the secret' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await eventually(async () => (await secret(page).inputValue()) !== first);
    await page.reload();
    await address(page).waitFor();
    await until(() => address(page).inputValue(), receiver.url);
    await until(() => secret(page).count(), 0);

    await button(page, 'Remove').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await until(() => address(page).inputValue(), '');
    await until(() => button(page, 'Replace the secret').count(), 0);
    assert.equal(await stored(project), null);
  });

  test('an address that is refused stays in the field, which says why', async (t) => {
    const project = await aProject(studio);
    const page = await studio.open(t, { as: await studio.member('admin'), path: pathOf(project) });
    await address(page).fill('ftp://example.com/');
    await button(page, 'Save').click();
    await page.getByText('Enter an https URL without a user name or a password.').waitFor();
    await until(() => address(page).evaluate((input) => input.matches('[aria-invalid=true]:focus')), true);
    await until(() => address(page).inputValue(), 'ftp://example.com/');
    assert.equal(await stored(project), null);
  });

  test('a refused change is not saved, and the page says what to do', async (t) => {
    const project = await aProject(studio);
    const page = await studio.open(t, { as: await studio.member('admin'), path: pathOf(project) });
    await address(page).fill(receiver.url);
    for (const [fault, message] of [
      [problem(403, 'forbidden'), 'You do not have permission to do this. Ask an owner or admin.'],
      [problem(409, 'already-exists'), 'This already exists.'],
      [tooMany, MESSAGES.tooMany],
      [busy, MESSAGES.busy],
      [cutConnection, MESSAGES.noResponse],
    ] as const) {
      await refuseNext(page, 'PATCH', `/projects/${project.id}/player-data`, fault);
      await button(page, 'Save').click();
      await page.getByRole('alert').filter({ hasText: message }).first().waitFor();
      assert.equal(await stored(project), null);
    }
    await button(page, 'Save').click();
    await secret(page).waitFor();
    assert.equal(await stored(project), receiver.url);
  });

  test('the page says that it cannot load, and loads again', async (t) => {
    const project = await aProject(studio);
    const page = await studio.open(t, { as: await studio.member('admin'), path: '/queue' });
    const succeed = await failReads(page, `/projects/${project.id}/player-data`);
    await page.goto(pathOf(project));
    await page.getByRole('alert').filter({ hasText: MESSAGES.noResponse }).waitFor();
    await succeed();
    await button(page, 'Try again').click();
    await address(page).waitFor();
  });

  test('a member without the role sees no link, and is told which role it needs', async (t) => {
    const project = await aProject(studio, 'Closed Cats');
    const agent = await studio.member('agent', { projectIds: [project.id] });
    const page = await studio.open(t, { as: agent, path: '/settings/projects' });
    await page.getByRole('heading', { name: 'Closed Cats' }).waitFor();
    await until(() => page.getByRole('link', { name: /Player data/ }).count(), 0);
    await page.goto(pathOf(project));
    await page.getByText(/admin/i).first().waitFor();
    await until(() => address(page).count(), 0);
  });
});
