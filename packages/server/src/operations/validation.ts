import { type FieldProblem, type FieldProblems, fieldProblem } from '@player-support/contract/field-problems';
import { NOT_BLANK, PORTABLE_PATTERNS, TEXT_FORMAT } from '@player-support/contract/schema';
import { VISIBLE } from '@player-support/contract/visible-text';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { TLocalizedValidationError } from 'typebox/error';
import Format from 'typebox/format';
import { Settings } from 'typebox/system';
import { lazy } from '../domain/lazy.ts';
import { parseDateTime } from '../domain/time.ts';

Format.Set(TEXT_FORMAT, (text) => text.isWellFormed() && !text.includes('\0'));
Format.Set('date-time', (text) => parseDateTime(text) !== undefined);
/** The player API's bodies have at most 10 fields, so all failing ones are reported. */
const MAX_FIELDS = 20;
/** Names of unknown fields come from the client. Longer ones are cut. */
const MAX_NAME_LENGTH = 100;
// A field can fail several checks, so there are more errors than reported fields.
Settings.Set({ maxErrors: 5 * MAX_FIELDS });

type Failure<Keyword extends string> = Extract<TLocalizedValidationError, { readonly keyword: Keyword }>['params'];

/** By keyword of JSON Schema. */
const PROBLEM_OF: {
  readonly [Keyword in TLocalizedValidationError['keyword']]?: (failed: Failure<Keyword>) => FieldProblem;
} = {
  // Typebox: an unknown field fails the schema `false`.
  boolean: () => fieldProblem('unknown-field'),
  type: ({ type }) => fieldProblem('wrong-type', { type: [type].flat().join(' or ') }),
  minLength: ({ limit }) => (limit === 1 ? fieldProblem('empty') : fieldProblem('too-short', { min: limit })),
  maxLength: ({ limit }) => fieldProblem('too-long', { max: limit }),
  maxItems: ({ limit }) => fieldProblem('too-many-items', { max: limit }),
  minItems: ({ limit }) => (limit === 1 ? fieldProblem('no-items') : fieldProblem('too-few-items', { min: limit })),
  minProperties: () => fieldProblem('no-fields'),
  const: ({ allowedValue }) => fieldProblem('wrong-value', { value: JSON.stringify(allowedValue) }),
  minimum: ({ limit }) => fieldProblem('too-small', { min: Number(limit) }),
  maximum: ({ limit }) => fieldProblem('too-large', { max: Number(limit) }),
  exclusiveMinimum: ({ limit }) => fieldProblem('not-above', { min: Number(limit) }),
  pattern: ({ pattern }) =>
    pattern === VISIBLE || pattern === NOT_BLANK
      ? fieldProblem('blank')
      : fieldProblem('wrong-pattern', { pattern: PORTABLE_PATTERNS.get(pattern) ?? String(pattern) }),
  format: ({ format }) => fieldProblem(format === TEXT_FORMAT ? 'wrong-characters' : 'wrong-date-time'),
  enum: ({ allowedValues }) => fieldProblem('wrong-choice', { values: allowedValues.map(String) }),
};

function problemOf({ keyword, params, message }: TLocalizedValidationError): FieldProblem {
  // The cast: the parameters are those of the keyword.
  const problem = PROBLEM_OF[keyword] as ((failed: object) => FieldProblem) | undefined;
  return problem?.(params) ?? fieldProblem('wrong-schema', { reason: message });
}

/** Names a field, with dots between nested names. `$` is the whole value. */
function fieldName(instancePath: string, property?: string): string {
  // A JSON pointer (RFC 6901).
  const parts = instancePath.split('/', 10).slice(1);
  const names = parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (property !== undefined) names.push(property);
  return names.join('.').slice(0, MAX_NAME_LENGTH).toWellFormed() || '$';
}

/** Finds limits of lists that are direct fields of an object. */
function listLimits(schema: TSchema): [name: string, limit: number][] {
  const { properties = {} } = schema as { properties?: Readonly<Record<string, { maxItems?: number }>> };
  return Object.entries(properties).flatMap(([name, { maxItems }]) =>
    maxItems === undefined ? [] : [[name, maxItems]],
  );
}

/**
 * Returns the problems of up to 20 fields, if any. Converts nothing. For a too long list, reports
 * only that.
 */
export function validator(schema: TSchema): (value: unknown) => FieldProblems | undefined {
  // Compiled for the first request: all schemas would delay the start.
  const compiled = lazy(() => Compile(schema));
  const limits = listLimits(schema);
  return (value) => {
    // No prototype: a field can be named "__proto__".
    const problems = Object.create(null) as FieldProblems;
    const fields = Object(value) as Readonly<Record<string, unknown>>;
    for (const [name, limit] of limits) {
      const list = fields[name];
      if (Array.isArray(list) && list.length > limit) problems[name] = [fieldProblem('too-many-items', { max: limit })];
    }
    if (Object.keys(problems).length > 0) return problems;
    if (compiled().Check(value)) return undefined;

    for (const failure of compiled().Errors(value)) {
      // Each unknown field also has its own error.
      if (failure.keyword === 'additionalProperties') continue;
      const missing = failure.keyword === 'required' ? failure.params.requiredProperties : undefined;
      for (const property of missing ?? [undefined]) {
        const field = fieldName(failure.instancePath, property);
        if (problems[field] === undefined && Object.keys(problems).length === MAX_FIELDS) return problems;
        problems[field] ??= [];
        problems[field].push(property === undefined ? problemOf(failure) : fieldProblem('required'));
      }
    }
    return problems;
  };
}

interface PartOfSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, PartOfSchema>>;
  readonly additionalProperties?: unknown;
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Leaves out empty texts, and objects of nothing else: engines such as Unity cannot leave them out.
 * Closed objects keep them: without its `textKey`, DeleteHeldTickets would delete more.
 */
export const withoutEmptyTexts = (schema: PartOfSchema, value: unknown): unknown =>
  isObject(value) ? (present(schema, value) ?? {}) : value;

/** Undefined: absent. */
function present({ type, properties, additionalProperties }: PartOfSchema, value: unknown): unknown {
  if (value === '' && [type].flat().includes('string')) return undefined;
  if (properties === undefined || additionalProperties === false || !isObject(value)) return value;
  const partOf = (name: string) => (Object.hasOwn(properties, name) ? properties[name] : undefined);
  const sent = Object.entries(value).map(([name, one]) => [name, present(partOf(name) ?? {}, one)] as const);
  const kept = sent.filter(([, one]) => one !== undefined);
  return kept.length === 0 && sent.length > 0 ? undefined : Object.fromEntries(kept);
}

const INTEGER = /^-?(?:0|[1-9]\d*)$/;

/** A URL has only text, so the text of an integer becomes a number. */
export function queryReader(schema: TSchema): (query: Readonly<Record<string, unknown>>) => Record<string, unknown> {
  const { properties = {} } = schema as { properties?: Readonly<Record<string, { type?: unknown }>> };
  const integers = new Set(Object.keys(properties).filter((name) => properties[name]?.type === 'integer'));
  const read = (name: string, value: unknown) =>
    integers.has(name) && typeof value === 'string' && INTEGER.test(value) ? Number(value) : value;
  return (query) => Object.fromEntries(Object.entries(query).map(([name, value]) => [name, read(name, value)]));
}
