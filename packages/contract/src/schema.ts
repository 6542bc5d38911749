import { type TProperties, type TSchema, type TStringOptions, Type } from 'typebox';

/**
 * The format of every string that is stored: no U+0000 and no lone surrogate, since neither can be kept faithfully
 * by every database. Declared as a format because neither can be written as a portable pattern.
 */
export const TEXT_FORMAT = 'storable-text';

/** The pattern of a text that is not only white space. */
export const NOT_BLANK = '\\S';

interface TextBounds {
  readonly min?: number;
  readonly max?: number;
  /** Refuse a text of white space only. */
  readonly notBlank?: boolean;
  readonly description?: string;
}

function bounds({ min, max, notBlank, description }: TextBounds): TStringOptions {
  return {
    ...(min === undefined ? {} : { minLength: min }),
    ...(max === undefined ? {} : { maxLength: max }),
    ...(notBlank ? { pattern: NOT_BLANK } : {}),
    ...(description === undefined ? {} : { description }),
    format: TEXT_FORMAT,
  };
}

/** A string as a client sends it; lengths count Unicode code points. */
export const Text = (options: TextBounds) => Type.String(bounds(options));

/** A string or null as a client sends it. */
export const NullableText = (options: TextBounds) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], ...bounds(options) });

export const Enum = <const Values extends readonly string[]>(values: Values, description?: string) =>
  Type.Unsafe<Values[number]>({ type: 'string', enum: values, ...(description === undefined ? {} : { description }) });

/**
 * An object that a client sends to the team API. A field that is not named here is refused, so that
 * a body cannot set what only the server decides, and a misspelt name does not go unnoticed.
 */
export const ClosedObject = <Properties extends TProperties>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false });

/** A value that may be null, in an answer. */
export const Nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

/** ISO 8601 in UTC with milliseconds, for example `2026-01-31T12:00:00.000Z`. */
export const DateTime = (description?: string) =>
  Type.String({ format: 'date-time', ...(description === undefined ? {} : { description }) });

/** A date-time or null as a client sends it. */
export const NullableDateTime = (description?: string) =>
  Type.Unsafe<string | null>({
    type: ['string', 'null'],
    format: 'date-time',
    ...(description === undefined ? {} : { description }),
  });

/**
 * An int32 as the specification declares it: an integer, or a string of digits with an optional leading minus sign.
 * This server always sends an integer.
 */
export const Int32 = (description: string) =>
  Type.Unsafe<number>({ type: ['integer', 'string'], format: 'int32', pattern: '^-?(?:0|[1-9]\\d*)$', description });
