import { readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { UPLOAD_TYPES } from '@player-support/contract/enums';
import { SecondFactorProblem } from '@player-support/contract/problem';
import type { TSchema } from 'typebox';
import { type Auth, EVENT_STREAM, FILE_PART, type Operation } from '../operations/operation.ts';
import { EXTENSION_TAGS, PLAYER_TAGS, type Tag, TEAM_TAGS } from '../operations/tags.ts';
import { RESPONSE_TYPES } from './media-types.ts';
import { Components, type Reference } from './openapi-components.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const REQUEST_TYPES = ['application/json', 'text/json', 'application/*+json'];

const TEXTS = 'No string may contain U+0000 or an unpaired surrogate.';

interface DocumentInfo {
  readonly title: string;
  readonly description: string;
  readonly bearer: string;
  readonly tags: Readonly<Partial<Record<Tag, string>>>;
}

const PLAYER: DocumentInfo = {
  title: 'Player Support: player API',
  description: `For games: identify an installation, create tickets, read replies and poll the inbox. ${TEXTS}`,
  bearer: 'A player access token from IdentifyPlayer.',
  tags: PLAYER_TAGS,
};

const DOCUMENTS = {
  player: PLAYER,
  /** What the specification does not have. */
  extensions: {
    title: 'Player Support: extensions of the player API',
    description: `For games: operations beyond the player API. They use the same tokens, media types, problems and limits. ${TEXTS}`,
    bearer: PLAYER.bearer,
    tags: EXTENSION_TAGS,
  } satisfies DocumentInfo,
  /** Both, for client generators: plain integers and open enums' values. */
  game: {
    title: 'Player Support: API for games',
    description: `Everything that a game can use: the player API and its extensions. ${TEXTS}`,
    bearer: PLAYER.bearer,
    tags: { ...PLAYER_TAGS, ...EXTENSION_TAGS, Tickets: PLAYER_TAGS.Tickets },
  } satisfies DocumentInfo,
  team: {
    title: 'Player Support: team API',
    description: `For the support team: reply to tickets, and manage projects, members and announcements. ${TEXTS}`,
    bearer: 'An API key. It starts with `psk_`.',
    tags: TEAM_TAGS,
  } satisfies DocumentInfo,
} as const;

export type DocumentName = keyof typeof DOCUMENTS;

export type OpenApiDocument = ReturnType<typeof openapi>;

