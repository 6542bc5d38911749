import openapiTypescript, { astToString } from 'openapi-typescript';

const HEADER = '// Generated from the OpenAPI document. Do not edit.\n\n';

/** Writes the types for an OpenAPI 3.1 document, as openapi-fetch expects them. */
export async function typesOf(document: object): Promise<string> {
  // The generator changes an object. It cannot change a text.
  return HEADER + astToString(await openapiTypescript(JSON.stringify(document), { alphabetize: false }));
}
