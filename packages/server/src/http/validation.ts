import { NOT_BLANK, TEXT_FORMAT } from '@player-support/contract/schema';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import Format from 'typebox/format';
import { Settings } from 'typebox/system';
import { parseDateTime } from '../domain/time.ts';

export type FieldErrors = Record<string, string[]>;

Format.Set(TEXT_FORMAT, (text) => text.isWellFormed() && !text.includes('\0'));
Format.Set('date-time', (text) => parseDateTime(text) !== undefined);
// Every failing field is reported; the size of a body bounds how many there can be. The library stops at 8 by itself.
Settings.Set({ maxErrors: 10_000 });

interface Failure {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: object;
  readonly message: string;
}

interface Limits {
  readonly type?: string | readonly string[];
  readonly limit?: number;
  readonly comparison?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly allowedValues?: readonly string[];
  readonly requiredProperties?: readonly string[];
}

function message({ keyword, params, message }: Failure): string {
  const { type, limit, comparison, format, pattern, allowedValues } = params as Limits;
  switch (keyword) {
    case 'type':
      return `Must be of type ${[type].flat().join(' or ')}.`;
    case 'minLength':
      return `Must have at least ${limit} character${limit === 1 ? '' : 's'}.`;
    case 'maxLength':
      return `Must have at most ${limit} characters.`;
    case 'maxItems':
      return `Must have at most ${limit} items.`;
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
      return `Must be ${comparison} ${limit}.`;
    case 'pattern':
      return pattern === NOT_BLANK ? 'Must not be blank.' : `Must match ${pattern}.`;
    case 'format':
      return format === TEXT_FORMAT
        ? 'Must not contain U+0000 or half of a surrogate pair.'
        : 'Must be an ISO 8601 date-time with an offset, such as 2026-01-31T12:00:00Z.';
    case 'enum':
      return `Must be one of ${allowedValues?.join(', ')}.`;
    default:
      return message;
  }
}

/** The JSON name of a field, nested ones with dots; `$` for the value as a whole. */
function fieldName(instancePath: string, property?: string): string {
  const parts = instancePath.split('/').slice(1);
  if (property !== undefined) parts.push(property);
  return parts.join('.') || '$';
}

/** A check that gives what is wrong with each field, or undefined if nothing is. Nothing is coerced or changed. */
export function validator(schema: TSchema): (value: unknown) => FieldErrors | undefined {
  const compiled = Compile(schema);
  return (value) => {
    if (compiled.Check(value)) return undefined;
    const errors = Object.create(null) as FieldErrors;
    for (const failure of compiled.Errors(value) as Failure[]) {
      const missing = failure.keyword === 'required' ? (failure.params as Limits).requiredProperties : undefined;
      for (const property of missing ?? [undefined]) {
        const field = fieldName(failure.instancePath, property);
        errors[field] ??= [];
        errors[field].push(property === undefined ? message(failure) : 'Is required.');
      }
    }
    return errors;
  };
}
