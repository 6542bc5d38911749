import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { TeamTicketResponse } from '@player-support/contract/team/tickets';
import type { Locator, Page } from 'playwright-core';
import { aPlayer, aTicket, type Player, playerReply, teamReply } from '../../../server/test/helpers/builders.ts';
import { axeViolations } from '../helpers/axe.ts';
import { addRoute } from '../helpers/faults.ts';
import { eventually, openStudio, settled } from '../helpers/studio.ts';
import { until, untilMatch } from '../helpers/until.ts';

const studio = await openStudio();
const agent = await studio.member('agent', { name: 'Grace Hopper' });
const conversation = (page: Page) => page.getByRole('region', { name: 'Conversation' });
const endButton = (page: Page) => conversation(page).getByRole('button', { name: 'Go to the end' });

const LONG = Array.from({ length: 60 }, (_, index) => `Sentence ${index + 1}.`).join('\n');
const LOG = [
  'System.NullReferenceException: no boss',
  ...Array.from({ length: 19 }, (_, index) => `  at Castle.Boss${index}.Update (${'System.Int32, '.repeat(7)}) [0x0]`),
];

async function change(page: Page, id: string, apply: (ticket: TeamTicketResponse) => object): Promise<void> {
  await addRoute(
    page,
    ({ pathname }) => pathname === `/api/v1/team/tickets/${id}`,
    async (route) => {
      if (route.request().method() !== 'GET') return route.fallback();
      const response = await route.fetch();
      const ticket: TeamTicketResponse = await response.json();
      await route.fulfill({ response, json: { ...ticket, ...apply(ticket) } });
    },
  );
}

/** Returns an element's distance from the conversation's top, in pixels. */
async function below(page: Page, element: Locator): Promise<number> {
  const [outer, inner] = await Promise.all([conversation(page).boundingBox(), element.boundingBox()]);
  assert.ok(outer !== null && inner !== null);
  return inner.y - outer.y;
}

function opensAt(page: Page, text: string): Promise<void> {
  const message = conversation(page).getByRole('listitem').filter({ hasText: text });
  return eventually(async () => {
    const distance = await below(page, message);
    return distance >= 0 && distance < 100;
  });
}

suite('links in a message', { concurrency: 2 }, () => {
  test('lead to the address that they show, in a tab that knows nothing of the console', async (t) => {
    const message = 'See https://news.example:8443/a?b=c#d, and http://аррӏе.com/x.';
    const id = await aTicket(studio, await aPlayer(studio), { message });
    const page = await studio.open(t, { as: agent, path: `/tickets/${id}` });
    const link = conversation(page).getByRole('link', { name: 'https://news.example:8443/a?b=c#d', exact: true });
    await until(
      () => link.evaluate((element: HTMLAnchorElement) => [element.href, element.rel, element.referrerPolicy]),
      ['https://news.example:8443/a?b=c#d', 'noopener noreferrer nofollow ugc', 'no-referrer'],
    );
    const lookalike = conversation(page).getByRole('link', { name: 'http://xn--80ak6aa92e.com/x', exact: true });
    await until(() => lookalike.getAttribute('href'), 'http://xn--80ak6aa92e.com/x');

    await page
      .context()
      .route('https://news.example:8443/**', (route) =>
        route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>News</title><h1>News</h1>' }),
      );
    const [tab, request] = await Promise.all([
      page.waitForEvent('popup'),
      page.context().waitForEvent('request', (sent) => sent.url().startsWith('https://news.example')),
      link.click(),
    ]);
    await tab.getByRole('heading', { name: 'News' }).waitFor();
    assert.equal((await request.allHeaders()).referer, undefined);
    await until(() => tab.evaluate(() => [opener, document.referrer]), [null, '']);
    assert.match(page.url(), new RegExp(`/tickets/${id}$`));
  });

  test('lead to the ticket and the player of an id, inside the console', async (t) => {
    const other = await aPlayer(studio);
    const otherTicket = await aTicket(studio, other, { subject: 'The other one' });
    const message = `Same as ${otherTicket}, by ${other.id}. Not ${otherTicket}x, tkt_1 or ply_../settings.`;
    const id = await aTicket(studio, await aPlayer(studio), { message });
    const page = await studio.open(t, { as: agent, path: `/tickets/${id}` });
    const links = conversation(page).getByRole('link');
    await links.first().waitFor();
    await until(() => links.allInnerTexts(), [otherTicket, other.id]);
    // A page that loads again forgets it.
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
    await links.first().click();
    await page.getByRole('heading', { level: 1, name: 'The other one' }).waitFor();
    await page.goBack();
    await links.last().click();
    await page.waitForURL(`**/players/${other.id}`);
    await page.getByText('The other one').waitFor();
    await until(() => page.evaluate(() => 'isSamePage' in globalThis), true);
  });

  test('do not exist for credentials, other schemes and markup', async (t) => {
    const lines = [
      'https://mira:secret@evil.example/',
      'https://game.example@evil.example/',
      'javascript:alert(1) data:text/html,x file:///etc/passwd //evil.example',
      '<a href="javascript:alert(1)">x</a>',
    ];
    const id = await aTicket(studio, await aPlayer(studio), { message: lines.join('\n') });
    const page = await studio.open(t, { as: agent, path: `/tickets/${id}` });
    const text = conversation(page).getByText('mira:secret');
    await until(() => text.evaluate((element) => (element as HTMLElement).innerText), lines.join('\n'));
    await until(() => conversation(page).getByRole('link').count(), 0);
  });
});

