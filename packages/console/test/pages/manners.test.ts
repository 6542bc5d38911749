import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { playerReply, team, teamReply } from '../../../server/test/helpers/builders.ts';
import { axeViolations } from '../helpers/axe.ts';
import { problem, refuseNext } from '../helpers/faults.ts';
import { holdTime } from '../helpers/hold-time.ts';
import { seed } from '../helpers/seed.ts';
import { follow, openStudio, settled } from '../helpers/studio.ts';
import { until, untilMatch } from '../helpers/until.ts';

const studio = await openStudio();
const { owner, agent, viewer, project, busyTicket, busyPlayer } = await seed(studio, 30);
const LONG = 'Donaudampfschifffahrtsgesellschaft '.repeat(20);
const SIZES = [
  [1440, 900],
  [1024, 700],
  [390, 640],
] as const;

const dialog = (page: Page) => page.getByRole('dialog').last();
const button = (place: Page | Locator, name: string | RegExp) => place.getByRole('button', { name, exact: true });
const toast = (page: Page) => page.locator('.mantine-Notification-root');

/** All of it must be in the window, with nothing above. */
async function reachable(element: Locator, what: string): Promise<void> {
  const problem = await element.evaluate((one) => {
    // Mantine shows another element instead of a checkbox.
    const field = one.closest('.mantine-InlineInput-body, .mantine-Switch-body') ?? one;
    const { left, right, top, bottom } = one.getBoundingClientRect();
    if (left < 0 || top < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5) {
      return `at ${[left, top, right, bottom].map(Math.round)} in ${innerWidth} x ${innerHeight}`;
    }
    const points = [
      [left + 3, top + 3],
      [right - 3, bottom - 3],
      [(left + right) / 2, (top + bottom) / 2],
    ] as const;
    const covering = points
      .map(([x, y]) => document.elementFromPoint(x, y))
      .find((top) => top !== null && !field.contains(top) && !top.contains(one));
    return covering === undefined ? '' : `covered by ${covering?.outerHTML.slice(0, 120)}`;
  });
  assert.equal(problem, '', what);
}

type Opening = readonly [name: string, path: string, open: (page: Page) => Promise<void>, save: string];
const click = (name: string | RegExp) => (page: Page) =>
  page.getByRole('main').getByRole('button', { name }).first().click();

const DIALOGS: readonly Opening[] = [
  ['a project', '/settings/projects', click(/^Edit/), 'Save'],
  ['a new project', '/settings/projects', click('Create project'), 'Create project'],
  ['a macro', '/settings/macros', click(/^Edit/), 'Save'],
  ['a notice', `/settings/projects/${project.id}/notices`, click(/^Edit/), 'Save'],
  ['an invitation', '/settings/members', click('Invite'), 'Create link'],
  ['a member', '/settings/members', click(`Edit ${viewer.name}`), 'Save'],
  ['a key', '/settings/api-keys', click('Create key'), 'Create key'],
  ['a new macro', '/settings/macros', click('Create macro'), 'Save'],
  ['a tag', '/settings/tags', click(/^Rename/), 'Rename'],
  ['a known issue', '/known-issues', click('New known issue'), 'Save'],
  ['verified players', '/settings/projects', click(/^Verified identity/), 'Save'],
  ['an announcement', '/announcements', click('Create announcement'), 'Publish now'],
  ['a direct message', `/players/${busyPlayer.id}`, click('Message the player'), 'Send message'],
  ['blocking', `/players/${busyPlayer.id}`, click('Block'), 'Block'],
];

