import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { MAX_NOTICE_BODY_LENGTH, MAX_TITLE_LENGTH } from '@player-support/contract/limits';
import { LOCALES, localeChain } from '@player-support/contract/locales';
import { defaultTexts } from '@player-support/contract/notice-texts';
import { chooseText, fillNotice, NOTICES, unknownVariables } from '@player-support/contract/notices';
import { noticeMessage } from '../../src/domain/notice-message.ts';

const HOSTILE = [
  '',
  ' ',
  '-',
  '_',
  'C',
  'x'.repeat(30),
  '12345',
  '\0',
  '\ud800',
  '💥',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  "en'; DROP TABLE ticket; --",
  '{{ticket.subject}}',
  'en-en-en-en-en-en-en-en-en-en',
  '.UTF-8',
];

suite('the locales in which a player can read', () => {
  const CHAINS: readonly (readonly [sent: string | null, chain: readonly string[]])[] = [
    [null, ['en']],
    ['en', ['en']],
    ['en-GB', ['en-GB', 'en']],
    ['de', ['de', 'en']],
    ['de-AT', ['de-AT', 'de', 'en']],
    // As in Java, C and Windows.
    ['de_AT', ['de-AT', 'de', 'en']],
    ['DE_at', ['de-AT', 'de', 'en']],
    ['de_DE.UTF-8', ['de-DE', 'de', 'en']],
    ['de_DE@euro', ['de-DE', 'de', 'en']],
    [' pt-BR ', ['pt-BR', 'pt', 'en']],
    ['de-Latn-DE', ['de-DE', 'de', 'en']],
    ['de-DE-u-co-phonebk', ['de-DE', 'de', 'en']],
    ['es-419', ['es-419', 'es', 'en']],
    // Android still sends these old names.
    ['iw-IL', ['he-IL', 'he', 'en']],
    ['in_ID', ['id-ID', 'id', 'en']],
    ['zh', ['zh', 'en']],
    ['zh-Hans', ['zh', 'en']],
    ['zh-CN', ['zh-CN', 'zh', 'en']],
    ['zh-Hans-CN', ['zh-CN', 'zh', 'en']],
    ['zh_CN_#Hans', ['zh-CN', 'zh', 'en']],
    ['zh-TW', ['zh-TW', 'zh-Hant', 'en']],
    ['zh-Hant-TW', ['zh-TW', 'zh-Hant', 'en']],
    ['zh-HK', ['zh-HK', 'zh-Hant', 'en']],
    ['sr-RS', ['sr-RS', 'sr', 'en']],
    ['sr-Latn-RS', ['sr-Latn-RS', 'sr-Latn', 'en']],
    ['tlh-Piqd', ['tlh-Piqd', 'en']],
  ];
  for (const [sent, chain] of CHAINS) {
    test(`${sent}: ${chain.join(', ')}`, () => assert.deepEqual(localeChain(sent), chain));
  }

  test('any other text leads to English', () => {
    for (const sent of HOSTILE) {
      const chain = localeChain(sent);
      assert.equal(chain.at(-1), 'en', sent);
      for (const one of chain) assert.ok(one === 'en' || !LOCALES.some((known) => known === one), one);
    }
  });

  test('are in the list of locales in the form in which they are looked for', () => {
    for (const locale of LOCALES) assert.equal(localeChain(locale)[0], locale);
    assert.equal(new Set(LOCALES).size, LOCALES.length);
  });
});