suite('a log in a message', { concurrency: 2 }, () => {
  test('is folded, is unfolded and scrolled by keyboard, and axe finds nothing', async (t) => {
    const id = await aTicket(studio, await aPlayer(studio), { message: `It crashes:\n${LOG.join('\n')}\nHelp!` });
    const page = await studio.open(t, { as: agent, path: `/tickets/${id}`, viewport: { width: 390, height: 844 } });
    const figure = page.getByRole('figure', { name: 'Log or stack trace' });
    const lines = figure.locator('pre');
    await until(() => lines.innerText(), LOG.slice(0, 5).join('\n'));
    await conversation(page).getByText('It crashes:', { exact: true }).waitFor();
    await conversation(page).getByText('Help!', { exact: true }).waitFor();
    assert.deepEqual(await axeViolations(page), []);

    await conversation(page).locator('time').first().focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    await eventually(() => lines.evaluate((element) => element.scrollLeft > 0 && element === document.activeElement));
    await untilMatch(() => lines.evaluate((element) => getComputedStyle(element).fontFamily), /monospace/);

    await page.keyboard.press('Tab');
    const button = figure.getByRole('button');
    await until(
      () => Promise.all([button.innerText(), button.getAttribute('aria-expanded')]),
      ['Show all 20 lines', 'false'],
    );
    await page.keyboard.press('Enter');
    await figure.getByRole('button', { name: 'Show fewer lines', expanded: true }).waitFor();
    await until(() => lines.innerText(), LOG.join('\n'));
    assert.deepEqual(await axeViolations(page), []);
    await page.keyboard.press('Space');
    await figure.getByRole('button', { name: 'Show all 20 lines', expanded: false }).waitFor();
    await until(() => lines.innerText(), LOG.slice(0, 5).join('\n'));
  });

  test('stays where it is when it is unfolded at the end of the conversation', async (t) => {
    const player = await aPlayer(studio);
    const id = await aTicket(studio, player, { message: LONG });
    await teamReply(studio, id, 'Please send the log.');
    await playerReply(studio, player, id, LOG.join('\n'));
    const page = await studio.open(t, { as: agent, path: `/tickets/${id}` });
    const figure = page.getByRole('figure');
    await figure.waitFor();
    await eventually(async () => (await endButton(page).count()) === 0);
    const before = await below(page, figure);
    await figure.getByRole('button').click();
    await endButton(page).waitFor();
    assert.equal(await below(page, figure), before);
  });
});