test('the button that saves is visible in every dialog, at every size, however long the texts are', async (t) => {
  const page = await studio.open(t, { as: owner });
  page.on('dialog', (question) => void question.accept());
  for (const [name, path, open, save] of DIALOGS) {
    await t.test(name, async () => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(path);
      await settled(page);
      await open(page);
      await dialog(page).waitFor();
      for (const area of await dialog(page).locator('textarea:visible').all()) await area.fill(LONG);
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        await reachable(button(dialog(page), save).last(), `${name} at ${width} x ${height}`);
        await reachable(button(dialog(page), 'Close'), `${name} at ${width} x ${height}`);
      }
      // A half field's colour does not count: required fields have the mark.
      const unmarked = await dialog(page).evaluate((root) =>
        [...root.querySelectorAll<HTMLInputElement>('.mantine-InputWrapper-root :required')]
          .filter((input) => {
            const label = input.closest('.mantine-InputWrapper-root')?.querySelector('label');
            return label ? !getComputedStyle(label, '::after').content.includes('*') : !input.placeholder.endsWith('*');
          })
          .map(({ outerHTML }) => outerHTML),
      );
      assert.deepEqual(unmarked, []);
      await page.keyboard.press('Tab');
      await reachable(page.locator(':focus'), `the focus in ${name}`);
      const fields = dialog(page).locator('input:is([type=text],:not([type])), textarea');
      const last = fields.and(page.locator(':visible:not([readonly],[aria-haspopup])')).last();
      if ((await last.count()) === 0) return;
      await last.fill('1');
      await page.keyboard.press('Escape');
      await button(dialog(page), 'Go on editing').click();
      await until(() => last.inputValue(), '1');
      await button(dialog(page), 'Close').click();
      await button(dialog(page), 'Discard').click();
      await until(() => page.getByRole('dialog').count(), 0);
    });
  }
});

test('what is typed in a dialog stays until the member discards it, however the dialog would close', async (t) => {
  const page = await studio.open(t, { as: agent, path: '/queue' });
  await settled(page);
  await page.getByRole('link', { name: 'Known issues' }).click();
  await button(page, 'New known issue').click();
  const field = page.getByRole('textbox', { name: 'Public note' });
  await field.fill('We know, and work on it.');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  const asked = async (how: string) => {
    await until(() => page.evaluate(() => document.activeElement?.textContent), 'Go on editing', how);
    await until(() => question.count(), 1, how);
  };
  const outside = () => page.mouse.click(5, 450);
  const kept = async () => {
    await until(() => question.count(), 0);
    await until(() => field.inputValue(), 'We know, and work on it.');
    assert.equal(new URL(page.url()).pathname, '/known-issues');
  };
  for (const [how, close, stay] of [
    ['Escape, and Escape again', () => page.keyboard.press('Escape'), () => page.keyboard.press('Escape')],
    ['a click outside, twice', outside, outside],
    ['Close', () => button(page, 'Close').click(), () => page.keyboard.press('Enter')],
    ['Cancel', () => button(page, 'Cancel').click(), () => button(page, 'Go on editing').click()],
    ['back', () => page.evaluate(() => history.back()), () => page.keyboard.press('Enter')],
  ] as const) {
    await close();
    await asked(how);
    await stay();
    await kept();
  }
  await page.evaluate(() => history.back());
  await asked('back');
  await page.evaluate(() => history.back());
  await until(() => page.evaluate(() => location.pathname), '/known-issues');
  await asked('back again');
  await button(page, 'Discard').click();
  await until(() => page.evaluate(() => location.pathname), '/queue');
  await until(() => page.getByRole('dialog').count(), 0);
  await page.evaluate(() => history.forward());
  await button(page, 'New known issue').click();
  await until(() => field.inputValue(), '');
});

