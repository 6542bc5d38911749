import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { FieldKind } from '@player-support/contract/enums';
import { messagesOf } from '@player-support/contract/field-problems';
import { checkAnswers, presentAnswers, searchedAnswer } from '../../src/domain/answers.ts';
import { type Field, fieldsOf } from '../../src/domain/forms.ts';
import { ANSWERS, aField, CHOICES, choicesOf, FIELDS, SHOWN_ANSWERS } from '../helpers/forms.ts';
import { fc } from '../helpers/property.ts';

const FORM = fieldsOf(FIELDS, CHOICES);

const ofKind = (kind: FieldKind, required = false): Field[] =>
  fieldsOf([aField('a', { kind, required })], choicesOf('a', 'pc', 'constructor', '1'));

const errorsOf = (form: readonly Field[], given: unknown) => {
  const checked = checkAnswers(form, given);
  return 'problems' in checked ? messagesOf(checked.problems) : {};
};

const storedOf = (form: readonly Field[], given: unknown) => {
  const checked = checkAnswers(form, given);
  return 'stored' in checked ? checked.stored : assert.fail(JSON.stringify(checked.problems));
};

const NEVER: readonly unknown[] = [[], {}, ['pc'], { toString: 'pc' }];
const LONG = '😀'.repeat(1000);

