declare const content: unique symbol;

/** The JSON text of a T. At run time a plain string. */
export type JsonText<T> = string & { readonly [content]: T };

/** As bytes. Long lists are made of pieces, so that others go on meanwhile. */
export type JsonBytes<T> = Buffer & { readonly [content]: T };

export function jsonText<T>(value: T): JsonText<T> {
  return JSON.stringify(value) as JsonText<T>;
}

/** Adds fields to the text of a JSON object that is not empty. */
export function withFields<T>(text: string, fields: Partial<T>): JsonText<T> {
  return `${text.slice(0, -1)},${JSON.stringify(fields).slice(1)}` as JsonText<T>;
}

export function parseJsonText<T>(text: JsonText<T>): T {
  return JSON.parse(text) as T;
}
