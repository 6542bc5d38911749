import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { eventually, team } from '../../../server/test/helpers/builders.ts';
import { axeViolations } from '../helpers/axe.ts';
import { openStudio } from '../helpers/studio.ts';

const studio = await openStudio();

test('an owner sees refused requests with their reason and network, and exports the audit log', async (t) => {
  const owner = await studio.member('owner');
  const agent = await studio.member('agent', { name: 'Grace' });
  assert.equal((await agent.call('POST', '/projects', { name: 'Refused' })).status, 403);
  // A job stores it within a second.
  const refusals = async () => (await team(studio, 'GET', '/audit?action=RefusedRequest')).body.entries;
  await eventually(async () => (await refusals()).length > 0);

  const page = await studio.open(t, { as: owner, path: '/settings/audit' });
  const entry = page.getByRole('listitem').filter({ hasText: 'was refused' });
  await entry.getByText('No permission · CreateProject · From 127.0.0.0/24').waitFor();
  await entry.getByText('Grace').waitFor();
  assert.deepEqual(await axeViolations(page), []);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export' }).click(),
  ]);
  assert.equal(download.suggestedFilename(), 'audit-log.ndjson');
  const lines = (await readFile(await download.path(), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const refused = lines.find(({ action }) => action === 'RefusedRequest');
  assert.deepEqual([refused.actor.name, refused.occurrences, refused.address], ['Grace', 1, '127.0.0.0/24']);
});
