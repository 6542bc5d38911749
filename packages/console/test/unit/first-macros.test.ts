import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_MACRO_NAME_LENGTH } from '@player-support/contract/limits';
import { defaultTexts } from '@player-support/contract/notice-texts';
import { unfilledVariables } from '@player-support/contract/variables';
import { FIRST_MACROS, missingFirstMacros } from '../../src/macros/first-macros.ts';
import { aMacro } from '../helpers/a-macro.ts';

const LANGUAGES = Object.keys(FIRST_MACROS);
const all = await Promise.all(LANGUAGES.map(async (locale) => (await FIRST_MACROS[locale]?.())?.macros ?? []));

/** They have a value in every ticket. */
const values = {
  'player.userId': null,
  'player.platform': null,
  'player.appVersion': null,
  'player.locale': null,
  'ticket.type': 'bug',
  'ticket.subject': 'Stuck',
  'ticket.id': 'tkt_01',
  'ticket.number': '4821',
  'member.name': 'Ada',
  'project.name': 'Castle',
};

test('the first macros are in the languages of the default texts of notices', () => {
  const notices = defaultTexts('ticket-resolved').map(({ locale }) => locale);
  assert.deepEqual(LANGUAGES.toSorted(), notices.toSorted());
});

test('each language has the same macros, short and with variables that every ticket fills in', () => {
  const variables = (body: string) => [...new Set(body.match(/\{\{[^}]*\}\}/g))].sort();
  for (const [index, macros] of all.entries()) {
    assert.equal(macros.length, 8, `${LANGUAGES[index]}`);
    for (const [position, { name, body }] of macros.entries()) {
      assert.ok(name.length <= MAX_MACRO_NAME_LENGTH && name.trim() === name && name !== '', name);
      assert.ok(body.length > 40 && body.length <= 400, `${name}: ${body.length}`);
      const { unknown, missing } = unfilledVariables(body, values);
      assert.deepEqual([unknown, missing], [[], []], name);
      assert.deepEqual(variables(body), variables(all[0]?.[position]?.body ?? ''), `${LANGUAGES[index]}: ${name}`);
    }
  }
});

test('no two have the same name, so that all languages can be added', () => {
  const names = all.flat().map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
});

test('the first language names the macro, and the others are its texts', async () => {
  const missing = await missingFirstMacros(['de', 'en', 'ja'], null, []);
  assert.deepEqual([missing.length, missing[0]?.name], [8, 'Details erfragen']);
  const [english] = (await FIRST_MACROS.en?.())?.macros ?? [];
  assert.equal(missing[0]?.texts.en, english?.body);
  assert.ok(missing.every(({ texts }) => Object.keys(texts).join() === 'en,ja'));
  assert.deepEqual((await missingFirstMacros(['fr'], null, []))[0]?.texts, {});
});

test('a macro that exists in the same project is not missing', async () => {
  const existing = (name: string, projectId: string | null) => aMacro({ name, body: 'Ours', projectId });
  const missing = async (projectId: string | null) =>
    (await missingFirstMacros(['en'], projectId, [existing('Thank you', null), existing('Known issue', 'prj_1')])).map(
      ({ name }) => name,
    );
  const [everywhere, inProject] = [await missing(null), await missing('prj_1')];
  assert.deepEqual([everywhere.length, everywhere.includes('Thank you')], [7, false]);
  assert.deepEqual([inProject.length, inProject.includes('Known issue')], [7, false]);
});
