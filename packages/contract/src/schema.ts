import {
  type Static,
  type TObjectOptions,
  type TProperties,
  type TSchema,
  type TStringOptions,
  type TUnsafe,
  Type,
} from 'typebox';
import { VISIBLE, VISIBLE_WITHOUT_COMMA } from './visible-text.ts';

/**
 * No U+0000 and no lone surrogate: some databases cannot store them, and no portable pattern finds
 * them.
 */
export const TEXT_FORMAT = 'storable-text';

/** Not only white space. */
export const NOT_BLANK = '\\S';

/**
 * Patterns of texts, as documents and errors show them: few languages know the properties of
 * invisible characters. No portable pattern excludes lone surrogates, so the document says it.
 */
export const PORTABLE_PATTERNS: ReadonlyMap<unknown, string> = new Map([
  [undefined, '^[^\\x00]*$'],
  [NOT_BLANK, '^[^\\x00]*[^\\x00\\s][^\\x00]*$'],
  [VISIBLE, '^[^\\x00]*[^\\x00\\s][^\\x00]*$'],
  [VISIBLE_WITHOUT_COMMA, '^\\s*[^,\\s][^,]*$'],
]);

/** A property with this keyword belongs to an extension. */
export const EXTENSION = 'x-extension';

/** For the values of an open enum. */
export const KNOWN_VALUES = 'x-extensible-enum';

interface TextBounds {
  readonly min?: number;
  readonly max?: number;
  /** Refuses a text without a visible character. */
  readonly visible?: boolean;
  /** Common values. Others are valid too. */
  readonly known?: readonly string[];
  readonly description?: string;
}

function bounds({ min, max, visible, known, description }: TextBounds): TStringOptions {
  return {
    ...(min === undefined ? {} : { minLength: min }),
    ...(max === undefined ? {} : { maxLength: max }),
    ...(visible ? { pattern: VISIBLE } : {}),
    ...(known === undefined ? {} : { [KNOWN_VALUES]: known }),
    ...(description === undefined ? {} : { description }),
    format: TEXT_FORMAT,
  };
}

/** `$id` is the name in the OpenAPI documents. It has no effect on validation. */
export const Named = <Schema extends TSchema>(name: string, schema: Schema): Schema =>
  Object.assign(schema, { $id: name });

/** Declares request text. Lengths count Unicode code points. */
export const Text = (options: TextBounds) => Type.String(bounds(options));

export const Enum = <const Values extends readonly string[]>(values: Values, description?: string) =>
  Type.Unsafe<Values[number]>({ type: 'string', enum: values, ...(description === undefined ? {} : { description }) });

/**
 * Values of today. Later versions can send others. `/openapi/v1.json` has only the string, as
 * specified.
 */
export const OpenEnum = <const Values extends readonly string[]>(values: Values, description: string) =>
  Type.Unsafe<Values[number]>({ type: 'string', [KNOWN_VALUES]: values, description });

/** Joins values for a description: `a`, `b` or `c`. */
export const alternatives = (values: readonly string[]): string =>
  values
    .map((value) => `\`${value}\``)
    .join(', ')
    .replace(/, (?=[^,]*$)/, ' or ');

/** Ignores unknown fields. */
export const NamedObject = <Properties extends TProperties>(
  name: string,
  properties: Properties,
  options: TObjectOptions = {},
) => Named(name, Type.Object(properties, options));

/**
 * For team API requests. Refuses unknown fields: a body cannot set what only the server decides,
 * and a misspelt name is an error.
 */
export const ClosedObject = <Properties extends TProperties>(
  name: string,
  properties: Properties,
  options: TObjectOptions = {},
) => NamedObject(name, properties, { ...options, additionalProperties: false });

/** An optional property of a player API extension. The specification's documents leave it out. */
export const Extension = <Schema extends TSchema>(schema: Schema) =>
  Type.Optional(Object.assign(schema, { [EXTENSION]: true }));

/**
 * Documents a property like `Extension`. Only the operation checks its value, so earlier requests
 * stay valid.
 */
export const UncheckedExtension = (published: TSchema) =>
  Type.Optional(Type.Unsafe<unknown>({ [EXTENSION]: published }));

/** Allows null by a type array: few client generators understand `anyOf` with null. */
export const Nullable = <Schema extends TSchema & { readonly type: string | readonly string[] }>(schema: Schema) =>
  Type.Unsafe<Static<Schema> | null>({ ...schema, type: [schema.type, 'null'].flat() });

/** ISO 8601 in UTC with milliseconds, such as `2026-01-31T12:00:00.000Z`. */
export const DateTime = (description?: string) =>
  Type.String({ format: 'date-time', ...(description === undefined ? {} : { description }) });

/** An integer, or a string of digits with an optional minus sign. This server sends an integer. */
export const Int32 = (description: string) =>
  Type.Unsafe<number>({
    type: ['integer', 'string'],
    format: 'int32',
    pattern: '^-?(?:0|[1-9]\\d*)$',
    description,
    // `Unsafe` returns its schema, but the type does not say so.
  }) as TUnsafe<number> & { readonly type: readonly string[] };
