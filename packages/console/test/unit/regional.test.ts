import assert from 'node:assert/strict';
import { test } from 'node:test';
import { regional } from '../../src/i18n/language.ts';
import { ownZone } from '../../src/i18n/own-zone.ts';

test('dates have the region of the browser, also in a language that is not the first one', () => {
  assert.equal(regional('en', ['en-GB', 'en']), 'en-GB');
  assert.equal(regional('en', ['de-DE', 'de', 'en-GB']), 'en-GB');
  assert.equal(regional('en', ['de-DE', 'de']), 'en-DE');
  assert.equal(regional('de', ['en', 'de-AT']), 'de-AT');
  assert.equal(regional('de', ['de']), 'de');
});

test('a browser that does not know its time zone has UTC', () => {
  assert.equal(ownZone('Etc/Unknown'), 'UTC');
  assert.equal(ownZone('Europe/Berlin'), 'Europe/Berlin');
});
