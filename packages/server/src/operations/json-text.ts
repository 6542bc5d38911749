declare const content: unique symbol;

/** A T as JSON text. Only the type checker knows its T. */
export type JsonText<T> = string & { readonly [content]: T };

export function jsonText<T>(value: T): JsonText<T> {
  return JSON.stringify(value) as JsonText<T>;
}

export function parseJsonText<T>(text: JsonText<T>): T {
  return JSON.parse(text) as T;
}
