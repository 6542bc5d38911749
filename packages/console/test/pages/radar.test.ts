import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR } from '../../../server/src/domain/time.ts';
import { openStore } from '../../../server/src/store/store.ts';
import { aPlayer, aProject, aTicket, type Project, team, unlimited } from '../../../server/test/helpers/builders.ts';
import { axeViolations } from '../helpers/axe.ts';
import { areInOrder } from '../helpers/direction.ts';
import { alertShown, failReads, MESSAGES, problem, refuseNext } from '../helpers/faults.ts';
import { eventually, openStudio, settled } from '../helpers/studio.ts';
import { until, untilMatch } from '../helpers/until.ts';

const studio = await openStudio({ RATE_LIMITS: 'off' });

const BUILD = { build: '2.4.1', platform: 'ios' };
const TICKETS = 6;

/** Three days of counters, a spike in the running hour, and its tickets. */
async function aSpike(name: string, build = BUILD) {
  const context = { appVersion: build.build, platform: build.platform };
  const project = await aProject(studio, name);
  await unlimited(studio, project);
  await fill(project, build);
  const ids: string[] = [];
  for (let count = 0; count < TICKETS; count++) {
    ids.push(await aTicket(studio, await aPlayer(studio, project), { type: 'bug', context }));
  }
  await aTicket(studio, await aPlayer(studio, project), { type: 'payment', context });
  const agent = await studio.member('agent', { projectIds: [project.id] });
  return { project, ids, agent };
}

async function fill({ id: projectId }: Project, build: typeof BUILD): Promise<void> {
  const store = await openStore(studio.databaseUrl, { mode: 'tool' });
  const now = Date.now();
  const running = Math.floor(now / HOUR);
  await store.transaction(async (tx) => {
    for (let hour = running - 72; hour <= running; hour++) {
      await tx.radarPlayers.save({ project_id: projectId, hour, ...build, node: 'n', players: 1200, sketch: null });
      const ticket = { player_id: 'ply_0', project_id: projectId, type: 'bug', created_at: hour * HOUR, radar: build };
      if (hour % 4 === 0 && hour < running) await tx.radarCounts.add(ticket);
    }
    const found = { tickets: TICKETS, players: 1200, expected: 0.25, once_per_hours: 3 * 365 * 24, found_at: now };
    await tx.radarSpikes.note(
      { project_id: projectId, ...build, type: 'bug', hour: running, last_hour: running + 1, ...found },
      running - 24,
    );
  });
  await store.close();
}

const seenTicket = async (id: string) => (await team(studio, 'GET', `/tickets/${id}`)).body;
/** Writes a series' name, each part with its own direction. */
const named = (...parts: readonly string[]) => parts.map((part) => `\u2068${part}\u2069`).join(' · ');
const SPIKE = named('Bug', '2.4.1', 'ios');

