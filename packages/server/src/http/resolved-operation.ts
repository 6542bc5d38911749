import type { OpenApiDocument, OpenApiOperation, OpenApiParameter, OpenApiResponse } from './openapi.ts';

/** With components instead of references. */
export interface ResolvedOperation extends OpenApiOperation {
  readonly parameters?: readonly OpenApiParameter[];
  readonly responses: Readonly<Record<string, OpenApiResponse>>;
}

/** A copy without references. */
export function resolveOperation(operation: OpenApiOperation, document: OpenApiDocument): ResolvedOperation {
  // The cast: a component has the type of its reference.
  return resolve(operation, document) as ResolvedOperation;
}

function resolve(part: unknown, document: OpenApiDocument): unknown {
  if (Array.isArray(part)) return part.map((item) => resolve(item, document));
  if (typeof part !== 'object' || part === null) return part;
  if ('$ref' in part) {
    const [, , section = '', name = ''] = String(part.$ref).split('/');
    const components = document.components as unknown as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    return resolve(components[section]?.[name], document);
  }
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, resolve(value, document)]));
}

/** What the page of the API uses. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly enum?: readonly string[];
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly description?: string;
}
