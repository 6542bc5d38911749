import { TABLES } from '../../src/store/tables.ts';

/** Only the server sets these values. */

/** Every table's columns, in snake case and in camel case. */
const columns = TABLES.flatMap<string>((table) => table.columns);
const camelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Other parameters of store methods and variables of handlers, listed by hand. */
const PARAMETERS =
  'now id caller actor author operation store tx target details limit oldest before after since count projectIds ' +
  'installationId projectPublicKey userId keepUserId keepSessionId tokenHash tokenExpiresAt openTickets messages ' +
  'announcements receipts secret hash password passwordHash email role disabled blocked recoveryCodes idempotencyKey';

/** Properties that objects inherit or the language uses. */
const OF_OBJECTS = ['__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', 'toJSON', 'then'];
/** They mean something else in a JSON pointer, path or log. */
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

export const shape = (schema: unknown) => schema as Shape;

export function* allShapes(schema: Shape): Generator<Shape> {
  yield schema;
  for (const inner of [...Object.values(schema.properties ?? {}), ...(schema.anyOf ?? [])]) yield* allShapes(inner);
  if (schema.items !== undefined) yield* allShapes(schema.items);
}

/** Returns an object with the names that the schema does not know, also `__proto__`. */
export function unknownFields(schema: unknown, value: unknown, names: readonly string[] = ALL_NAMES): object {
  const known = Object.keys(shape(schema).properties ?? {});
  return Object.fromEntries(names.filter((name) => !known.includes(name)).map((name) => [name, value]));
}

/** Unlike an object literal, it keeps `__proto__` as a field. */
export function joined(one: object, other: object): object {
  return Object.fromEntries([...Object.entries(one), ...Object.entries(other)]);
}
