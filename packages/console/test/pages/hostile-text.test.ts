import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  anAnnouncement,
  aPlayer,
  aProject,
  aTicket,
  directMessage,
  playerReply,
  team,
} from '../../../server/test/helpers/builders.ts';
import { areInOrder } from '../helpers/direction.ts';
import { eventually, follow, openStudio, settled } from '../helpers/studio.ts';
import { until } from '../helpers/until.ts';

const studio = await openStudio();

/** As code, each text calls `hacked`. */
const CORPUS = [
  '<script>hacked()</script>',
  '"><script>hacked()</script>',
  "'><img src=x onerror=hacked()>",
  '<img src=x onerror="hacked()">',
  '<svg onload=hacked()>',
  '<svg><animate onbegin=hacked() attributeName=x dur=1s>',
  '<iframe srcdoc="<script>parent.hacked()</script>">',
  '<details open ontoggle=hacked()>',
  '<body onload=hacked()><style>*{display:none}</style>',
  'javascript:hacked()',
  '[click](javascript:hacked())',
  '<a href="javascript:hacked()">x</a>',
  '<math><mtext><table><mglyph><style><img src=x onerror=hacked()>',
  '</title></textarea></style></script><script>hacked()</script>',
  '{{constructor.constructor("hacked()")()}}',
  `\${hacked()}`,
  '<base href="//evil.example/"><form action="//evil.example"><button>x',
  '<meta http-equiv=refresh content="0;url=javascript:hacked()">',
  '" autofocus onfocus=hacked() x="',
  '\u202e<img src=x onerror=hacked()>\u202c',
  '__proto__',
  'javascript:hacked()//https://evil.example/',
  'https://evil.example/<img src=x onerror=hacked()>',
  'https://mira:secret@evil.example/',
  'tkt_<img src=x onerror=hacked()>',
];

const cut = (text: string, length: number) => [...text].slice(0, length).join('');

async function plant(text: string): Promise<{ path: string; player: string; notices: string }> {
  const project = await aProject(studio, text);
  const name = cut(text, 80);
  // Notices and macros refuse unknown variables.
  const withoutVariables = text.replaceAll('{{', '{');
  const player = await aPlayer(studio, project, {
    userId: text,
    sessionId: text,
    context: {
      appVersion: cut(text, 50),
      buildNumber: cut(text, 50),
      platform: cut(text, 50),
      locale: cut(text, 30),
      deviceModel: text,
      osVersion: text,
    },
  });
  const id = await aTicket(studio, player, { type: cut(text, 30), subject: text, message: text });
  await playerReply(studio, player, id, text);
  for (const [method, path, body] of [
    ['PATCH', `/projects/${project.id}`, { ticketTypes: [{ type: cut(text, 30), label: name }] }],
    ['PATCH', `/tickets/${id}`, { tags: [cut(text.replaceAll(',', ''), 40)] }],
    ['POST', `/tickets/${id}/notes`, { message: text }],
    ['POST', `/tickets/${id}/replies`, { message: text }],
    ['POST', '/macros', { name, body: withoutVariables }],
    ['POST', '/api-keys', { name: text, role: 'viewer' }],
  ] as const) {
    const response = await team(studio, method, path, body);
    assert.ok(response.status < 300, response.text);
  }
  await anAnnouncement(studio, project, { title: text, body: text });
  await directMessage(studio, player, { title: text, body: text });
  const notice = { title: withoutVariables, body: withoutVariables };
  const set = await team(studio, 'PUT', `/projects/${project.id}/notices/ticket-resolved/en`, notice);
  assert.equal(set.status, 200, set.text);
  const notices = `/settings/projects/${project.id}/notices`;
  return { path: `/tickets/${id}`, player: `/players/${player.id}`, notices };
}

/** Returns a function that fails if a script of the corpus ran on the page. */
async function guard(page: Page): Promise<() => void> {
  const ran: string[] = [];
  await page.exposeFunction('hacked', () => void ran.push(page.url()));
  page.on('dialog', (dialog) => {
    ran.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(studio.url) && !request.url().startsWith('data:')) ran.push(request.url());
  });
  return () => assert.deepEqual(ran, []);
}