suite('a conversation opens', { concurrency: 2 }, () => {
  test('at the beginning of a long first message, and stays there when another one comes', async (t) => {
    const player = await aPlayer(studio);
    const id = await aTicket(studio, player, { message: LONG });
    const page = await studio.open(t, { as: agent, path: `/tickets/${id}` });
    await endButton(page).waitFor();
    await opensAt(page, 'Sentence 1.');
    await playerReply(studio, player, id, 'One more thing.');
    const button = conversation(page).getByRole('button', { name: '1 new message' });
    await button.waitFor();
    await opensAt(page, 'Sentence 1.');
    await button.click();
    await button.waitFor({ state: 'detached' });
    assert.ok((await below(page, conversation(page).getByText('One more thing.'))) > 0);
  });

  test('at the first message after the last answer, with the end of what was before', async (t) => {
    const player = await aPlayer(studio);
    const id = await aTicket(studio, player, { message: LONG });
    await teamReply(studio, id, 'Which level?');
    await playerReply(studio, player, id, LONG.replaceAll('Sentence', 'Answer'));
    await playerReply(studio, player, id, 'Are you there?');
    const page = await studio.open(t, { as: agent, path: `/tickets/${id}` });
    await endButton(page).waitFor();
    await opensAt(page, 'Answer 1.');
  });

  test('there too if more messages follow than the first render has', async (t) => {
    const player = await aPlayer(studio);
    const id = await aTicket(studio, player);
    await teamReply(studio, id, 'Which level?');
    await playerReply(studio, player, id, 'Level 3.');
    const page = await studio.open(t, { as: agent });
    await settled(page);
    // Some are higher than the browser expects of unseen messages.
    await change(page, id, ({ messages: [first, answer, unanswered] }) => {
      assert.ok(first !== undefined && answer !== undefined && unanswered !== undefined);
      const many = Array.from({ length: 100 }, (_, index) => [
        { ...first, id: `first${index}`, message: LONG },
        { ...answer, id: `answer${index}` },
      ]).flat();
      const waiting = Array.from({ length: 60 }, (_, index) => ({ ...unanswered, id: `more${index}`, message: LONG }));
      return { messages: [...many, unanswered, ...waiting] };
    });
    await page.goto(`/tickets/${id}`);
    await endButton(page).waitFor();
    await opensAt(page, 'Level 3.');
    await conversation(page).getByText('Which level?').nth(99).waitFor();
    await opensAt(page, 'Level 3.');
  });

  test('at the newest message if all is answered, and follows new messages from there', async (t) => {
    const player = await aPlayer(studio);
    const id = await aTicket(studio, player, { message: LONG });
    await teamReply(studio, id, 'Jump twice.');
    const page = await studio.open(t, { as: agent, path: `/tickets/${id}` });
    await conversation(page).getByText('Jump twice.').waitFor();
    await playerReply(studio, player, id, LONG.replaceAll('Sentence', 'Answer'));
    const answer = conversation(page).getByRole('listitem').filter({ hasText: 'Answer 60.' });
    await answer.waitFor();
    await eventually(async () => {
      const [outer, inner] = await Promise.all([conversation(page).boundingBox(), answer.boundingBox()]);
      return outer !== null && inner !== null && inner.y + inner.height <= outer.y + outer.height;
    });
    await until(() => conversation(page).getByRole('button').count(), 0);
  });

  test('and stays where the member scrolls, even when the text field grows', async (t) => {
    const id = await aTicket(studio, await aPlayer(studio), { message: LONG });
    const page = await studio.open(t, { as: agent, path: `/tickets/${id}` });
    await endButton(page).waitFor();
    await conversation(page).hover();
    await page.mouse.wheel(0, 300);
    const line = conversation(page).getByRole('listitem').filter({ hasText: 'Sentence 1.' });
    await eventually(async () => (await below(page, line)) < -150);
    const before = await below(page, line);
    const height = async () => (await conversation(page).boundingBox())?.height ?? 0;
    const tall = await height();
    await page.getByLabel('Reply to the player').fill('A long reply\n'.repeat(8));
    await eventually(async () => (await height()) < tall);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    assert.equal(await below(page, line), before);
  });
});