const VALUES: Readonly<Record<FieldKind, readonly [accepted: unknown[], refused: unknown[]]>> = {
  text: [
    ['a', '😀'.repeat(200), ' a ', '</script>', 'a\u202e', '1', '"}', '\n\na'],
    [1, true, 'x'.repeat(201), '😀'.repeat(201), LONG, '\0', 'a\ud800', '\udc00b'],
  ],
  long_text: [
    ['a', LONG, 'a\r\nb'],
    [0, false, `${LONG}x`, 'x'.repeat(60_000), 'a\0', '\ud83d'],
  ],
  number: [
    [0, -0, 1, -1, 0.1, 1e-300, Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER],
    [
      ...['1', '0x10', true, 1e16, -1e16, Number.MAX_VALUE, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
      ...[Number.NaN, JSON.parse('1e999')],
    ],
  ],
  yes_no: [
    [true, false],
    ['true', 'yes', 1, 0],
  ],
  choice: [
    ['pc', 'constructor', '1'],
    ['PC', 'pc ', 'toString', '__proto__', 1, true],
  ],
  date: [
    ['2026-01-31', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'],
    [
      ...['2026-02-29', '1900-02-29', '2026-00-10', '2026-13-01', '2026-01-00', '2026-01-32', '2026-04-31'],
      ...['0000-01-01', '26-01-01', '2026-1-1', '2026-01-01T00:00:00Z', ' 2026-01-01', '2026-01-01\n', '+002026-01-01'],
      ...['-0001-01-01', '٢٠٢٦-٠١-٠١', 20_260_101, true, 'today'],
    ],
  ],
};

suite('an answer', () => {
  for (const [kind, [accepted, refused]] of Object.entries(VALUES)) {
    test(`of the kind ${kind}`, () => {
      const form = ofKind(kind as FieldKind);
      for (const value of accepted) {
        const [shown = assert.fail()] = presentAnswers(form, storedOf(form, { a: value }));
        assert.equal(shown.value, String(value));
      }
      for (const value of [...refused, ...NEVER]) {
        assert.deepEqual(Object.keys(errorsOf(form, { a: value })), ['fields.a'], JSON.stringify(value));
      }
    });

    test(`of the kind ${kind}: null, a blank text and no property are no answer`, () => {
      for (const given of [{}, { a: null }, { a: '' }, { a: ' \n\t\u00a0' }, { a: '\u3164\u200b' }, undefined]) {
        assert.deepEqual(storedOf(ofKind(kind as FieldKind), given), { answers: null, long_answers: null });
        assert.deepEqual(errorsOf(ofKind(kind as FieldKind, true), given), { 'fields.a': ['Is required.'] });
      }
    });
  }

  test('to a required yes-no question can be no', () => {
    assert.deepEqual(storedOf(ofKind('yes_no', true), { a: false }).answers, '{"a":"false"}');
  });
});

suite('answers', () => {
  test('are stored as texts, long ones apart, and shown with the labels of the form', () => {
    const stored = storedOf(FORM, ANSWERS);
    assert.deepEqual(JSON.parse(stored.answers ?? ''), {
      ...{ device: 'pc', gpu: 'RTX "4070"', crashed: 'true', level: '-7.5', since: '2026-02-28' },
    });
    assert.deepEqual(JSON.parse(stored.long_answers ?? ''), { report: 'It went\nblack.' });
    const shown = presentAnswers(FORM, stored);
    assert.deepEqual(Object.fromEntries(shown.map(({ name, value }) => [name, value])), SHOWN_ANSWERS);
    assert.deepEqual(shown[0], {
      name: 'device',
      kind: 'choice',
      label: { de: 'Welches Gerät?', en: 'Which device?' },
      value: 'pc',
      choice: { en: 'Label of pc' },
    });
    assert.equal(shown[1]?.choice, null);
  });

  test('of hidden fields are left out, whatever they are; hidden fields need none', () => {
    const { answers, long_answers } = storedOf(FORM, {
      device: 'phone',
      gpu: [],
      crashed: false,
      report: 'x'.repeat(9999),
    });
    assert.deepEqual([answers, long_answers], ['{"device":"phone","crashed":"false"}', null]);
    assert.deepEqual(errorsOf(FORM, { device: 'pc' }), { 'fields.gpu': ['Is required.'] });
  });

  test('hide fields also through a hidden or a wrong answer', () => {
    const chain = fieldsOf(
      [
        aField('a', { kind: 'yes_no' }),
        aField('b', { kind: 'yes_no', showIf: { field: 'a', value: 'true' } }),
        aField('c', { required: true, showIf: { field: 'b', value: 'true' } }),
      ],
      [],
    );
    assert.deepEqual(storedOf(chain, { a: false, b: true, c: 'x' }).answers, '{"a":"false"}');
    assert.deepEqual(storedOf(chain, { b: true, c: 'x' }).answers, null);
    assert.deepEqual(Object.keys(errorsOf(chain, { a: 'true', b: true })), ['fields.a']);
    assert.deepEqual(Object.keys(errorsOf(chain, { a: true, b: true })), ['fields.c']);
  });

  test('that are no object, and fields that the form does not have', () => {
    for (const given of [null, [], [1], 'x', 1, true]) {
      assert.deepEqual(errorsOf(FORM, given), { fields: ['Must be of type object.'] });
    }
    const given = JSON.parse('{"device":"phone","__proto__":1,"constructor":2,"x\\ud800":3}');
    assert.deepEqual(Object.keys(errorsOf(FORM, given)), ['fields.__proto__', 'fields.constructor', 'fields.x\ufffd']);
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`${at}${'x'.repeat(300)}`, at]));
    const errors = errorsOf(FORM, many);
    assert.equal(Object.keys(errors).length, 20);
    assert.ok(Object.keys(errors).every((name) => name.length <= 'fields.'.length + 100));
  });

  test('are found by the searched text exactly if a field has this answer', () => {
    const form = fieldsOf([aField('a'), aField('aa'), aField('b')], []);
    const text = fc.oneof(
      fc.constantFrom('x', '"', '\\', '":"', '"a":"x"', '\\"a\\":\\"x', 'x"', '"b":"', ',', '}', 'é', '😀', 'a'),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
    );
    const usable = text.filter((one) => one.trim() !== '' && one.isWellFormed() && !one.includes('\0'));
    fc.assert(
      fc.property(fc.record({ a: usable, aa: usable, b: usable }), usable, (given, wanted) => {
        const { answers } = storedOf(form, given);
        for (const [name, value] of Object.entries(given)) {
          assert.equal(answers?.includes(searchedAnswer(name, wanted)), value === wanted, `${answers} ${wanted}`);
          assert.ok(answers?.includes(searchedAnswer(name, value)));
        }
      }),
      { numRuns: 500 },
    );
  });
});