test('Escape closes the dialog above the panel of the player, not both; signing out asks before', async (t) => {
  // The test ends the session.
  const member = await studio.member('agent');
  const page = await studio.open(t, {
    as: member,
    path: `/tickets/${busyTicket}`,
    viewport: { width: 900, height: 800 },
  });
  await settled(page);
  await button(page, 'Show player').click();
  await button(dialog(page), 'Message the player').click();
  const title = page.getByRole('dialog', { name: 'Message the player' }).getByLabel('Title');
  await title.fill('Your purchase');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await until(() => page.evaluate(() => document.activeElement?.tagName), 'INPUT');
  await page.keyboard.press('Escape');
  await button(page, 'Discard').click();
  await title.waitFor({ state: 'detached' });
  await until(() => page.getByRole('dialog').count(), 1, 'the panel');
  await page.keyboard.press('Escape');
  await until(() => page.getByRole('dialog').count(), 0);

  await follow(page, '/settings/account');
  await page.getByLabel('Your name').fill('Somebody else');
  const signOut = async () => {
    await button(page, new RegExp(member.name)).click();
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  };
  await signOut();
  await button(page, 'Go on editing').click();
  assert.equal((await member.call('GET', '/session')).status, 200);
  await until(() => page.getByLabel('Your name').inputValue(), 'Somebody else');
  await signOut();
  await button(page, 'Discard').click();
  await page.waitForURL('**/sign-in');
});

test('the pages of the account have their buttons above the fold, and mark required fields alike', async (t) => {
  for (const locale of ['en-GB', 'de-DE']) {
    const page = await studio.open(t, {
      as: viewer,
      path: '/settings/account',
      locale,
      viewport: { width: 1440, height: 700 },
    });
    await settled(page);
    const main = page.getByRole('main');
    for (const submit of await main.locator('[type=submit]').all()) await reachable(submit, locale);
    const marks = () =>
      page.evaluate(() =>
        [...document.querySelectorAll(':required')].map((input) => {
          const label = input.closest('.mantine-InputWrapper-root')?.querySelector('label');
          return label === null || label === undefined ? 'no label' : getComputedStyle(label, '::after').content;
        }),
      );
    const [mark, ...others] = await marks();
    assert.match(mark ?? '', /\*/);
    assert.deepEqual([...new Set(others)], [mark]);
    // What cannot change looks like text, not a dead input.
    const email = main.locator('input[readonly]:visible');
    const style = await email.evaluate((input) => {
      const { borderTopColor, backgroundColor, paddingLeft } = getComputedStyle(input);
      return [borderTopColor, backgroundColor, paddingLeft];
    });
    assert.deepEqual(style, ['rgba(0, 0, 0, 0)', 'rgba(0, 0, 0, 0)', '0px']);
    await page.context().clearCookies();
    await page.goto('/sign-in');
    await page.locator('input[type=email]').waitFor();
    assert.deepEqual([...new Set(await marks())], [mark]);
  }
});

test('titles have more contrast than texts, texts than controls, and controls than hints', async (t) => {
  const page = await studio.open(t, { as: agent, path: '/queue' });
  await settled(page);
  const header = page.locator('.page-title');
  const parts = [
    header.getByRole('heading', { level: 1 }),
    page.getByRole('navigation').getByRole('link', { name: 'Settings' }),
    button(header, 'Filter'),
    header.locator('.queue-total'),
  ];
  const brightness = (part: Locator) =>
    part.evaluate((one) => Math.max(...(getComputedStyle(one).color.match(/\d+/g) ?? []).map(Number)));
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`[data-mantine-color-scheme=${colorScheme}]`).waitFor();
    const values = await Promise.all(parts.map(brightness));
    const ascending = [...new Set(values)].sort((a, b) => a - b);
    assert.deepEqual(values, colorScheme === 'light' ? ascending : ascending.reverse(), colorScheme);
  }
});

const PHONE = { width: 390, height: 844 };

test('on a phone the queue begins high', async (t) => {
  const page = await studio.open(t, { as: agent, path: '/queue', viewport: PHONE });
  await settled(page);
  const { y } = (await page.locator('.queue-scroll').boundingBox()) ?? assert.fail();
  assert.ok(y <= 0.15 * PHONE.height, `${y}`);
});

