import { isDeepStrictEqual } from 'node:util';
import { EXTENSION, KNOWN_VALUES, PORTABLE_PATTERNS, TEXT_FORMAT } from '@player-support/contract/schema';

const isExtension = (schema: unknown) => typeof schema === 'object' && schema !== null && EXTENSION in schema;

const isNullable = ({ type }: JsonObject) => Array.isArray(type) && type.includes('null');

type Section = 'schemas' | 'responses' | 'parameters' | 'headers';
type JsonObject = Readonly<Record<string, unknown>>;
export interface Reference {
  readonly $ref: string;
}

/** Named parts of an OpenAPI document, used by reference. */
export class Components {
  readonly sections: Readonly<Record<Section, Record<string, object>>> = {
    schemas: {},
    responses: {},
    parameters: {},
    headers: {},
  };
  readonly #isSpecified: boolean;

  /**
   * @param isSpecified schemas are exactly as specified. Otherwise they have extensions, plain
   *   integers and the values of open enums
   */
  constructor(isSpecified: boolean) {
    this.#isSpecified = isSpecified;
  }

  /** Adds it at first use. Throws Error if another component of the section has this name. */
  add(section: Section, name: string, component: object): Reference {
    const components = this.sections[section];
    components[name] ??= component;
    if (!isDeepStrictEqual(components[name], component)) throw new Error(`two ${section} are named ${name}`);
    return { $ref: `#/components/${section}/${name}` };
  }

  /** Converts a schema, with references to named schemas. */
  schema(schema: object): object {
    return this.#published(schema) as object;
  }

  #published(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#published(item));
    if (typeof value !== 'object' || value === null) return value;
    const { $id: name, [EXTENSION]: extension, ...schema } = value as JsonObject;
    // The operation checks the value itself, so the schema is only for documents.
    if (typeof extension === 'object') return this.#published(extension);
    if (typeof name === 'string') return this.#named(name, schema);
    const isSpecified = this.#isSpecified;
    const published = Object.fromEntries(
      Object.entries(schema)
        .filter(([key, inner]) => !isSpecified || !(isExtension(inner) || key === KNOWN_VALUES))
        .map(([key, inner]) => [key, this.#published(inner)]),
    );
    const { format, pattern, ...others } = published;
    if (format === TEXT_FORMAT) return { ...others, pattern: PORTABLE_PATTERNS.get(pattern) ?? pattern };
    if (format === 'int32' && !isSpecified) {
      const type = isNullable(published) ? ['integer', 'null'] : 'integer';
      return { type, format, description: published.description };
    }
    return published;
  }

  #named(name: string, schema: JsonObject): object {
    // Null is not part of the named schema: elsewhere it may not be nullable.
    const nullable = isNullable(schema);
    const type = nullable ? (schema.type as unknown[])[0] : schema.type;
    const reference = this.add('schemas', name, this.schema({ ...schema, type }));
    return nullable ? { anyOf: [reference, { type: 'null' }] } : reference;
  }
}
