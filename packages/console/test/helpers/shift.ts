import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { aPlayer, aProject, aTicket, poll, team, unlimited } from '../../../server/test/helpers/builders.ts';
import { holdTime } from './hold-time.ts';
import { eventually, type Studio } from './studio.ts';

const LATENCY_MS = 200;
const BYTES_PER_SECOND = 150_000;
const TIMEOUT_MS = 60_000;

type Pause = () => Promise<unknown>;

/** Types at once into what a key opens. */
class Typist {
  readonly page: Page;
  readonly #pause: Pause;

  constructor(page: Page, pause: Pause) {
    this.page = page;
    this.#pause = pause;
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await this.#pause();
      await this.page.keyboard.press(key);
    }
  }

  async type(text: string): Promise<void> {
    for (const letter of text) {
      await this.#pause();
      await this.page.keyboard.type(letter);
    }
  }

  async leaveField(): Promise<void> {
    await this.press('Escape');
    await this.page.locator('input:focus, textarea:focus').waitFor({ state: 'detached' });
  }
}

/** The audit log must contain this operation with these fields. */
type Expected = readonly [action: string, details: Readonly<Record<string, unknown>>];

interface Task {
  readonly typist: Typist;
  readonly number: number;
  readonly memberId: string;
  readonly adaId: string;
}

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true }).and(page.locator(':focus'));
const propertyButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/**
 * Ways to handle a ticket. Each ends on the next one, and returns its audit entries. A member looks
 * before choosing, but not before typing.
 */
const TASKS: readonly ((task: Task) => Promise<readonly Expected[]>)[] = [
  async ({ typist, number }) => {
    await typist.press('r');
    await typist.type(`Answer ${number}.`);
    await typist.press('Control+Shift+Enter');
    return [['ReplyToTicket', { status: 'resolved' }]];
  },
  async ({ typist }) => {
    await typist.press('r');
    await typist.type('/than');
    await typist.page.getByRole('option', { name: /Thanks/ }).waitFor();
    await typist.press('Enter');
    await typist.page.waitForFunction(() => document.querySelector('textarea')?.value.startsWith('Thank you'));
    await typist.press('Control+Shift+Enter');
    return [['ReplyToTicket', { status: 'resolved' }]];
  },
  async ({ typist, memberId }) => {
    await typist.press('n');
    await typist.type('A known case.');
    await typist.press('Control+Alt+Enter');
    await typist.leaveField();
    await typist.press('a', 'e', 'j');
    return [
      ['AddNote', {}],
      ['UpdateTicket', { assigneeId: memberId }],
      ['UpdateTicket', { status: 'resolved' }],
    ];
  },
  async ({ typist, number }) => {
    await typist.press('t');
    await typist.type('exploit');
    await field(typist.page, 'Add a tag').waitFor();
    await typist.press('Enter');
    await typist.leaveField();
    await typist.press('r');
    await typist.type(`Answer ${number}.`);
    await typist.press('Control+Shift+Enter');
    return [
      ['UpdateTickets', { addTags: ['exploit'], removeTags: [] }],
      ['ReplyToTicket', { status: 'resolved' }],
    ];
  },
  async ({ typist, adaId }) => {
    await typist.press('Shift+A');
    await typist.type('ada');
    await field(typist.page, 'Find a member').waitFor();
    await typist.press('Enter');
    await propertyButton(typist.page, 'Assignee: Ada').waitFor();
    await typist.press('j');
    return [['UpdateTicket', { assigneeId: adaId }]];
  },
  async ({ typist }) => {
    const release = await holdTime(typist.page);
    await typist.press('e');
    await propertyButton(typist.page, 'Status: Resolved').waitFor();
    await typist.press('Control+z');
    await propertyButton(typist.page, 'Status: Open').waitFor();
    await release();
    await typist.press('j');
    return [];
  },
  async ({ typist }) => {
    await typist.press('p', 'ArrowUp', 'Enter');
    await typist.page.getByRole('menu').waitFor({ state: 'detached' });
    await propertyButton(typist.page, 'Priority: Low').waitFor();
    await typist.press('e', 'j');
    return [
      ['UpdateTicket', { priority: 'low' }],
      ['UpdateTicket', { status: 'resolved' }],
    ];
  },
  async ({ typist }) => {
    await typist.press('Control+k');
    await typist.type('english');
    await typist.page.getByRole('dialog').waitFor();
    await typist.press('Escape');
    await typist.page.getByRole('dialog').waitFor({ state: 'detached' });
    await typist.press('j');
    return [];
  },
  async ({ typist, memberId }) => {
    await typist.press('Control+k');
    await typist.type('assign to me');
    await typist.press('Enter');
    await propertyButton(typist.page, 'Assignee: Shift').waitFor();
    await typist.press('j');
    return [['UpdateTicket', { assigneeId: memberId }]];
  },
  async ({ typist, number }) => {
    await typist.press('r');
    await typist.type(`Question ${number}?`);
    await typist.press('Control+Enter');
    return [['ReplyToTicket', { status: 'pending' }]];
  },
];