test('on a phone the list of settings loses no input', async (t) => {
  const page = await studio.open(t, { as: agent, path: '/settings/account', viewport: PHONE });
  await settled(page);
  const pages = page.getByRole('combobox', { name: 'Settings' });
  await until(() => pages.locator('option:checked').innerText(), 'Your account');
  await page.getByLabel('Your name').fill('Grace');
  await pages.selectOption('Macros');
  await button(dialog(page), 'Go on editing').click();
  await until(() => pages.locator('option:checked').innerText(), 'Your account');
  await until(() => page.getByLabel('Your name').inputValue(), 'Grace');
  await pages.selectOption('Macros');
  await button(dialog(page), 'Discard').click();
  await page.getByRole('heading', { level: 1, name: 'Macros' }).waitFor();
});

test('a viewer sees no field that only looks as if it could be changed', async (t) => {
  const page = await studio.open(t, { as: viewer });
  for (const path of [
    '/settings/projects',
    '/settings/macros',
    `/settings/projects/${project.id}/notices`,
    '/announcements',
    `/tickets/${busyTicket}`,
    `/players/${busyPlayer.id}`,
    '/queue',
  ]) {
    await page.goto(path);
    await settled(page);
    const dead = await page.getByRole('main').evaluate((main) =>
      [...main.querySelectorAll<HTMLInputElement>('input, textarea, select')]
        .filter((field) => {
          const isPlain = getComputedStyle(field).borderTopColor === 'rgba(0, 0, 0, 0)';
          const isList = field.getAttribute('aria-haspopup') !== null;
          return field.disabled || (field.readOnly && !isPlain && !isList);
        })
        .map(({ outerHTML }) => outerHTML),
    );
    assert.deepEqual(dead, [], path);
    await until(() => page.getByRole('main').getByRole('switch').count(), 0, path);
  }
});

