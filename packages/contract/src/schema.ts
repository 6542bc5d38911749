import {
  type Static,
  type TObjectOptions,
  type TProperties,
  type TSchema,
  type TStringOptions,
  type TUnsafe,
  Type,
} from 'typebox';

/**
 * The format of every string that is stored: no U+0000 and no lone surrogate, because not every
 * database can store them. It is not a pattern, because no portable pattern excludes lone
 * surrogates.
 */
export const TEXT_FORMAT = 'storable-text';

/** The pattern of a text that is not only white space. */
export const NOT_BLANK = '\\S';

/** The pattern of a name: a text with a character that can be seen. */
export const VISIBLE = '[^\\s\\u2800\\p{Default_Ignorable_Code_Point}]';

/** The keyword of a property that belongs to an extension. */
export const EXTENSION = 'x-extension';

/** The keyword for the values of an open enum. */
export const KNOWN_VALUES = 'x-extensible-enum';

interface TextBounds {
  readonly min?: number;
  readonly max?: number;
  /** Refuse a text of white space only. */
  readonly notBlank?: boolean;
  /** Refuse a text without a character that can be seen. */
  readonly visible?: boolean;
  /** Values that many callers send. Others are valid too. */
  readonly known?: readonly string[];
  readonly description?: string;
}

function bounds({ min, max, notBlank, visible, known, description }: TextBounds): TStringOptions {
  return {
    ...(min === undefined ? {} : { minLength: min }),
    ...(max === undefined ? {} : { maxLength: max }),
    ...(notBlank ? { pattern: NOT_BLANK } : {}),
    ...(visible ? { pattern: VISIBLE } : {}),
    ...(known === undefined ? {} : { [KNOWN_VALUES]: known }),
    ...(description === undefined ? {} : { description }),
    format: TEXT_FORMAT,
  };
}

/** Names a schema: `$id` is its name in the OpenAPI documents. It has no effect on validation. */
export const Named = <Schema extends TSchema>(name: string, schema: Schema): Schema =>
  Object.assign(schema, { $id: name });

/** A string of a request. Lengths count Unicode code points. */
export const Text = (options: TextBounds) => Type.String(bounds(options));

export const Enum = <const Values extends readonly string[]>(values: Values, description?: string) =>
  Type.Unsafe<Values[number]>({ type: 'string', enum: values, ...(description === undefined ? {} : { description }) });

/**
 * A string of a response that has one of these values today. Later versions can send others, so a
 * client must not refuse them. `/openapi/v1.json` has only the string, like the specification.
 */
export const OpenEnum = <const Values extends readonly string[]>(values: Values, description: string) =>
  Type.Unsafe<Values[number]>({ type: 'string', [KNOWN_VALUES]: values, description });

/** The values as words of a description: `a`, `b` or `c`. */
export const alternatives = (values: readonly string[]): string =>
  values
    .map((value) => `\`${value}\``)
    .join(', ')
    .replace(/, (?=[^,]*$)/, ' or ');

/** A named object. Unknown fields are ignored. */
export const NamedObject = <Properties extends TProperties>(
  name: string,
  properties: Properties,
  options: TObjectOptions = {},
) => Named(name, Type.Object(properties, options));

/**
 * A named object of a request to the team API. Unknown fields are refused: a body cannot set what
 * only the server decides, and a misspelt name is an error.
 */
export const ClosedObject = <Properties extends TProperties>(
  name: string,
  properties: Properties,
  options: TObjectOptions = {},
) => NamedObject(name, properties, { ...options, additionalProperties: false });

/**
 * Marks an optional property of a specified object that belongs to an extension of the player API.
 * The documents of the specification leave it out.
 */
export const Extension = <Schema extends TSchema>(schema: Schema) =>
  Type.Optional(Object.assign(schema, { [EXTENSION]: true }));

/**
 * Like `Extension`, for a property that the operation checks itself: any value is accepted, and the
 * schema is only for the documents. So a request that was valid before the extension stays valid.
 */
export const UncheckedExtension = (published: TSchema) =>
  Type.Optional(Type.Unsafe<unknown>({ [EXTENSION]: published }));

/** A value or null. It uses a type array: few client generators understand `anyOf` with null. */
export const Nullable = <Schema extends TSchema & { readonly type: string | readonly string[] }>(schema: Schema) =>
  Type.Unsafe<Static<Schema> | null>({ ...schema, type: [schema.type, 'null'].flat() });

/** ISO 8601 in UTC with milliseconds, for example `2026-01-31T12:00:00.000Z`. */
export const DateTime = (description?: string) =>
  Type.String({ format: 'date-time', ...(description === undefined ? {} : { description }) });

/**
 * An int32 as the specification declares it: an integer, or a string of digits with an optional
 * leading minus sign. This server always sends an integer.
 */
export const Int32 = (description: string) =>
  Type.Unsafe<number>({
    type: ['integer', 'string'],
    format: 'int32',
    pattern: '^-?(?:0|[1-9]\\d*)$',
    description,
    // `Unsafe` returns the schema that it gets, but its type does not say so.
  }) as TUnsafe<number> & { readonly type: readonly string[] };
