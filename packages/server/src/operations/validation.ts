import { type FieldProblem, type FieldProblems, fieldProblem } from '@player-support/contract/field-problems';
import { NOT_BLANK, TEXT_FORMAT, VISIBLE } from '@player-support/contract/schema';
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

const isBlankRule = (pattern: unknown) => pattern === NOT_BLANK || pattern === VISIBLE;

function problemOf({ keyword, params, message }: TLocalizedValidationError): FieldProblem {
  switch (keyword) {
    // Typebox: an unknown field fails the schema `false`.
    case 'boolean':
      return fieldProblem('unknown-field');
    case 'type':
      return fieldProblem('wrong-type', { type: [params.type].flat().join(' or ') });
    case 'minLength':
      return params.limit === 1 ? fieldProblem('empty') : fieldProblem('too-short', { min: params.limit });
    case 'maxLength':
      return fieldProblem('too-long', { max: params.limit });
    case 'maxItems':
      return fieldProblem('too-many-items', { max: params.limit });
    case 'minItems':
      return params.limit === 1 ? fieldProblem('no-items') : fieldProblem('too-few-items', { min: params.limit });
    case 'minProperties':
      return fieldProblem('no-fields');
    case 'const':
      return fieldProblem('wrong-value', { value: JSON.stringify(params.allowedValue) });
    case 'minimum':
      return fieldProblem('too-small', { min: Number(params.limit) });
    case 'maximum':
      return fieldProblem('too-large', { max: Number(params.limit) });
    case 'exclusiveMinimum':
      return fieldProblem('not-above', { min: Number(params.limit) });
    case 'pattern':
      return isBlankRule(params.pattern)
        ? fieldProblem('blank')
        : fieldProblem('wrong-pattern', { pattern: String(params.pattern) });
    case 'format':
      return params.format === TEXT_FORMAT ? fieldProblem('wrong-characters') : fieldProblem('wrong-date-time');
    case 'enum':
      return fieldProblem('wrong-choice', { values: params.allowedValues.map(String) });
    default:
      return fieldProblem('wrong-schema', { reason: message });
  }
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
 * Returns the problems of up to 20 fields, or undefined if valid. Converts nothing. For a list that
 * is too long, reports only that.
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

const INTEGER = /^-?(?:0|[1-9]\d*)$/;

/** A URL has only text, so the text of an integer becomes a number. */
export function queryReader(schema: TSchema): (query: Readonly<Record<string, unknown>>) => Record<string, unknown> {
  const { properties = {} } = schema as { properties?: Readonly<Record<string, { type?: unknown }>> };
  const integers = new Set(Object.keys(properties).filter((name) => properties[name]?.type === 'integer'));
  const read = (name: string, value: unknown) =>
    integers.has(name) && typeof value === 'string' && INTEGER.test(value) ? Number(value) : value;
  return (query) => Object.fromEntries(Object.entries(query).map(([name, value]) => [name, read(name, value)]));
}
