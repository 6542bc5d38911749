import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { settingsEn } from '../../src/messages/settings-en.ts';
import { ticketEn } from '../../src/messages/ticket-en.ts';

const SOURCE = path.resolve(import.meta.dirname, '../../src');

/** The catalogues that come with their pages, and the folders of those. */
const AREAS = [
  [settingsEn, ['settings', 'announcements']],
  [ticketEn, ['ticket', 'player']],
] as const;
/** Names of variables in a macro, which are no texts. */
const OTHER = ['player.platform', 'player.locale'];
/** Which pages there are is known everywhere. */
const EVERYWHERE = ['settings/settings-pages.ts'];

/** The keys of `catalogue` that stand in a source, whole or as the beginning of a template. */
function keysIn(source: string, catalogue: object): string[] {
  const keys = Object.keys(catalogue);
  const whole = [...source.matchAll(/'([\w.-]+)'/g)].map(([, key = '']) => key);
  const begun = [...source.matchAll(/`([\w.-]+\.)\$\{/g)].map(([, start = '']) => start);
  const isUsed = (key: string) =>
    whole.includes(key) || begun.some((start) => key.startsWith(start) && !key.slice(start.length).includes('.'));
  return keys.filter((key) => isUsed(key) && !OTHER.includes(key));
}

test('what only some pages say is said by no other', () => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('messages/'));
  for (const [catalogue, folders] of AREAS) {
    const isOwn = (file: string) =>
      folders.some((folder) => file.startsWith(`${folder}/`)) && !EVERYWHERE.includes(file);
    const used = (file: string) => keysIn(readFileSync(path.join(SOURCE, file), 'utf8'), catalogue);
    assert.ok(files.filter(isOwn).flatMap(used).length > 50, 'it finds keys where they are used');
    for (const file of files.filter((one) => !isOwn(one))) assert.deepEqual(used(file), [], file);
  }
});
