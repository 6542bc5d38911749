import { type FieldProblem, type FieldProblems, fieldProblem } from '@player-support/contract/field-problems';
import { MAX_LONG_TEXT_ANSWER_LENGTH, MAX_TEXT_ANSWER_LENGTH } from '@player-support/contract/limits';
import type { TicketAnswer } from '@player-support/contract/team/forms';
import { hasVisible } from '@player-support/contract/visible-text';
import type { Field } from './forms.ts';
import { isDate } from './time.ts';

/** Each answer is a text: `3`, `true` or `2026-01-31`. */
export interface StoredAnswers {
  /** JSON: searchable answers by field name. Null: none. */
  readonly answers: string | null;
  /** JSON: answers of the kind `long_text`. Null: none. */
  readonly long_answers: string | null;
}

type Checked = { readonly stored: StoredAnswers } | { readonly problems: FieldProblems };

/** Longer names are cut in messages about unknown fields. */
const MAX_SHOWN_NAME = 100;
const MAX_PROBLEMS = 20;
const MAX_NUMBER = Number.MAX_SAFE_INTEGER;

/** Omits answers to hidden fields: the game may still have earlier ones. */
export function checkAnswers(form: readonly Field[], given: unknown = {}): Checked {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    return { problems: { fields: [fieldProblem('wrong-type', { type: 'object' })] } };
  }
  const values = new Map<string, unknown>(Object.entries(given));
  const problems: [string, FieldProblem][] = [];
  const shown = new Map<string, string>();
  const short: [string, string][] = [];
  const long: [string, string][] = [];
  for (const field of form) {
    const value = values.get(field.name);
    values.delete(field.name);
    if (field.showIf !== null && shown.get(field.showIf.field) !== field.showIf.value) continue;
    if (isNoAnswer(value)) {
      if (field.required) problems.push([field.name, fieldProblem('required')]);
      continue;
    }
    const problem = problemOf(field, value);
    if (problem !== undefined) {
      problems.push([field.name, problem]);
      continue;
    }
    const text = String(value);
    shown.set(field.name, text);
    (field.kind === 'long_text' ? long : short).push([field.name, text]);
  }
  for (const name of values.keys()) {
    problems.push([name.slice(0, MAX_SHOWN_NAME).toWellFormed(), fieldProblem('not-of-form')]);
    if (problems.length >= MAX_PROBLEMS) break;
  }
  if (problems.length === 0) return { stored: { answers: asJson(short), long_answers: asJson(long) } };
  const named = problems.slice(0, MAX_PROBLEMS).map(([name, problem]) => [`fields.${name}`, [problem]]);
  return { problems: Object.fromEntries(named) };
}

/** A NUL is no blank: it gets its own error. */
const isNoAnswer = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && !hasVisible(value) && !value.includes('\0'));

const asJson = (answers: readonly [string, string][]) =>
  answers.length === 0 ? null : JSON.stringify(Object.fromEntries(answers));

function problemOf({ kind, choices }: Field, value: unknown): FieldProblem | undefined {
  switch (kind) {
    case 'text':
      return problemOfText(value, MAX_TEXT_ANSWER_LENGTH);
    case 'long_text':
      return problemOfText(value, MAX_LONG_TEXT_ANSWER_LENGTH);
    case 'number':
      // JSON has no NaN or Infinity, but 1e999 is read as Infinity.
      if (typeof value !== 'number') return fieldProblem('wrong-type', { type: 'number' });
      return Math.abs(value) <= MAX_NUMBER ? undefined : fieldProblem('out-of-range', { max: MAX_NUMBER });
    case 'yes_no':
      return typeof value === 'boolean' ? undefined : fieldProblem('wrong-type', { type: 'boolean' });
    case 'choice':
      return choices.some((choice) => choice.value === value) ? undefined : fieldProblem('not-of-choices');
    case 'date':
      return isDay(value) ? undefined : fieldProblem('not-a-date');
  }
}

function problemOfText(value: unknown, max: number): FieldProblem | undefined {
  if (typeof value !== 'string') return fieldProblem('wrong-type', { type: 'string' });
  if (!value.isWellFormed() || value.includes('\0')) return fieldProblem('wrong-characters');
  // A code point has at most two code units, so most texts need no count.
  if (value.length <= max) return undefined;
  return value.length <= 2 * max && [...value].length <= max ? undefined : fieldProblem('too-long', { max });
}

/** From the year 1 on. */
const isDay = (value: unknown) => typeof value === 'string' && value >= '0001-01-01' && isDate(value);

/** The part of stored answers that a filter for one answer looks for. */
export function searchedAnswer(name: string, text: string): string {
  // A backslash precedes each quotation mark in a text, so this matches only where a name begins.
  return `${JSON.stringify(name)}:${JSON.stringify(text)}`;
}

export const answersByName = ({ answers, long_answers }: StoredAnswers): Record<string, string> =>
  Object.fromEntries([answers, long_answers].flatMap((json) => (json === null ? [] : entriesOf(json))));

/** Returns the answers with labels, without fields that the form lacks. */
export function presentAnswers(form: readonly Field[], { answers, long_answers }: StoredAnswers): TicketAnswer[] {
  const stored = new Map([answers, long_answers].flatMap((json) => (json === null ? [] : entriesOf(json))));
  return form.flatMap(({ name, kind, label, choices }) => {
    const value = stored.get(name);
    if (value === undefined) return [];
    const choice = choices.find((one) => one.value === value)?.label ?? null;
    return [{ name, kind, label, value, choice }];
  });
}

const entriesOf = (json: string) => Object.entries(JSON.parse(json) as Record<string, string>);
