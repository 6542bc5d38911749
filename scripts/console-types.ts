import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { typesOf } from '@player-support/openapi-types';
import { teamOperations } from '../packages/server/src/http/all-operations.ts';
import { type OpenApiOperation, openapi } from '../packages/server/src/http/openapi.ts';

/**
 * Writes the types of the console's client from the team API's document. Not in the repository:
 * every operation would change them.
 */

const FILE = 'packages/console/generated/team-api.ts';
const JSON_TYPE = 'application/json';

/** The client does not use other media types, headers and failures. */
function trimmed({ operationId, parameters, requestBody, responses }: OpenApiOperation): object {
  return {
    operationId,
    parameters,
    requestBody: requestBody && { ...requestBody, content: { [JSON_TYPE]: requestBody.content[JSON_TYPE] } },
    responses: Object.fromEntries(
      Object.entries(responses)
        .filter(([status]) => status.startsWith('2'))
        .map(([status, response]) => {
          const content = 'content' in response ? response.content?.[JSON_TYPE] : undefined;
          return [status, content === undefined ? {} : { content: { [JSON_TYPE]: content } }];
        }),
    ),
  };
}

const team = openapi('team', teamOperations);
const paths = Object.fromEntries(
  Object.entries(team.paths).map(([url, methods]) => [
    url,
    Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, trimmed(operation)])),
  ]),
);
// The document's texts are for readers, and change more often than types.
const { schemas, parameters } = team.components;
const document = JSON.parse(JSON.stringify({ ...team, paths, components: { schemas, parameters } }), (key, value) =>
  (key === 'description' || key === 'title' || key === 'format') && typeof value === 'string' ? undefined : value,
);

const file = path.resolve(import.meta.dirname, '..', FILE);
mkdirSync(path.dirname(file), { recursive: true });
writeFileSync(file, await typesOf(document));