test('a line shows each new day, and the exact time shows on focus, in the time zone of the member', async (t) => {
  const player = await aPlayer(studio);
  const id = await aTicket(studio, player);
  for (const text of ['Second', 'Third', 'Fourth']) await playerReply(studio, player, id, text);
  const page = await studio.open(t, { as: agent, timezoneId: 'America/New_York' });
  await settled(page);
  // In New York it is 9 March, 22:00.
  await page.clock.setFixedTime('2026-03-10T02:00:00Z');
  const times = ['2026-03-07T15:00:00Z', '2026-03-09T03:30:00Z', '2026-03-09T05:00:07Z', '2026-03-10T01:00:00Z'];
  await change(page, id, ({ messages }) => ({
    messages: messages.map((message, index) => ({ ...message, createdAt: times[index] })),
  }));
  await page.goto(`/tickets/${id}`);
  const items = conversation(page).getByRole('listitem');
  await items.filter({ hasText: 'Fourth' }).waitFor();
  await until(
    async () => (await items.allInnerTexts()).map((text) => text.split('\n').at(-1)),
    ['Saturday, 7 March 2026', 'I cannot leave level 3.', 'Yesterday', 'Second', 'Today', 'Third', 'Fourth'],
  );
  const time = items.filter({ hasText: 'Third' }).locator('time');
  await items.filter({ hasText: 'Second' }).locator('time').focus();
  await page.keyboard.press('Tab');
  const tooltip = page.getByRole('tooltip');
  const exact = 'Mon, 9 Mar 2026, 1:00:07 GMT-4\nMon, 9 Mar 2026, 5:00:07 UTC';
  await tooltip.filter({ hasText: '1:00:07 GMT-4' }).waitFor();
  await until(() => tooltip.filter({ visible: true }).innerText(), exact);
  await until(() => time.getAttribute('aria-description'), exact);
  await until(() => time.evaluate((element) => element === document.activeElement), true);
  assert.deepEqual(await axeViolations(page), []);
  await page.keyboard.press('Escape');
  await tooltip.filter({ hasText: '1:00:07 GMT-4' }).waitFor({ state: 'hidden' });
  await items.filter({ hasText: 'Fourth' }).locator('time').hover();
  await tooltip.filter({ hasText: '21:00:00 GMT-4' }).waitFor();
});

suite('that the user id is not verified is said once', { concurrency: 2 }, () => {
  for (const [locale, width, text, panel] of [
    ['en-GB', 1440, 'Sent by the game, not verified', 'Show player'],
    ['de-DE', 390, 'Vom Spiel gesendet, nicht geprüft', 'Spieler anzeigen'],
  ] as const) {
    test(`in ${locale}, ${width} wide`, async (t) => {
      const player: Player = await aPlayer(studio, undefined, { userId: 'nova_88' });
      const id = await aTicket(studio, player);
      await playerReply(studio, player, id, 'More.');
      const page = await studio.open(t, {
        as: agent,
        path: `/tickets/${id}`,
        locale,
        viewport: { width, height: 844 },
      });
      await page.locator('#conversation').getByText('More.').waitFor();
      if (width === 390) await page.getByRole('button', { name: panel }).click();
      await page.getByText(text).waitFor();
      await until(() => page.getByText(text).count(), 1);
      await until(() => page.getByText('nova_88').count(), 3);
    });
  }
});