export interface OpenApiOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly (OpenApiParameter | Reference)[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, OpenApiResponse | Reference>>;
  /** Alternatives to authenticate. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly [key: string]: unknown;
}

export interface OpenApiParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: object;
  readonly description?: string;
}

export interface OpenApiResponse {
  readonly description: string;
  readonly content?: Content;
}

type Content = Readonly<Record<string, { readonly schema: object }>>;
type ObjectSchema = TSchema & { readonly properties: Record<string, TSchema>; readonly required?: readonly string[] };

function content(schema: object, types: readonly string[]): Content {
  return Object.fromEntries(types.map((type) => [type, { schema }]));
}

const text = (description: string) => ({ description, schema: { type: 'string' } });

const HEADERS = {
  'X-Request-Id': text('The id of this request.'),
  Location: text('The path of what was created.'),
  ETag: text('Send it as `If-None-Match`. If nothing changed, the response is a 304 without content.'),
  'WWW-Authenticate': text('The challenge of RFC 6750.'),
  'Retry-After': { description: 'How many seconds to wait.', schema: { type: 'integer' } },
  RateLimit: text('The rest of the rate limit, as in the IETF draft.'),
  'RateLimit-Policy': text('The rate limit, as in the IETF draft.'),
};

function headers(components: Components, names: readonly (keyof typeof HEADERS)[]): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, components.add('headers', name, HEADERS[name])]));
}

function success({ success: { status, schema, type }, query, auth }: Operation, components: Components): object {
  const caches = auth === 'player' && query !== undefined;
  return {
    description: STATUS_CODES[status],
    headers: headers(components, [
      'X-Request-Id',
      ...(status === 201 ? (['Location'] as const) : []),
      ...(caches ? (['ETag'] as const) : []),
    ]),
    ...(schema === undefined
      ? {}
      : { content: content(components.schema(schema), type === undefined ? RESPONSE_TYPES : [type]) }),
  };
}

function failure(status: number, schema: TSchema, components: Components): Reference {
  const isProblem = 'properties' in schema && 'type' in (schema as ObjectSchema).properties;
  const description = STATUS_CODES[status] ?? '';
  const ofStatus = schema === SecondFactorProblem ? 'SecondFactorRequired' : description.replaceAll(' ', '');
  const name = isProblem ? ofStatus : 'ProjectUnavailable';
  return components.add('responses', name, {
    description,
    headers: headers(components, [
      'X-Request-Id',
      ...(status === 401 ? (['WWW-Authenticate'] as const) : []),
      ...(status === 429 ? (['Retry-After', 'RateLimit', 'RateLimit-Policy'] as const) : []),
    ]),
    content: content(components.schema(schema), [isProblem ? 'application/problem+json' : 'application/json']),
  });
}

const header = (name: string, required: boolean, schema: object, description: string): OpenApiParameter => ({
  name,
  in: 'header',
  required,
  schema,
  description,
});

const IDEMPOTENCY_KEY = header(
  'Idempotency-Key',
  false,
  { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
  'If a request repeats the key and body of an earlier one, it gets the same response and changes nothing.',
);

const MEMBER_ID = header(
  'X-Member-Id',
  false,
  { type: 'string' },
  'The member who sends the request. If the session cookie is that of another member, the response is 401.',
);

const FILE_NAME = header('X-File-Name', false, { type: 'string' }, 'The name of the file, percent-encoded in UTF-8.');

/** Of the tus protocol. */
const TUS_HEADERS = {
  'Tus-Resumable': header('Tus-Resumable', true, { type: 'string', enum: ['1.0.0'] }, 'The version of tus.'),
  'Upload-Length': header('Upload-Length', true, { type: 'integer', minimum: 1 }, 'Bytes of the whole file.'),
  'Upload-Offset': header('Upload-Offset', true, { type: 'integer', minimum: 0 }, 'Where in the file the part begins.'),
  'Upload-Metadata': header(
    'Upload-Metadata',
    false,
    { type: 'string' },
    '`filename` and a base64 text. Other entries are ignored: the server detects the media type.',
  ),
};

const LAST_EVENT_ID = header(
  'Last-Event-ID',
  false,
  { type: 'string' },
  'The id of the last event that the client received. The stream continues after it, or starts with a `reset`.',
);

function parameters(
  { auth, url, query, takesFile, tusHeaders, idempotent, success: { type } }: Operation,
  components: Components,
): object[] {
  const add = (parameter: OpenApiParameter) => components.add('parameters', parameter.name, parameter);
  const list: object[] = [];
  for (const [, name = ''] of url.matchAll(/:(\w+)/g)) {
    list.push(add({ name, in: 'path', required: true, schema: { type: 'string' } }));
  }
  const { properties = {}, required = [] } = (query ?? {}) as Partial<ObjectSchema>;
  for (const [name, { description, ...schema }] of Object.entries(
    properties as Record<string, { description?: string }>,
  )) {
    const parameter: OpenApiParameter = {
      name,
      in: 'query',
      required: required.includes(name),
      ...(description === undefined ? {} : { description }),
      schema: components.schema(schema),
    };
    // Others with the same name can differ between operations.
    list.push(name === 'projectPublicKey' ? add(parameter) : parameter);
  }
  if (idempotent) list.push(add(IDEMPOTENCY_KEY));
  if (idempotent && auth === 'team') list.push(add(MEMBER_ID));
  if (takesFile === true) list.push(add(FILE_NAME));
  for (const name of tusHeaders === undefined ? [] : (['Tus-Resumable', ...tusHeaders] as const)) {
    list.push(add(TUS_HEADERS[name]));
  }
  if (type === EVENT_STREAM) list.push(add(LAST_EVENT_ID));
  return list;
}

/** One of the alternatives is enough. */
const SECURITY: Readonly<Record<Auth, readonly object[]>> = {
  none: [],
  player: [{ bearer: [] }],
  team: [{ bearer: [] }, { session: [] }],
  member: [{ session: [] }],
};

const SESSION = {
  type: 'apiKey',
  in: 'cookie',
  name: '__Host-player-support',
  description:
    'The cookie from SignIn. A request that changes something must come from a page of this server, or send `Sec-Fetch-Site: same-origin`.',
};

function describe(operation: Operation, components: Components): OpenApiOperation {
  const { id, tag, summary, description, auth, membersOnly, body, takesFile, failures } = operation;
  const list = parameters(operation, components);
  return {
    operationId: id,
    summary,
    ...(description === undefined ? {} : { description }),
    tags: [tag],
    ...(list.length > 0 ? { parameters: list } : {}),
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: content(components.schema(body), REQUEST_TYPES) } }),
    ...(takesFile
      ? { requestBody: { required: true, content: content({}, takesFile === FILE_PART ? [FILE_PART] : UPLOAD_TYPES) } }
      : {}),
    responses: {
      [operation.success.status]: success(operation, components),
      ...Object.fromEntries(
        Object.entries(failures).map(([status, schema]) => [status, failure(Number(status), schema, components)]),
      ),
    },
    security: SECURITY[membersOnly ? 'member' : auth],
  } as OpenApiOperation;
}

/** OpenAPI 3.1, from the same schemas that validate requests. */
export function openapi(name: DocumentName, operations: readonly Operation[]) {
  const { title, description, bearer, tags }: DocumentInfo = DOCUMENTS[name];
  const components = new Components(name === 'player');
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const operation of operations) {
    const path = operation.url.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describe(operation, components) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title,
      description,
      version: 'v1',
      'x-server-version': version,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This server.' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      ...components.sections,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: bearer },
        ...(name === 'team' ? { session: SESSION } : {}),
      },
    },
  };
}