test('texts of players and members are shown as plain text on every page', async (t) => {
  const places = [];
  for (const text of CORPUS) places.push({ text, ...(await plant(text)) });
  const owner = await studio.member('owner', { name: '<img src=x onerror=hacked()>' });
  const page = await studio.open(t, { as: owner, path: '/announcements' });
  const check = await guard(page);
  for (const path of [
    '/queue',
    '/queue?view=all',
    '/announcements',
    ...['projects', 'macros', 'members', 'api-keys', 'audit'].map((name) => `/settings/${name}`),
  ]) {
    await page.goto(path);
    await settled(page);
    check();
  }
  for (const { text, path, player, notices } of places) {
    await follow(page, path);
    const conversation = page.getByRole('region', { name: 'Conversation' });
    await conversation.getByText(text, { exact: true }).nth(3).waitFor();
    const targets = await conversation
      .getByRole('link')
      .evaluateAll((links: HTMLAnchorElement[]) => links.map(({ href, innerText }) => [href, innerText]));
    for (const [href, shown] of targets) assert.deepEqual([href, shown], ['https://evil.example/', href]);
    await until(() => page.getByRole('heading', { level: 1 }).innerText(), text);
    check();
    await follow(page, player);
    check();
    await follow(page, notices);
    await page.getByRole('main').getByText(text.replaceAll('{{', '{'), { exact: true }).nth(1).waitFor();
    check();
  }
});

test('a log in a message is plain text too', async (t) => {
  const log = CORPUS.map((text) => `  at ${text} (main.js:1:2)`).join('\n');
  const id = await aTicket(studio, await aPlayer(studio), { message: log });
  const page = await studio.open(t, { as: await studio.member('agent'), path: `/tickets/${id}` });
  const check = await guard(page);
  const lines = page.getByRole('figure').locator('pre');
  await page.getByRole('button', { name: `Show all ${CORPUS.length} lines` }).click();
  await page.getByRole('button', { name: 'Show fewer lines' }).waitFor();
  await until(() => lines.textContent(), log);
  await until(() => lines.locator('*').count(), 0);
  check();
});

test('direction marks in tags, names and subjects do not reverse the rest of a text', async (t) => {
  const id = await aTicket(studio, await aPlayer(studio), { subject: 'A \u202eforged subject' });
  // The second first ends the isolation around it.
  const tags = ['\u202egat', '\u2069\u202egut'];
  const changed = await team(studio, 'PATCH', `/tickets/${id}`, { tags });
  assert.equal(changed.status, 200, changed.text);
  const mallory = await studio.member('agent', { name: '\u202eMallory' });
  assert.equal((await mallory.call('PATCH', `/tickets/${id}`, { priority: 'high' })).status, 200);
  const page = await studio.open(t, { as: await studio.member('agent'), path: `/tickets/${id}` });
  const events = page.getByRole('region', { name: 'Conversation' }).getByRole('listitem');
  const tagged = events.filter({ hasText: ' added ' }).last();
  assert.ok(await areInOrder(tagged, 'gat', 'gut'), 'a tag and the next one');
  assert.ok(await areInOrder(tagged, 'gut', ' · '), 'a tag and the time');
  assert.ok(await areInOrder(events.filter({ hasText: 'set the priority' }).last(), 'Mallory', 'set the'), 'a name');
  await page.keyboard.press('e');
  const toast = page.getByRole('status').filter({ hasText: 'Resolving' });
  assert.ok(await areInOrder(toast, 'forged', 'subject'), 'a subject');
});

test('macros and the command search insert it as plain text', async (t) => {
  const text = '<img src=x onerror=hacked()>';
  const { path } = await plant(text);
  await team(studio, 'POST', '/macros', { name: `hostile ${text}`, body: `{{player.userId}} {{ticket.subject}}` });
  const page = await studio.open(t, { as: await studio.member('agent'), path });
  const check = await guard(page);
  await page.getByLabel('Reply to the player').click();
  await page.keyboard.type('/hostile');
  await page.getByRole('option', { name: /hostile/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForFunction((expected) => document.querySelector('textarea')?.value === expected, `${text} ${text}`);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Search' }).getByRole('textbox').fill(text);
  check();
});

test('the content security policy blocks injected markup', async (t) => {
  const page = await studio.open(t, { mayViolate: true });
  const check = await guard(page);
  const refused: string[] = [];
  await page.exposeFunction('note', (directive: string) => void refused.push(directive));
  await page.addInitScript(() => {
    const { note } = globalThis as unknown as { note(directive: string): void };
    addEventListener('securitypolicyviolation', ({ effectiveDirective }) => note(effectiveDirective));
  });
  const smuggled = '<script>hacked()</script><img src="/nothing.png" onerror="hacked()"><style>body{color:red}</style>';
  await page.route('**/sign-in*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace('<div id="root">', `${smuggled}$&`) });
  });
  await page.goto('/sign-in');
  await settled(page);
  await eventually(async () => refused.length >= 3);
  assert.deepEqual(refused.sort(), ['script-src-attr', 'script-src-elem', 'style-src-elem']);
  check();
  const html = await page.evaluate(() => {
    try {
      document.body.innerHTML = '<b>made of a string</b>';
      return 'let through';
    } catch {
      return 'refused';
    }
  });
  assert.equal(html, 'refused');
});
