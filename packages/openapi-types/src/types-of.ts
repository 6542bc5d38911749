import openapiTypescript, { astToString } from 'openapi-typescript';

const HEADER = '// Generated from the OpenAPI document. Do not edit.\n\n';

/** The TypeScript types of an OpenAPI 3.1 document, as openapi-fetch expects them. */
export async function typesOf(document: object): Promise<string> {
  // As text, so that the generator does not change the object of the caller.
  return HEADER + astToString(await openapiTypescript(JSON.stringify(document), { alphabetize: false }));
}
