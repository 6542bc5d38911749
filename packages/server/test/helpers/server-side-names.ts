import { TABLES } from '../../src/store/tables.ts';

/** Names of values that only the server sets. A body must not have them, unless its schema does. */

/** Every column of every table, in snake case and in camel case. */
const columns = TABLES.flatMap<string>((table) => table.columns);
const camelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Parameters of store methods and variables of handlers that are not columns. Listed by hand. */
const PARAMETERS =
  'now id caller actor author operation store tx target details limit oldest before after since count projectIds ' +
  'installationId projectPublicKey userId keepUserId keepSessionId tokenHash tokenExpiresAt openTickets messages ' +
  'announcements receipts secret hash password passwordHash email role disabled blocked recoveryCodes idempotencyKey';

/** Properties that JavaScript objects inherit, or that the language uses. */
const OF_OBJECTS = ['__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', 'toJSON', 'then'];
/** Names that have another meaning in a JSON pointer, a path or a log. */
const STRANGE = [' ', '$', 'a/b', 'a~1b', 'a.b', '0', '\u0000', 'x'.repeat(90)];

export const SERVER_NAMES: readonly string[] = [
  ...new Set([...columns, ...columns.map(camelCase), ...PARAMETERS.split(' '), ...OF_OBJECTS]),
];
export const ALL_NAMES: readonly string[] = [...SERVER_NAMES, ...STRANGE];

interface Shape {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
  readonly maxItems?: number;
  readonly additionalProperties?: unknown;
  readonly anyOf?: readonly Shape[];
}

/** A TypeBox schema as JSON Schema. */
export const shape = (schema: unknown) => schema as Shape;

/** A schema and all schemas inside it. */
export function* allShapes(schema: Shape): Generator<Shape> {
  yield schema;
  for (const inner of [...Object.values(schema.properties ?? {}), ...(schema.anyOf ?? [])]) yield* allShapes(inner);
  if (schema.items !== undefined) yield* allShapes(schema.items);
}

/** An object with those of the names that the schema does not know, also `__proto__`. */
export function unknownFields(schema: unknown, value: unknown, names: readonly string[] = ALL_NAMES): object {
  const known = Object.keys(shape(schema).properties ?? {});
  return Object.fromEntries(names.filter((name) => !known.includes(name)).map((name) => [name, value]));
}

/** The fields of both objects. Unlike an object literal, it keeps `__proto__` as a field. */
export function joined(one: object, other: object): object {
  return Object.fromEntries([...Object.entries(one), ...Object.entries(other)]);
}