test('Enter takes no member and removes no tag that nobody chose', async (t) => {
  const id = busyTicket;
  const change = { tags: ['crash', 'ios'], assigneeId: agent.id };
  assert.equal((await team(studio, 'PATCH', `/tickets/${id}`, change)).status, 200);
  const page = await studio.open(t, { as: agent, path: `/tickets/${id}` });
  await page.getByLabel('Reply to the player').waitFor();
  await settled(page);
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'PATCH' && sent.push(request.postData() ?? ''));
  const find = page.getByLabel('Find a member').and(page.locator(':focus'));
  await page.keyboard.press('Shift+A');
  await find.waitFor();
  // Typing and deleting chose the first option, nobody.
  await page.keyboard.type('xxx');
  await page.getByText('No members found').waitFor();
  await find.fill('');
  await page.getByRole('option', { name: 'Nobody' }).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.getByRole('option', { name: 'Nobody' }).waitFor({ state: 'hidden' });

  await page.keyboard.press('t');
  await page.getByLabel('Add a tag').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('crash');
  await page.getByRole('option', { name: 'crash already added' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('option', { name: 'crash remove' }).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.type('new');
  await page.getByRole('option', { name: 'Add “new”' }).waitFor();
  await page.keyboard.press('Enter');
  await button(page, 'Tags: crash, ios, new').waitFor();
  await page.getByRole('option', { name: 'ios remove' }).click();
  await button(page, 'Tags: crash, new').waitFor();
  await until(async () => (await team(studio, 'GET', `/tickets/${id}`)).body.tags, ['crash', 'new']);
  assert.deepEqual(
    sent.map((body) => JSON.parse(body)),
    [
      { ticketIds: [id], addTags: ['new'] },
      { ticketIds: [id], removeTags: ['ios'] },
    ],
  );
});

test('a viewer reads all tags, and writes a note, which the team sees', async (t) => {
  const tags = ['a', 'b', 'c', 'd', 'e'];
  assert.equal((await team(studio, 'PATCH', `/tickets/${busyTicket}`, { tags })).status, 200);
  const page = await studio.open(t, { as: viewer, path: `/tickets/${busyTicket}` });
  await page.getByText('You can write notes. Replies need the role Agent.').waitFor();
  await until(
    () => Promise.all([page.getByLabel('Reply to the player').count(), button(page, 'Send').count()]),
    [0, 0],
  );
  await button(page, 'Tags: a, b, c, d, e').press('Enter');
  await page.getByLabel('Tags', { exact: true }).and(page.locator('input:focus')).waitFor();
  const list = page.getByRole('listbox', { name: 'Tags' }).getByRole('option');
  await until(() => list.allInnerTexts(), tags);
  assert.deepEqual(await axeViolations(page), []);
  await page.keyboard.type('new');
  await page.getByText('No tag found.').waitFor();
  await page.keyboard.press('Escape');
  await list.first().waitFor({ state: 'hidden' });
  await page.keyboard.press('n');
  const note = page.getByLabel('Internal note', { exact: true });
  await note.and(page.locator(':focus')).waitFor();
  const watching = await studio.open(t, { as: agent, path: `/tickets/${busyTicket}` });
  await watching.getByLabel('Reply to the player').waitFor();
  await note.fill('Fixed in 2.4.2.');
  await page.keyboard.press('Control+Enter');
  await watching.getByRole('listitem').filter({ hasText: 'Fixed in 2.4.2.' }).getByText(viewer.name).waitFor();
});

test('a program shows as a robot in messages, events and the audit log', async (t) => {
  const { key, apiKey } = (await owner.call('POST', '/api-keys', { name: 'Discord bridge', role: 'admin' })).body;
  const send = (method: string, path: string, body: object) =>
    studio.call(method, `/api/v1/team${path}`, { token: key, body });
  assert.equal((await send('POST', `/tickets/${busyTicket}/replies`, { message: 'From Discord.' })).status, 201);
  assert.equal((await send('PATCH', `/tickets/${busyTicket}`, { priority: 'urgent' })).status, 200);
  assert.equal((await send('POST', '/api-keys', { name: 'Child', role: 'viewer' })).status, 201);
  const robots = (place: Locator) => place.locator('.robot-mark').count();
  const page = await studio.open(t, { as: owner, path: `/tickets/${busyTicket}` });
  const message = page.getByRole('listitem').filter({ hasText: 'From Discord.' });
  await message.getByText('Discord bridge').waitFor();
  assert.equal(await robots(message), 1);
  await untilMatch(() => message.textContent(), /API key Discord bridge/);
  const event = page.getByRole('listitem').filter({ hasText: 'Discord bridge\u2069 set the priority' }).last();
  await event.waitFor({ state: 'attached' });
  assert.equal(await robots(event), 1);
  const human = page.getByRole('listitem').filter({ hasText: agent.name }).first();
  await human.waitFor({ state: 'attached' });
  assert.equal(await robots(human), 0);
  await page.goto('/settings/api-keys');
  const child = page.getByRole('listitem').filter({ hasText: 'by Discord bridge' });
  await child.waitFor();
  assert.equal(await robots(child), 1);
  await page.goto('/settings/audit');
  await page.getByRole('listitem').filter({ hasText: 'Discord bridge' }).first().waitFor();
  assert.equal(await robots(page.getByRole('listitem').filter({ hasText: 'Discord bridge' }).first()), 1);
  assert.deepEqual(await axeViolations(page), []);
  await team(studio, 'DELETE', `/api-keys/${apiKey.id}`);
});

test('the warning about a new message shows all of it, and its buttons, at every size', async (t) => {
  const page = await studio.open(t, { as: agent, path: `/tickets/${busyTicket}` });
  const reply = page.getByLabel('Reply to the player');
  await reply.fill('One moment.');
  await page.getByText('One moment.').waitFor();
  for (let count = 0; count < 3; count++) await playerReply(studio, busyPlayer, busyTicket, `${count} ${LONG}`);
  await teamReply(studio, busyTicket, `4 ${'x'.repeat(600)}`);
  await page.getByText(/wrote while you were writing/).waitFor();
  await button(page, 'Send').click();
  await dialog(page).waitFor();
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    for (const name of ['Send anyway', 'Edit', 'Close'])
      await reachable(button(dialog(page), name), `${name} at ${width}`);
    const clipped = await dialog(page).evaluate((root) =>
      [root, ...root.querySelectorAll('*')]
        .filter((one) => getComputedStyle(one).overflowX !== 'visible' && one.clientWidth > 1)
        .filter((one) => one.scrollWidth > one.clientWidth + 1)
        .map(({ outerHTML }) => outerHTML.slice(0, 100)),
    );
    assert.deepEqual(clipped, [], `${width}`);
    const last = dialog(page).getByRole('listitem').last();
    await last.evaluate((one) => one.scrollIntoView({ block: 'end' }));
    const [box, footer] = [await last.boundingBox(), await button(dialog(page), 'Edit').boundingBox()];
    assert.ok(
      (box?.y ?? 0) + (box?.height ?? 0) <= (footer?.y ?? 0),
      `${width}: the end of the last message is covered`,
    );
  }
  assert.deepEqual(await axeViolations(page), []);
  await button(dialog(page), 'Edit').click();
  await until(() => reply.inputValue(), 'One moment.');
});