test('a spike becomes a known issue with its tickets', async (t) => {
  const { project, ids, agent } = await aSpike('Space Cats');
  const page = await studio.open(t, { as: agent, path: '/radar' });
  await page.getByText(/^Such a spike happens by chance about once in \d+ years\.$/).waitFor();
  await page.getByText(/^6 tickets in an hour, where 0\.2[45] are usual for 1,200 active players\.$/).waitFor();
  const chart = page.getByRole('img', { name: `${SPIKE}: ` });
  await untilMatch(() => chart.getAttribute('aria-label'), /With a spike\.$/);
  await settled(page);

  await page.getByRole('button', { name: `Table of ${SPIKE}` }).focus();
  await page.keyboard.press('Enter');
  const rows = page.getByRole('region', { name: SPIKE }).getByRole('row');
  await rows.nth(1).waitFor();
  await until(() => rows.count(), 49);
  assert.deepEqual(await axeViolations(page), []);

  const create = page.getByRole('button', { name: `Create known issue for ${SPIKE}` });
  await create.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').waitFor();
  await until(() => dialog.getByLabel('Title').inputValue(), 'More Bug tickets than usual: 2.4.1, ios');
  await dialog.getByText(`When you save, ${TICKETS} tickets of this spike get`).waitFor();
  await refuseNext(page, 'POST', '/known-issues', problem(503, 'unavailable'));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText(MESSAGES.busy).first().waitFor();
  assert.equal((await seenTicket(ids[0] ?? '')).knownIssue, null);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText(`${TICKETS} tickets linked.`).waitFor();
  const { knownIssues } = (await team(studio, 'GET', `/known-issues?projectId=${project.id}`)).body;
  assert.deepEqual(
    knownIssues.map(({ builds, platforms, tickets }: { builds: string[]; platforms: string[]; tickets: number }) => [
      builds,
      platforms,
      tickets,
    ]),
    [[['2.4.1'], ['ios'], TICKETS]],
  );

  await create.click();
  await dialog.getByText(`${TICKETS} tickets of this spike are already linked to:`).waitFor();
  await dialog.getByText('When you save, 0 tickets of this spike get').waitFor();
  assert.deepEqual(await axeViolations(page), []);
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/spike-known.png` });
  await dialog.getByRole('link', { name: 'More Bug tickets than usual: 2.4.1, ios' }).click();
  await page.waitForURL(/\/known-issues\/kni_/);
  await eventually(async () => (await seenTicket(ids.at(-1) ?? '')).knownIssue !== null);
});

test('while it learns what is usual, it does not say that everything is as usual', async (t) => {
  const project = await aProject(studio, 'New Game');
  await aTicket(studio, await aPlayer(studio, project), {
    type: 'bug',
    context: { appVersion: '1.0', platform: 'ios' },
  });
  const viewer = await studio.member('viewer', { projectIds: [project.id] });
  const page = await studio.open(t, { as: viewer, path: '/radar' });
  await page.getByText(/^The radar is still learning what is usual\./).waitFor();
  await aTicket(studio, await aPlayer(studio, project), { type: 'bug', context: {} });
  await page.reload();
  await page.getByRole('img', { name: named('Bug', 'Unknown build', 'Unknown platform') }).waitFor();
  await page.getByRole('button', { name: `Table of ${named('Bug', '1.0', 'ios')}` }).click();
  await page.getByRole('columnheader', { name: /^Hour \(.+\)$/ }).waitFor();
  await until(() => page.getByText('Everything is as usual.').count(), 0);
});

test('filters, the queue of a spike, and a viewer who cannot create', async (t) => {
  const { project } = await aSpike('Star Raiders');
  const viewer = await studio.member('viewer', { projectIds: [project.id] });
  const page = await studio.open(t, { as: viewer, path: '/radar', viewport: { width: 390, height: 844 } });
  await page.getByRole('img', { name: SPIKE }).waitFor();
  await page.getByRole('img', { name: named('payment', '2.4.1', 'ios') }).waitFor();
  await until(() => page.getByRole('button', { name: 'Create known issue' }).count(), 0);
  await page.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'payment' }).click();
  await page.getByText('No spikes in this period.').waitFor();
  await until(() => page.getByRole('img', { name: SPIKE }).count(), 0);
  await page.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'Bug' }).click();
  await page.getByRole('link', { name: `Show tickets of ${SPIKE}` }).click();
  await page.waitForURL(/\/queue\?.*version=2\.4\.1/);
});

for (const [width, colorScheme] of [
  [390, 'dark'],
  [1024, 'light'],
  [1600, 'dark'],
] as const) {
  test(`a table has room for its columns: ${width}, ${colorScheme}`, async (t) => {
    const { agent } = await aSpike(`Star Raiders ${width}`);
    const viewport = { width, height: 900 };
    const page = await studio.open(t, { as: agent, path: '/radar', viewport, colorScheme, locale: 'de-DE' });
    const series = page.getByRole('list', { name: 'Tickets Stunde für Stunde' }).getByRole('listitem').first();
    await series.getByRole('button').click();
    const region = series.getByRole('region');
    await region.getByRole('columnheader').first().waitFor();
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/radar-${width}.png` });
    await until(() => region.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), 0);
    await until(() => page.evaluate(() => document.documentElement.scrollWidth), width);
  });
}

test('direction marks in a build reverse no other part of a line', async (t) => {
  const hostile = { build: '\u2069\u202e0.9', platform: 'ios' };
  const { project, agent } = await aSpike('Sun Trade', hostile);
  const page = await studio.open(t, { as: agent, path: '/radar' });
  const spike = page.getByRole('list', { name: 'Spikes' }).getByRole('listitem').first();
  const series = page.getByRole('list', { name: 'Tickets hour by hour' }).getByRole('listitem').first();
  for (const line of [spike, series]) {
    assert.ok(await areInOrder(line, 'Bug', '0.9'));
    assert.ok(await areInOrder(line, '0.9', 'ios'));
  }
  // A stored title has no marks. Builds stay as the game sent them.
  await page.getByRole('button', { name: 'Create known issue' }).first().click();
  const title = page.getByRole('dialog').getByLabel('Title');
  await until(() => title.inputValue(), 'More Bug tickets than usual: 0.9, ios');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText(`${TICKETS} tickets linked.`).waitFor();
  const { knownIssues } = (await team(studio, 'GET', `/known-issues?projectId=${project.id}`)).body;
  assert.deepEqual(knownIssues[0].builds, [hostile.build]);
});

test('says that it cannot load, and loads when the server is back', async (t) => {
  const { agent } = await aSpike('Moon Farm');
  const page = await studio.open(t, { as: agent, path: '/queue' });
  const restore = await failReads(page, '/radar');
  await page.goto('/radar');
  await alertShown(page, MESSAGES.noResponse);
  await restore();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('img', { name: SPIKE }).waitFor();
});