interface Shift {
  readonly tickets: number;
  readonly pause: Pause;
}

/**
 * Works through tickets by keyboard, on a slow network. The audit log and players must get exactly
 * what was meant.
 */
export async function workShift(t: TestContext, studio: Studio, { tickets, pause }: Shift): Promise<void> {
  const project = await aProject(studio);
  await unlimited(studio, project);
  const players = await Promise.all(Array.from({ length: tickets }, () => aPlayer(studio, project)));
  const ids: string[] = [];
  for (const [index, player] of players.entries()) {
    ids.push(await aTicket(studio, player, { subject: `Number ${index + 1}` }));
    // Tickets of one millisecond have no fixed order.
    await sleep(2);
  }
  await team(studio, 'POST', '/macros', { name: 'Thanks', body: 'Thank you, we know {{ticket.subject}}.' });
  const own = await studio.member('agent', { name: 'Shift', projectIds: [project.id] });
  const ada = await studio.member('agent', { name: 'Ada', projectIds: [project.id] });
  const page = await studio.open(t, { as: own, path: '/queue' });
  page.setDefaultTimeout(TIMEOUT_MS);
  await page.getByText(`${tickets} tickets`).waitFor();
  // Keys have no effect before the list is drawn.
  await page.getByRole('link', { name: /Number 1(?!\d)/ }).waitFor();
  const network = await page.context().newCDPSession(page);
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });

  const typist = new Typist(page, pause);
  await typist.press('j', 'Enter');
  const expected: string[] = [];
  for (const [index, id] of ids.entries()) {
    const number = index + 1;
    await page.getByRole('heading', { level: 1, name: `Number ${number}`, exact: true }).waitFor();
    await page.getByLabel('Reply to the player').waitFor();
    const done = await (TASKS[index % TASKS.length] ?? assert.fail())({
      ...{ typist, number, memberId: own.id, adaId: ada.id },
    });
    expected.push(...done.map(([action, details]) => `${action} ${id} ${JSON.stringify(details)}`));
  }
  await typist.press('u');
  await page.getByRole('heading', { level: 1, name: 'Needs attention' }).waitFor();
  await typist.press('Shift+?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await typist.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  // A view's key must follow G within 1.5 seconds.
  const release = await holdTime(page, 1500);
  await typist.press('g', 'r');
  await page.getByRole('heading', { level: 1, name: 'Resolved' }).waitFor();
  await release();

  await eventually(() => page.evaluate(() => Object.keys(localStorage).every((key) => !key.startsWith('outbox:'))));
  assert.deepEqual((await audited(studio, own.id)).sort(), expected.sort());
  for (const [index, player] of players.entries()) {
    const { text } = await poll(studio, player);
    const kind = index % TASKS.length;
    const answers = { 0: 'Answer', 1: 'Thank you, we know Number', 3: 'Answer', 9: 'Question' } as const;
    const answer = kind in answers ? answers[kind as keyof typeof answers] : undefined;
    assert.equal(text.includes(`${answer} ${index + 1}`), answer !== undefined, text);
    assert.doesNotMatch(text, /A known case/);
  }
}

/** Lists operation, ticket and fields of each request. */
async function audited(studio: Studio, actorId: string): Promise<string[]> {
  const found: string[] = [];
  for (let cursor = ''; ; ) {
    const { body } = await team(studio, 'GET', `/audit?actorId=${actorId}${cursor}`);
    for (const { action, target, details } of body.entries) {
      if (['AcceptInvitation', 'SignIn'].includes(action)) continue;
      const { messageId: _id, ticketIds: [ticketId] = [target], ...fields } = details;
      found.push(`${action} ${ticketId} ${JSON.stringify(fields)}`);
    }
    if (body.nextCursor === null) return found;
    cursor = `&cursor=${body.nextCursor}`;
  }
}