/** The places the member works in, and what a toast covers. */
function layout(page: Page) {
  return page.evaluate(() => {
    const toasts = document.querySelector('.toasts');
    const parts = 'header, main, main section:not(.toasts), main li, textarea, h1, nav a';
    const all = [...document.querySelectorAll(`${parts}, button, a, [role=dialog]`)].filter(
      (one) => !toasts?.contains(one) && !one.contains(toasts),
    );
    const boxes = all
      .filter((one) => one.matches(parts))
      .map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return [one.tagName, x, y, width, height].join(' ');
      });
    // Hit tests, so that what is scrolled away does not count.
    const isCovered = (one: Element) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      const points = [
        [x, y],
        [left + 3, top + 3],
        [right - 3, bottom - 3],
        [left + 3, y],
        [right - 3, y],
      ] as const;
      return points.some(([x, y]) => {
        const hit = document.elementsFromPoint(x, y);
        return hit.includes(one) && hit.some((other) => toasts?.contains(other));
      });
    };
    const place = document.getElementById('toast-place');
    // On a phone, toasts need the place of the command search.
    const gives = (one: Element) => innerWidth < 480 && one.matches('#toast-place + * [aria-label="Search"]');
    const worked = all.filter((one) => !one.contains(place) && !gives(one));
    const covered = worked.filter(isCovered).map((one) => one.outerHTML.slice(0, 100));
    return { boxes, covered };
  });
}

async function provoke(page: Page, path: string, status: number, slug: string): Promise<void> {
  await refuseNext(page, 'PATCH', path, problem(status, slug));
  await page.keyboard.press('a');
}
const count = (page: Page) => page.getByRole('button', { name: /^Show all \d messages$/ });

