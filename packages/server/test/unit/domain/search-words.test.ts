import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { findTerms, parseSearch } from '../../../src/domain/search-query.ts';
import { composed, tokensOf, wordsOf } from '../../../src/domain/search-words.ts';
import { snippetOf } from '../../../src/domain/snippet.ts';
import { CODE_POINT, fc } from '../../helpers/property.ts';

const query = (text: string) => parseSearch(text) ?? assert.fail('too many words');

suite('tokensOf', () => {
  test('are folded words, and pairs or triples of scripts without spaces', () => {
    for (const [text, ...tokens] of [
      ['The Gems, the GEMS!', 'the', 'gems'],
      ['Größe ŒUVRE Łódź ıi', 'grosse', 'oeuvre', 'lodz', 'ii'],
      ['日本語', '日本', '本語', '語'],
      ['환불요청', '환불', '불요', '요청', '청'],
      ['اللعبة', 'اللعبه', 'عبه', 'لعبه'],
      ['👩🏽‍💻 🇩🇪🇫🇷 1️⃣', '👩', '💻', '🇩🇪', '🇫🇷', '1'],
      ['กขคง', 'กขค', 'ขคง', 'คง', 'ง'],
      ['iPhone版2', 'iphone', '版', '2'],
      ['crash-log_2026.TXT', 'crash', 'log', '2026', 'txt'],
      ['so\u00adft \u200b\u202e 💎\ufe0f', 'soft', '💎'],
      ['!?\u0000"\'', ...[]],
    ] as const) {
      assert.deepEqual([...tokensOf(text)], tokens, text);
    }
    assert.deepEqual([...tokensOf('x'.repeat(500))], ['x'.repeat(40)]);
    assert.deepEqual([...tokensOf('Shop 商店 ร้าน café', false)], ['shop', 'cafe']);
  });

  test('are limited for a text', () => {
    const characters = Array.from({ length: 10_000 }, (_none, index) => 0x4e00 + index);
    assert.equal(tokensOf(String.fromCodePoint(...characters)).size, 6000);
  });

  test('have nothing that the language of an engine could mean', () => {
    fc.assert(
      fc.property(fc.string({ unit: CODE_POINT, maxLength: 60 }), (text) => {
        for (const token of tokensOf(text))
          assert.match(token, /^[^\p{P}\p{Z}\p{C}\p{S}]+$|^\p{Extended_Pictographic}$|^\p{RI}{1,2}$/u);
      }),
    );
  });
});

suite('a search', () => {
  test('finds its words in a text that has them, by tokens and in the text itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
        const found = firstWords(text);
        const tokens = [...tokensOf(text)];
        for (const prefix of found.prefixes) assert.ok(tokens.includes(prefix), prefix);
        for (const ranges of findTerms(found, [...wordsOf(composed(text))])) assert.notEqual(ranges.length, 0);
      }),
    );
  });

  test('has few tokens, even of a long text without spaces, and at most 8 words', () => {
    assert.deepEqual(query('宝石'.repeat(50)).prefixes, ['宝石']);
    assert.ok(
      query(Array.from({ length: 99 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join('')).prefixes.length <=
        12,
    );
    assert.equal(parseSearch('1 2 3 4 5 6 7 8 9'), undefined);
  });
});

