import { NOT_BLANK, TEXT_FORMAT, VISIBLE } from '@player-support/contract/schema';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { TLocalizedValidationError } from 'typebox/error';
import Format from 'typebox/format';
import { Settings } from 'typebox/system';
import { lazy } from '../domain/lazy.ts';
import { parseDateTime } from '../domain/time.ts';

export type FieldErrors = Record<string, string[]>;

Format.Set(TEXT_FORMAT, (text) => text.isWellFormed() && !text.includes('\0'));
Format.Set('date-time', (text) => parseDateTime(text) !== undefined);
/** A body of the player API has 10 fields at most, so all of its failing fields are reported. */
const MAX_FIELDS = 20;
/** The names of unknown fields come from the client. They are cut to this many characters. */
const MAX_NAME_LENGTH = 100;
// A field can fail several checks, so collect more errors than there are fields to report.
Settings.Set({ maxErrors: 5 * MAX_FIELDS });

const tooManyItems = (limit: number) => `Must have at most ${limit} items.`;

const isBlankRule = (pattern: unknown) => pattern === NOT_BLANK || pattern === VISIBLE;

function message({ keyword, params, message }: TLocalizedValidationError): string {
  switch (keyword) {
    // Typebox reports an unknown field of a closed object as a failure of the schema `false`.
    case 'boolean':
      return 'Is not a known field.';
    case 'type':
      return `Must be of type ${[params.type].flat().join(' or ')}.`;
    case 'minLength':
      return `Must have at least ${params.limit} character${params.limit === 1 ? '' : 's'}.`;
    case 'maxLength':
      return `Must have at most ${params.limit} characters.`;
    case 'maxItems':
      return tooManyItems(params.limit);
    case 'minItems':
      return `Must have at least ${params.limit} item${params.limit === 1 ? '' : 's'}.`;
    case 'minProperties':
      return 'Must have at least one field.';
    case 'const':
      return `Must be ${JSON.stringify(params.allowedValue)}.`;
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
      return `Must be ${params.comparison} ${params.limit}.`;
    case 'pattern':
      return isBlankRule(params.pattern) ? 'Must not be blank.' : `Must match ${params.pattern}.`;
    case 'format':
      return params.format === TEXT_FORMAT
        ? 'Must not contain U+0000 or an unpaired surrogate.'
        : 'Must be an ISO 8601 date-time with an offset, such as 2026-01-31T12:00:00Z.';
    case 'enum':
      return `Must be one of ${params.allowedValues.join(', ')}.`;
    default:
      return message;
  }
}

/** The JSON name of a field, with dots between nested names. `$` is the value as a whole. */
function fieldName(instancePath: string, property?: string): string {
  // A JSON pointer (RFC 6901).
  const parts = instancePath.split('/', 10).slice(1);
  const names = parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (property !== undefined) names.push(property);
  return names.join('.').slice(0, MAX_NAME_LENGTH).toWellFormed() || '$';
}

/** The limit of each list that is a direct field of an object. */
function listLimits(schema: TSchema): [name: string, limit: number][] {
  const { properties = {} } = schema as { properties?: Readonly<Record<string, { maxItems?: number }>> };
  return Object.entries(properties).flatMap(([name, { maxItems }]) =>
    maxItems === undefined ? [] : [[name, maxItems]],
  );
}

/**
 * Returns a function that checks a value. It returns the errors of up to 20 fields, or undefined if
 * the value is valid. It converts nothing. If a list is too long, it reports only that, and does
 * not check the items.
 */
export function validator(schema: TSchema): (value: unknown) => FieldErrors | undefined {
  // Compiled for the first request: to compile all schemas takes a part of the time of a start.
  const compiled = lazy(() => Compile(schema));
  const limits = listLimits(schema);
  return (value) => {
    // Without a prototype, because a field can be named "__proto__".
    const errors = Object.create(null) as FieldErrors;
    const fields = Object(value) as Readonly<Record<string, unknown>>;
    for (const [name, limit] of limits) {
      const list = fields[name];
      if (Array.isArray(list) && list.length > limit) errors[name] = [tooManyItems(limit)];
    }
    if (Object.keys(errors).length > 0) return errors;
    if (compiled().Check(value)) return undefined;

    for (const failure of compiled().Errors(value)) {
      // Each unknown field also has its own error.
      if (failure.keyword === 'additionalProperties') continue;
      const missing = failure.keyword === 'required' ? failure.params.requiredProperties : undefined;
      for (const property of missing ?? [undefined]) {
        const field = fieldName(failure.instancePath, property);
        if (errors[field] === undefined && Object.keys(errors).length === MAX_FIELDS) return errors;
        errors[field] ??= [];
        errors[field].push(property === undefined ? message(failure) : 'Is required.');
      }
    }
    return errors;
  };
}

const INTEGER = /^-?(?:0|[1-9]\d*)$/;

/** Reads a query by its schema: a URL has only text, so the text of an integer becomes a number. */
export function queryReader(schema: TSchema): (query: Readonly<Record<string, unknown>>) => Record<string, unknown> {
  const { properties = {} } = schema as { properties?: Readonly<Record<string, { type?: unknown }>> };
  const integers = new Set(Object.keys(properties).filter((name) => properties[name]?.type === 'integer'));
  const read = (name: string, value: unknown) =>
    integers.has(name) && typeof value === 'string' && INTEGER.test(value) ? Number(value) : value;
  return (query) => Object.fromEntries(Object.entries(query).map(([name, value]) => [name, read(name, value)]));
}
