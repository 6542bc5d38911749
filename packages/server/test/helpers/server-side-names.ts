import { TABLES } from '../../src/store/tables.ts';

/** Names of what only the server sets. A body with one is refused, unless its schema names it. */

/** Every column of every table, as the database and as the API spell it. */
const columns = TABLES.flatMap<string>((table) => table.columns);
const camelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Parameters of store methods and variables of handlers that are no column; listed by hand. */
const PARAMETERS =
  'now id caller actor author operation store tx target details limit oldest before after since count projectIds ' +
  'installationId projectPublicKey userId keepUserId keepSessionId tokenHash tokenExpiresAt openTickets messages ' +
  'announcements receipts secret hash password passwordHash email role disabled blocked recoveryCodes idempotencyKey';

/** Properties that every JavaScript object inherits, or that the language looks for. */
const OF_OBJECTS = ['__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', 'toJSON', 'then'];
/** Names that a JSON pointer, a path or a log could take for something else. */
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

/** A schema as the JSON Schema that it is. */
export const shape = (schema: unknown) => schema as Shape;

/** A schema and all schemas in it. */
export function* allShapes(schema: Shape): Generator<Shape> {
  yield schema;
  for (const inner of [...Object.values(schema.properties ?? {}), ...(schema.anyOf ?? [])]) yield* allShapes(inner);
  if (schema.items !== undefined) yield* allShapes(schema.items);
}

/** Fields with these names that the schema does not know; own properties, also `__proto__`. */
export function unknownFields(schema: unknown, value: unknown, names: readonly string[] = ALL_NAMES): object {
  const known = Object.keys(shape(schema).properties ?? {});
  return Object.fromEntries(names.filter((name) => !known.includes(name)).map((name) => [name, value]));
}

/** Both objects as one. Unlike an object literal, it keeps `__proto__` as a field. */
export function joined(one: object, other: object): object {
  return Object.fromEntries([...Object.entries(one), ...Object.entries(other)]);
}
