import { readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import type { TSchema } from 'typebox';
import { type Auth, EVENT_STREAM, type Operation } from '../operations/operation.ts';
import { RESPONSE_TYPES } from './media-types.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const REQUEST_TYPES = ['application/json', 'text/json', 'application/*+json'];

const ABOUT = {
  player: {
    title: 'Player Support: player API',
    description: 'For game clients: identify an installation, write tickets, read answers, poll the inbox.',
    scheme: 'A player access token from IdentifyPlayer.',
  },
  team: {
    title: 'Player Support: team API',
    description: 'For the support team: answer tickets, manage projects and announcements.',
    scheme: 'A team API key, which starts with psk_.',
  },
};

export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly description: string; readonly [key: string]: unknown };
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: {
    readonly securitySchemes: {
      readonly bearer: { readonly type: string; readonly scheme: string; readonly description: string };
    };
  };
  readonly [key: string]: unknown;
}

export interface OpenApiOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly OpenApiParameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
  readonly [key: string]: unknown;
}

export interface OpenApiParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: object;
  readonly description?: string;
}

type Content = Readonly<Record<string, { readonly schema: object }>>;
type ObjectSchema = TSchema & { readonly properties: Record<string, TSchema>; readonly required?: readonly string[] };

function content(schema: object, types: readonly string[]): Content {
  return Object.fromEntries(types.map((type) => [type, { schema }]));
}

const header = (description: string, schema: object = { type: 'string' }) => ({ description, schema });

const RATE_LIMIT_HEADERS = {
  'Retry-After': header('Whole seconds to wait.', { type: 'integer' }),
  RateLimit: header('What is left of the limit, as in the IETF draft.'),
  'RateLimit-Policy': header('The limit that was met, as in the IETF draft.'),
};

function success({ success: { status, schema, type }, query, auth }: Operation): object {
  const caches = auth === 'player' && query !== undefined;
  return {
    description: STATUS_CODES[status],
    headers: {
      'X-Request-Id': header('The id of this request.'),
      ...(status === 201 ? { Location: header('What was created.') } : {}),
      ...(caches ? { ETag: header('Send it as If-None-Match: 304 says that nothing changed.') } : {}),
    },
    ...(schema === undefined ? {} : { content: content(schema, type === undefined ? RESPONSE_TYPES : [type]) }),
  };
}

function failure(status: number, schema: TSchema): object {
  const isProblem = 'properties' in schema && 'type' in (schema as ObjectSchema).properties;
  return {
    description: STATUS_CODES[status],
    headers: {
      'X-Request-Id': header('The id of this request.'),
      ...(status === 401 ? { 'WWW-Authenticate': header('The challenge of RFC 6750.') } : {}),
      ...(status === 429 ? RATE_LIMIT_HEADERS : {}),
    },
    content: content(schema, [isProblem ? 'application/problem+json' : 'application/json']),
  };
}

function parameters({ url, query, idempotent, success: { type } }: Operation): OpenApiParameter[] {
  const list: OpenApiParameter[] = [];
  for (const [, name = ''] of url.matchAll(/:(\w+)/g)) {
    list.push({ name, in: 'path', required: true, schema: { type: 'string' } });
  }
  if (query !== undefined) {
    const { properties, required = [] } = query as ObjectSchema;
    for (const [name, schema] of Object.entries(properties)) {
      list.push({ name, in: 'query', required: required.includes(name), schema });
    }
  }
  if (idempotent) {
    const schema = { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' };
    const description = 'Repeating a request with the same key and body gives the first answer and does nothing twice.';
    list.push({ name: 'Idempotency-Key', in: 'header', required: false, schema, description });
  }
  if (type === EVENT_STREAM) {
    const description = 'The id of the last event that was received: what came after it follows, or a `reset`.';
    list.push({ name: 'Last-Event-ID', in: 'header', required: false, schema: { type: 'string' }, description });
  }
  return list;
}

/** Any one of these is enough. */
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
  description: 'From SignIn. What changes something must be sent by a page of this server.',
};

function describe(operation: Operation): OpenApiOperation {
  const {
    id,
    summary,
    auth,
    membersOnly,
    body,
    success: { status },
    failures,
  } = operation;
  const list = parameters(operation);
  return {
    operationId: id,
    summary,
    ...(list.length > 0 ? { parameters: list } : {}),
    ...(body === undefined ? {} : { requestBody: { required: true, content: content(body, REQUEST_TYPES) } }),
    responses: {
      [status]: success(operation),
      ...Object.fromEntries(Object.entries(failures).map(([code, schema]) => [code, failure(Number(code), schema)])),
    },
    security: SECURITY[membersOnly ? 'member' : auth],
  } as OpenApiOperation;
}

/** The OpenAPI 3.1 document of an API, made from the very schemas that its requests and answers are checked with. */
export function openapi(audience: keyof typeof ABOUT, operations: readonly Operation[]): OpenApiDocument {
  const { title, description, scheme } = ABOUT[audience];
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const operation of operations) {
    const path = operation.url.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describe(operation) };
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
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: scheme },
        ...(audience === 'team' ? { session: SESSION } : {}),
      },
    },
  };
}