suite('the text of a notice', () => {
  const of = (locale: string) => ({ locale, title: `title ${locale}`, body: `body ${locale}` });
  /** In the form that `chosen` returns. */
  const defaults = defaultTexts('ticket-closed');
  const byDefault = (language: string) => defaults.find(({ locale }) => locale === language)?.body;
  const chosen = (sent: string | null, ...own: readonly string[]) =>
    chooseText(sent, { texts: own.map(of), defaults }).body;

  const TABLE: readonly (readonly [
    what: string,
    sent: string | null,
    own: readonly string[],
    body: string | undefined,
  ])[] = [
    ['the default of the language', 'de-AT', [], byDefault('de')],
    ["the team's text of the region", 'de-AT', ['de', 'de-AT', 'en'], 'body de-AT'],
    ["the team's text of the language", 'de-AT', ['en', 'de'], 'body de'],
    ["not the team's text of another region", 'de-AT', ['de-CH'], byDefault('de')],
    ["the default of the language before the team's English text", 'de-AT', ['en'], byDefault('de')],
    ["the team's English text if the language has none", 'nl', ['en', 'de'], 'body en'],
    ['the English default if there is nothing else', 'nl', ['de'], byDefault('en')],
    ["the team's text of a language without a default", 'nl-BE', ['nl', 'en'], 'body nl'],
    ["the team's English text without a locale", null, ['de', 'en'], 'body en'],
    ['the English default without a locale', null, ['de'], byDefault('en')],
    ['English for traditional Chinese', 'zh-TW', ['zh'], byDefault('en')],
    ['the Chinese default for simplified Chinese', 'zh-Hans-SG', ['zh-Hant'], byDefault('zh')],
  ];
  for (const [what, sent, own, body] of TABLE) {
    test(`is ${what}: ${sent} with [${own}]`, () => {
      assert.ok(body !== undefined);
      assert.equal(chosen(sent, ...own), body);
    });
  }

  test('is English for a text that is no locale', () => {
    for (const sent of HOSTILE) assert.equal(chosen(sent, 'de'), byDefault('en'), sent);
  });

  test('has a default in twelve languages for every notice, within the limits and with known variables', () => {
    for (const notice of NOTICES) {
      const bodies = new Set<string>();
      for (const { locale, title, body } of defaultTexts(notice.id)) {
        assert.ok(LOCALES.some((known) => known === locale) && new Intl.Locale(locale).region === undefined, locale);
        assert.ok(title.length <= MAX_TITLE_LENGTH && body.length <= MAX_NOTICE_BODY_LENGTH, body);
        assert.match(title + body, /\S/);
        assert.deepEqual([...unknownVariables(notice, title), ...unknownVariables(notice, body)], []);
        bodies.add(body);
      }
      assert.equal(bodies.size, 12, 'a text in two languages');
    }
  });
});

suite('variables', () => {
  const values = {
    'ticket.subject': 'a {{project.name}} $& $1',
    'merged.subject': 'b',
    'project.name': 'Castle',
    'fix.build': '2.4.2',
    'issue.note': 'c',
  };

  test('are replaced once: a value cannot contain a variable', () => {
    assert.equal(fillNotice('{{ project.name }}: {{ticket.subject}}', values, 120), 'Castle: a {{project.name}} $& $1');
  });

  test('that are unknown stay, also names of every object', () => {
    const text = '{{toString}} {{__proto__}} {{player.name}} {{}}';
    assert.equal(fillNotice(text, values, 120), text);
    assert.deepEqual(unknownVariables(NOTICES[0], text), ['toString', '__proto__', 'player.name']);
    assert.deepEqual(unknownVariables(NOTICES[0], '{{ ticket.subject }} {{project.name}}'), []);
    assert.deepEqual(unknownVariables(NOTICES[0], '{{player-name}} {{ gerät }}'), ['player-name', 'gerät']);
  });

  test('can make a text too long: it is cut, and no character is halved', () => {
    const long = { ...values, 'ticket.subject': '😀'.repeat(120), 'project.name': 'x' };
    assert.equal(fillNotice('{{project.name}} {{ticket.subject}}', long, 120), `x ${'😀'.repeat(118)}`);
    const ticket = { subject: 'x'.repeat(120), context: null, project_name: 'Castle' };
    const row = ['en', 'Re: {{ticket.subject}}', '{{ticket.subject}}'.repeat(111)];
    const message = noticeMessage('ticket-closed', { ...ticket, notice_texts: JSON.stringify([row]) });
    assert.equal(message.title, `Re: ${'x'.repeat(116)}`);
    assert.equal(message.body, 'x'.repeat(10_000));
  });
});