suite('toasts', () => {
  for (const [width, height] of SIZES) {
    test(`cover and move nothing of a ticket at ${width} x ${height}`, async (t: TestContext) => {
      const page = await studio.open(t, { as: agent, path: `/tickets/${busyTicket}`, viewport: { width, height } });
      const reply = page.getByLabel('Reply to the player');
      await reply.waitFor();
      await settled(page);
      await holdTime(page);
      const { boxes } = await layout(page);
      const still = async (what: string) => assert.deepEqual(await layout(page), { boxes, covered: [] }, what);
      const path = `/tickets/${busyTicket}`;
      await provoke(page, path, 403, 'forbidden');
      await toast(page).waitFor();
      await still('one');
      await provoke(page, path, 409, 'conflict');
      await count(page).filter({ hasText: '+1' }).waitFor();
      await still('two');
      await provoke(page, path, 413, 'payload-too-large');
      await count(page).filter({ hasText: '+2' }).waitFor();
      await still('three');
      const places = async () => [await toast(page).first().boundingBox(), await count(page).boundingBox()];
      const [newest, toggle] = (await places()).map((box) => box ?? assert.fail());
      await count(page).click();
      await until(() => toast(page).filter({ visible: true }).count(), 3);
      const [opened, opener] = (await places()).map((box) => box ?? assert.fail());
      assert.deepEqual([opened?.x, opened?.y, opener?.y], [newest?.x, newest?.y, toggle?.y], 'the list opens below');
      assert.equal((opener?.x ?? 0) + (opener?.width ?? 0), (toggle?.x ?? 0) + (toggle?.width ?? 0));
      assert.deepEqual(await axeViolations(page), []);
      await reply.focus();
      await page.keyboard.press('Escape');
      await until(() => toast(page).filter({ visible: true }).count(), 1);
      await reply.and(page.locator(':focus')).waitFor();
      for (const _ of 'three') await page.keyboard.press('Control+.');
      await toast(page).first().waitFor({ state: 'detached' });
      await until(() => reply.evaluate((one) => one === document.activeElement), true, 'the focus stays');
    });

    test(`cover and move nothing of the queue and a dialog at ${width} x ${height}`, async (t: TestContext) => {
      const page = await studio.open(t, { as: agent, path: '/queue?view=all', viewport: { width, height } });
      const rows = page.getByRole('list', { name: /^Tickets/ }).getByRole('listitem');
      await rows.first().waitFor();
      await settled(page);
      await page.keyboard.press('j');
      await page.locator('a:focus').waitFor();
      await holdTime(page);
      for (const number of [0, 1, 2, 3, 4]) {
        // The next row may have scrolled.
        const { boxes } = await layout(page);
        await page.keyboard.press('e');
        const text = number === 0 ? toast(page) : toast(page).filter({ hasText: `${number} more` });
        await text.waitFor();
        assert.deepEqual(await layout(page), { boxes, covered: [] }, `${number + 1} changes`);
        await page.keyboard.press('j');
      }
      await button(toast(page), 'Undo last').waitFor();
      await page.keyboard.press('Shift+?');
      await button(dialog(page), 'Close').waitFor();
      await dialog(page).getByText('Close the newest message').waitFor({ state: 'attached' });
      assert.deepEqual((await layout(page)).covered, []);
      await page.keyboard.press('Escape');
      for (const _ of 'fives') await page.keyboard.press('Control+z');
      await toast(page).waitFor({ state: 'detached' });
    });
  }

  for (const [locale, more, undo] of [
    ['en-GB', '· 1 more', 'Undo last'],
    ['de-DE', '· 1 weitere', 'Letztes rückgängig'],
  ] as const) {
    test(`have room on a phone for the text and all of the button in ${locale}`, async (t: TestContext) => {
      const viewport = { width: 390, height: 640 };
      const page = await studio.open(t, { as: agent, path: '/queue?view=all', viewport, locale });
      await page.locator('.queue-row').first().waitFor();
      await settled(page);
      await holdTime(page);
      for (const text of ['', more]) {
        await page.keyboard.press('j');
        await page.locator('a:focus').waitFor();
        await page.keyboard.press('e');
        await toast(page).filter({ hasText: text }).waitFor();
      }
      await until(() => page.locator('.toasts-all').count(), locale === 'de-DE' ? 1 : 0);
      const text = (await toast(page).locator('.toast-text').boundingBox()) ?? assert.fail();
      assert.ok(text.width >= 140, `${text.width}`);
      await reachable(button(toast(page), undo), undo);
      const clipped = await button(toast(page), undo)
        .locator('.mantine-Button-label')
        .evaluate((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight);
      assert.equal(clipped, false);
      for (const _ of 'ab') await page.keyboard.press('Control+z');
      await toast(page).waitFor({ state: 'detached' });
    });
  }

  test('return the focus when one that has it is closed', async (t) => {
    const page = await studio.open(t, { as: agent, path: `/tickets/${busyTicket}` });
    const reply = page.getByLabel('Reply to the player');
    await reply.waitFor();
    await settled(page);
    await provoke(page, `/tickets/${busyTicket}`, 403, 'forbidden');
    await toast(page).waitFor();
    await reply.focus();
    await button(toast(page), 'Close').focus();
    await page.keyboard.press('Enter');
    await toast(page).waitFor({ state: 'detached' });
    await reply.and(page.locator(':focus')).waitFor();
  });
});
