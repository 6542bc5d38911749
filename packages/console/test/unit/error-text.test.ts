import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  FIELD_PROBLEMS,
  fieldProblem,
  messageOf,
  type FieldProblem as Problem,
} from '@player-support/contract/field-problems';
import { MAX_FORM_LENGTH } from '@player-support/contract/limits';
import { Text } from '@player-support/contract/schema';
import { Type } from 'typebox';
import { cleanAudience } from '../../../server/src/domain/audience.ts';
import { problemsOfForm } from '../../../server/src/domain/forms.ts';
import { PROBLEMS } from '../../../server/src/errors.ts';
import { validator } from '../../../server/src/operations/validation.ts';
import { ApiError } from '../../src/api/api-error.ts';
import type { Plural } from '../../src/i18n/catalogues.ts';
import type { Translate } from '../../src/i18n/text.ts';
import { texts as de } from '../../src/texts/app.de.ts';
import { texts as en } from '../../src/texts/app.en.ts';
import { errorText, PROBLEM_TEXTS } from '../../src/ui/error-text.ts';
import { FIELD_TEXTS, fieldText } from '../../src/ui/field-text.ts';
import { emptyFields, isGeneralError } from '../../src/ui/form-errors.ts';

/** Returns the key and its parameters. */
const t: Translate = (key, ...[params]) => `${key} ${Object.values(params ?? {}).join()}`.trim();

/** Requests of the console do not cause these. */
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
  /** Formats it as the console gets it. */
  const text = (problem: Problem) => fieldText({ ...problem, message: messageOf(problem) }, t);
  const says = (schema: Parameters<typeof validator>[0], value: unknown) =>
    (validator(Type.Object({ it: schema }))(value === undefined ? {} : { it: value })?.it ?? []).map(text);

  test('is in the current language', () => {
    assert.deepEqual(says(Text({ max: 3 }), undefined), ['field.required']);
    assert.deepEqual(says(Text({ max: 3 }), 'four'), ['field.long 3']);
    assert.deepEqual(says(Type.String({ minLength: 12 }), 'short'), ['field.short 12']);
    assert.deepEqual(says(Text({ max: 3, visible: true }), ' '), ['field.required']);
    assert.deepEqual(says(Text({ max: 3 }), '\0'), ['field.characters']);
    assert.deepEqual(says(Type.Array(Type.String(), { maxItems: 1 }), ['a', 'b']), ['field.many 1']);
    assert.equal(text(fieldProblem('too-many-words', { max: 8 })), 'field.words 8');
    assert.deepEqual(says(Type.Integer({ minimum: 1, maximum: 90 }), 0), ['field.least 1']);
    assert.deepEqual(says(Type.Integer({ minimum: 1, maximum: 90 }), 91), ['field.most 90']);
    assert.deepEqual(says(Type.Integer(), 'x'), ['field.number']);
    assert.deepEqual(says(Type.String({ format: 'date-time' }), 'x'), ['field.time']);
  });

  test('is in the current language for builds and known issues', () => {
    const textsFor = (minBuild: string, maxBuild: string) =>
      Object.values(cleanAudience({ minBuild, maxBuild }).problems).flat().map(text);
    assert.deepEqual(textsFor('new', 'x'), ['field.build', 'field.build']);
    assert.deepEqual(textsFor('3.0', '2.0'), ['field.build-order']);
    assert.deepEqual(textsFor('2400', '2.0'), ['field.build-kind']);
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
    const problems = problemsOfForm(fields, choices);
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
    for (const problem of Object.values(problems).flat()) assert.match(text(problem), /^field\.[a-z-]+$/);
  });

  test('has, for each code with a text, all words and values in English and German', () => {
    for (const [code, template] of Object.entries(FIELD_PROBLEMS)) {
      if (!Object.hasOwn(FIELD_TEXTS, code)) continue;
      const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      const parameters = Object.fromEntries(names.map((name) => [name, name === 'type' ? 'number or null' : 1234]));
      const [english, german] = [en, de].map((texts) =>
        fieldText({ code, parameters, message: 'Of the server.' }, (key, ...[params]) => {
          const all: Readonly<Record<string, string | Plural>> = texts;
          const found = all[key] ?? assert.fail(key);
          const values: Readonly<Record<string, unknown>> = params ?? {};
          return (typeof found === 'string' ? found : found.other).replace(
            /\{(\w+)\}/g,
            (_, name) => `${values[name]}`,
          );
        }),
      );
      for (const said of [english ?? '', german ?? '']) {
        assert.notEqual(said, 'Of the server.', code);
        assert.doesNotMatch(said, /undefined|[{}]/, code);
      }
      assert.notEqual(english, german, code);
    }
  });

  test('is the message of the server for a code without a text, and without a code', () => {
    const message = 'Must be green.';
    const mustBeGreen = { field: 'it', code: 'not-green', parameters: { max: 3 } };
    for (const problem of [mustBeGreen, { code: 'toString' }, { code: '__proto__' }, {}]) {
      assert.equal(fieldText({ ...problem, message }, t), message);
    }
    // The server's message about a type is clear only for numbers.
    assert.equal(fieldText({ code: 'wrong-type', parameters: { type: 'string' }, message }, t), message);
  });
});

describe('an error of the server', () => {
  test('has the message of each problem, also of a server without codes', () => {
    const type = '/problems/validation';
    const errors = { a: ['First.', 'Second.'], b: ['Third.'] };
    const problems = [
      { field: 'a', code: 'blank' },
      { field: 'a', code: 'too-short', parameters: { min: 3 } },
      { field: 'b', code: 'not-known-here' },
    ] as const;
    const messages = ['First.', 'Second.', 'Third.'];
    // The cast: a newer server can have more codes.
    const coded = new ApiError(400, { type, errors, problems: problems as unknown as (typeof problems)[0][] });
    assert.deepEqual(
      coded.problems,
      problems.map((problem, at) => ({ ...problem, message: messages[at] })),
    );
    assert.deepEqual(new ApiError(400, { type, errors }).problems, [
      { field: 'a', message: 'First.' },
      { field: 'a', message: 'Second.' },
      { field: 'b', message: 'Third.' },
    ]);
    assert.deepEqual(new ApiError(500, {}).problems, []);
    // A proxy can send anything.
    assert.deepEqual(new ApiError(502, { errors: { a: 'x' } as never }).problems, []);
  });

  test('is what this page says about empty fields', () => {
    const [problem] = emptyFields('projectId').problems;
    assert.equal(problem && fieldText(problem, t), 'field.required');
    assert.equal(isGeneralError(emptyFields('projectId')), false);
  });
});
