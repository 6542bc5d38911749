import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MAX_FORM_LENGTH } from '@player-support/contract/limits';
import { Text } from '@player-support/contract/schema';
import { Type } from 'typebox';
import { cleanAudience } from '../../../server/src/domain/audience.ts';
import { problemsOfForm } from '../../../server/src/domain/forms.ts';
import { PROBLEMS } from '../../../server/src/errors.ts';
import { validator } from '../../../server/src/operations/validation.ts';
import { ApiError } from '../../src/api/api-error.ts';
import type { Translate } from '../../src/i18n/text.ts';
import { errorText, PROBLEM_TEXTS } from '../../src/ui/error-text.ts';
import { fieldText } from '../../src/ui/field-text.ts';

/** Returns the key and its parameters. */
const t: Translate = (key, ...[params]) => `${key} ${Object.values(params ?? {}).join()}`.trim();

/** Problems that requests of the console do not cause. */
const NEVER_MET = [
  'open-ticket-limit',
  'identity-not-set-up',
  'identity-token-refused',
  'support-code-refused',
  'method-not-allowed',
  'unsupported-media-type',
  'expectation-failed',
  'headers-too-large',
  'upload-conflict',
  'tus-version',
  'question-answered',
];

describe('the text of an error', () => {
  test('is in the current language, for each problem that a member can see', () => {
    for (const [slug, [status, title]] of Object.entries(PROBLEMS)) {
      if (NEVER_MET.includes(slug)) continue;
      const text = errorText(new ApiError(status, { type: `/problems/${slug}`, title, detail: 'In English.' }), t);
      assert.match(text, /^error\.[a-z-]+(?: 30)?$/, slug);
    }
    const unknown = Object.keys(PROBLEM_TEXTS).filter((slug) => slug !== 'offline' && !Object.hasOwn(PROBLEMS, slug));
    assert.deepEqual(unknown, [], 'problems that the server does not have');
  });

  test('is the text of the server for an unknown problem', () => {
    assert.equal(errorText(new ApiError(409, { type: '/problems/new', title: 'T', detail: 'D' }), t), 'D');
    assert.equal(errorText(new ApiError(409, { type: '/problems/new', title: 'T' }), t), 'T');
    assert.equal(errorText(new ApiError(502, { title: 'Bad gateway' }), t), 'error.server');
    const plain = { type: '/problems/validation', detail: 'Use HTTPS.', errors: { $: ['Use HTTPS.'] } };
    assert.equal(errorText(new ApiError(400, plain), t), 'Use HTTPS.');
  });
});

describe('the text of a field error', () => {
  const says = (schema: Parameters<typeof validator>[0], value: unknown) =>
    (validator(Type.Object({ it: schema }))(value === undefined ? {} : { it: value })?.it ?? []).map((message) =>
      fieldText(message, t),
    );

  test('is in the current language', () => {
    assert.deepEqual(says(Text({ max: 3 }), undefined), ['field.required']);
    assert.deepEqual(says(Text({ max: 3 }), 'four'), ['field.long 3']);
    assert.deepEqual(says(Type.String({ minLength: 12 }), 'short'), ['field.short 12']);
    assert.deepEqual(says(Text({ max: 3, notBlank: true }), ' '), ['field.required']);
    assert.deepEqual(says(Text({ max: 3 }), '\0'), ['field.characters']);
    assert.deepEqual(says(Type.Array(Type.String(), { maxItems: 1 }), ['a', 'b']), ['field.many 1']);
    assert.equal(fieldText('Must have at most 8 words.', t), 'field.words 8');
    assert.deepEqual(says(Type.Integer({ minimum: 1, maximum: 90 }), 0), ['field.least 1']);
    assert.deepEqual(says(Type.Integer({ minimum: 1, maximum: 90 }), 91), ['field.most 90']);
    assert.deepEqual(says(Type.Integer(), 'x'), ['field.number']);
    assert.deepEqual(says(Type.String({ format: 'date-time' }), 'x'), ['field.time']);
  });

  test('is in the current language for builds and known issues', () => {
    const { errors } = cleanAudience({ minBuild: 'new', maxBuild: 'x' });
    assert.deepEqual(
      Object.values(errors)
        .flat()
        .map((message) => fieldText(message, t)),
      ['field.build', 'field.build'],
    );
    const order = cleanAudience({ minBuild: '3.0', maxBuild: '2.0' }).errors;
    assert.deepEqual(
      Object.values(order)
        .flat()
        .map((message) => fieldText(message, t)),
      ['field.build-order'],
    );
    const kinds = Object.values(cleanAudience({ minBuild: '2400', maxBuild: '2.0' }).errors).flat();
    assert.deepEqual(
      kinds.map((message) => fieldText(message, t)),
      ['field.build-kind'],
    );
  });

  test('is in the current language for everything that is wrong with a form', () => {
    const texts = { en: 'A' };
    const field = { kind: 'choice', required: false, label: {}, help: texts, choices: [], showIf: null } as const;
    const choice = { value: 'a', label: texts };
    const fields = [
      { ...field, name: 'first', label: texts, choices: [choice] },
      { ...field, name: 'first', showIf: { field: 'first', value: 'b' } },
      { ...field, name: 'No name', kind: 'text', showIf: { field: 'none', value: 'b' } },
      { ...field, name: 'long', label: { en: 'A'.repeat(MAX_FORM_LENGTH) } },
    ] as const;
    const choices = [choice, choice, { value: 'c', label: {} }].map((one) => ({ field: 'first', ...one }));
    const problems = problemsOfForm(fields, choices) ?? {};
    assert.deepEqual(Object.keys(problems).sort(), [
      'choices.1.value',
      'choices.2.label',
      'fields',
      'fields.1.kind',
      'fields.1.label',
      'fields.1.name',
      'fields.1.showIf.value',
      'fields.2.label',
      'fields.2.name',
      'fields.2.showIf.field',
      'fields.3.kind',
    ]);
    for (const [message = ''] of Object.values(problems)) assert.match(fieldText(message, t), /^field\.[a-z-]+$/);
  });

  test('says that a variable does not exist', () => {
    assert.equal(fieldText('Must not contain {{a}}, which is no variable of this notice.', t), 'field.variable');
  });

  test('is the text of the server for an unknown message', () => {
    assert.equal(fieldText('Must be green.', t), 'Must be green.');
  });
});