suite('texts that people take for the same', () => {
  const groups = [
    // Yeh and kaf of Arabic, Persian and final letters; heh and ta marbuta; forms of the hamza.
    ['علي', 'على', 'علی'],
    ['كتاب', 'کتاب', 'ڪتاب', 'ﻛﺘﺎﺏ'],
    ['مدرسة', 'مدرسه', 'مدرسۃ', 'مدرسە'],
    ['أحمد', 'احمد', 'إحمد', 'آحمد', 'ٱحمد', 'أَحْمَد', 'احـمـد'],
    ['شيء', 'شئ', 'شي', 'شیء'],
    ['مؤمن', 'مومن'],
    ['لعبة', 'اللعبة', 'واللعبة', 'باللعبة', 'اللعبه', 'للعبة', 'وللعبة', 'فاللعبة', 'كاللعبة', 'وباللعبة'],
    ['كتاب', 'الكتاب', 'للكتاب', 'وللكتاب', 'فالكتاب', 'كالكتاب', 'وبالكتاب'],
    ['لون', 'اللون', 'للون', 'باللون'],
    ['می\u200cخواهم', 'ميخواهم'],
    // Dots that many leave out, and invisible characters.
    ['ज़रूर', 'जरूर'],
    ['สวัสดี', 'สวัส\u200bดี'],
    ['葛城', '葛\u{e0100}城', '葛\u00ad城', '葛\ufe00城'],
    // Kana.
    ['ガード', 'ガード'.normalize('NFD')],
    ['ガード', 'ｶﾞｰﾄﾞ'],
    ['パズル', 'ﾊﾟｽﾞﾙ'],
    ['ヴ', 'ｳﾞ'],
    ['より', 'ゟ'],
    // Digits.
    ['level 123', 'level ١٢٣', 'level ۱۲۳', 'level १२३', 'level １２３', 'level ๑๒๓', 'level ১২৩', 'level 𝟙𝟚𝟛'],
    ['40', '๔๐', '၄၀', '៤០', '٤٠', '߄߀'],
    // Emoji.
    ['👍', '👍🏽', '👍🏿', '👍\ufe0f'],
    ['👩‍💻', '👩🏽‍💻', '👩🏿‍💻'],
    ['❤', '❤️'],
    ['🇩🇪', '🇩🇪'],
    ['🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
    ['1', '1️⃣'],
  ];

  test('find each other', () => {
    for (const group of groups) {
      for (const q of group) {
        for (const text of group) {
          const { prefixes } = query(q);
          const tokens = [...tokensOf(`x ${text} y`)];
          for (const prefix of prefixes) {
            assert.ok(
              tokens.some((token) => token.startsWith(prefix)),
              `${q} finds ${text}`,
            );
          }
          for (const ranges of findTerms(query(q), [...wordsOf(composed(text))]))
            assert.notDeepEqual(ranges, [], `${q} ${text}`);
        }
      }
    }
  });

  test('are found by their beginning, and in scripts without spaces and in Korean by any part', () => {
    for (const [q, text, mark] of [
      ['ال', 'اللعبة', 'اللعبة'],
      ['اللع', 'لعبة', 'لعبة'],
      ['الان', 'الانسان', 'الانسان'],
      ['요청', '환불요청을 했어요', '요청'],
      ['게임', '모바일게임이', '게임'],
      ['ﾄﾞ', 'ガードが', 'ド'],
      ['ガ', 'ｶﾞｰﾄﾞ', 'ｶﾞ'],
      ['ー', 'ｶﾞｰﾄﾞ', 'ｰ'],
      ['よ', 'ゟで', 'ゟ'],
      ['12', 'ด่าน๑๒ค้าง', '๑๒'],
      ['👍', 'ok 👍🏽!', '👍🏽'],
      ['💻', 'a 👩🏽‍💻 b', '👩🏽‍💻'],
      ['🇩🇪', 'x 🇫🇷🇩🇪', '🇩🇪'],
      ['"لعبة جديدة"', 'هذه اللعبة الجديدة', 'اللعبة الجديدة'],
    ] as const) {
      const whole = composed(text);
      const [range] = findTerms(query(q), [...wordsOf(whole)]).flat();
      assert.equal(whole.slice(range?.start, range?.end), mark, `${q} in ${text}`);
    }
  });

  test('are not those that only look alike', () => {
    for (const [q, text] of [
      ['カ', 'ガード'],
      ['🇩🇪', '🇪🇩'],
      ['🇫🇷', '🇩🇪🇬🇧'],
      ['گل', 'كل'],
      ['12', '٢١'],
      ['요청', '요 청'],
    ] as const) {
      assert.deepEqual(findTerms(query(q), [...wordsOf(composed(text))]).flat(), [], `${q} in ${text}`);
    }
  });
});

suite('words in quotes', () => {
  test('stand next to each other in one text, wholly, without regard to case, accents and punctuation', () => {
    for (const [q, text, ...found] of [
      ['"lost gems"', 'I LOST géms, lost my gems, lost gemstones, lost (gems)', 'LOST géms', 'lost (gems'],
      ['„lost gems“', 'gems lost gems', 'lost gems'],
      ['«gem»', 'gems gem', 'gem'],
      ['"宝石 不見"', '私の宝石 不見了 石 不見', '宝石 不見'],
      ['"宝石"', '私の宝石', '宝石'],
      ['"iphone版"', 'iPhone版2', 'iPhone版'],
      ['"宝石 a 不"', '宝石x a 不', ...[]],
      ['"lost gems', 'gems were lost', 'gems', 'lost'],
      ['5" gems 6"', '6 gems 5', '6', 'gems', '5'],
      ['"lost "gems"', 'gems gemstones lost', 'gems', 'lost'],
      ['""', 'lost', ...[]],
      ['"', 'lost', ...[]],
    ] as const) {
      const whole = composed(text);
      const ranges = findTerms(query(q), [...wordsOf(whole)]).flat();
      const texts = ranges.toSorted((a, b) => a.start - b.start).map(({ start, end }) => whole.slice(start, end));
      assert.deepEqual(texts, found, q);
    }
  });

  test('count as words of the search', () => {
    assert.notEqual(parseSearch('"1 2 3 4 5" 6 7 8'), undefined);
    assert.equal(parseSearch('"1 2 3 4 5" 6 7 8 9'), undefined);
  });
});

function firstWords(text: string) {
  for (let end = text.length; ; end--) {
    const found = parseSearch(text.slice(0, end));
    if (found !== undefined) return found;
  }
}

suite('snippetOf', () => {
  const shown = (text: string, q: string) => {
    const whole = composed(text);
    const { text: part, marks } = snippetOf(whole, findTerms(query(q), [...wordsOf(whole)]).flat());
    return { part, marked: marks.map(({ start, length }) => part.slice(start, start + length)) };
  };

  test('marks parts of scripts without spaces, also beside characters of two code units', () => {
    assert.deepEqual(shown('𠮷野家と𠮷野', '野家').marked, ['野家']);
    assert.deepEqual(shown('𠮷野家と𠮷野', '𠮷野').marked, ['𠮷野', '𠮷野']);
  });

  test('of a repeated character has few marks, and takes no time for each of its places', () => {
    const long = [...wordsOf('あ'.repeat(10_000))];
    const found = findTerms(query('ああ'), long).flat();
    assert.deepEqual([found.length, found[1]], [100, { start: 2, end: 4 }]);
    assert.deepEqual(findTerms(query(`${'あ'.repeat(150)}い`), long), [[]]);
  });

  test('is the text around the first match, on one line', () => {
    assert.deepEqual(shown('One\ntwo, \u202ethree', 'two'), { part: 'One two,  three', marked: ['two'] });
    const long = `${'before '.repeat(50)}needle${' after needles'.repeat(50)}`;
    const { part, marked } = shown(long, 'needle');
    assert.match(part, /^…before (?:before )*needle after needles .*…$/);
    assert.ok(part.length <= 202 && marked.length > 5 && marked[0] === 'needle' && marked[1] === 'needles', part);
    assert.deepEqual(shown('e\u0301te\u0301 ete', 'ete').marked, ['été', 'ete']);
  });

  test('is not cut inside of a flag, a joined emoji or a letter with its accents', () => {
    for (const character of ['🇩🇪', '👩🏽‍💻', '👍🏽', 'q\u0323\u0302']) {
      for (let length = 190; length <= 201; length++) {
        const { part } = shown(`${'x'.repeat(length)}${character}${' tail'.repeat(20)}`, 'x');
        const ended = part.replace(/^x+/, '').replace(/ .*$|…$/u, '');
        assert.ok(['', character].includes(ended), ended);
      }
    }
  });

  test('has marks inside its text that do not overlap, and no half of a character', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 600 }),
        fc.array(fc.tuple(fc.nat(600), fc.nat(40))),
        (text, parts) => {
          const ranges = parts
            .map(([start, length]) => ({ start, end: start + length }))
            .filter(({ start, end }) => start < end && end <= text.length);
          const { text: part, marks } = snippetOf(text, ranges);
          let end = 0;
          for (const mark of marks) {
            assert.ok(mark.start >= end && mark.length > 0);
            end = mark.start + mark.length;
          }
          assert.ok(end <= part.length && part.length <= 202);
          assert.equal(part.isWellFormed(), true);
        },
      ),
    );
  });
});
