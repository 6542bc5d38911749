import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import {
  AUTHOR_TYPES,
  INBOX_TYPES,
  KNOWN_TICKET_TYPES,
  PROJECT_PROBLEMS,
  TICKET_STATUSES,
  UPLOAD_TYPES,
} from '@player-support/contract/enums';
import { EXTENSION, KNOWN_VALUES, NOT_BLANK, TEXT_FORMAT } from '@player-support/contract/schema';
import { VISIBLE, VISIBLE_WITHOUT_COMMA } from '@player-support/contract/visible-text';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { gameOperations, playerExtensions, playerOperations, teamOperations } from '../../src/http/all-operations.ts';
import { type OpenApiDocument, type OpenApiOperation, openapi } from '../../src/http/openapi.ts';
import { FILE_PART } from '../../src/operations/operation.ts';
import { sharedServer } from '../helpers/shared-server.ts';
import { CONTEXT_FIELDS, IDENTIFY_FIELDS, type TextField, TICKET_FIELDS } from '../helpers/text-fields.ts';

/** Of operations with a stream as response. */
const STREAMED: Readonly<Record<string, readonly string[]>> = {
  StreamEvents: ['text/event-stream'],
  ExportAuditLog: ['application/x-ndjson'],
  ExportTickets: ['application/x-ndjson'],
  GetAttachmentFile: ['application/octet-stream'],
};

const DOCUMENTS = [
  { name: 'player', url: '/openapi/v1.json', operations: playerOperations },
  { name: 'game', url: '/openapi/game-v1.json', operations: gameOperations },
  { name: 'team', url: '/openapi/team-v1.json', operations: teamOperations },
] as const;

/** Endpoints of the player API, with authentication and status codes. */
const SPECIFIED = {
  IdentifyPlayer: ['POST /api/v1/player/identify', 'open', [200, 400, 404, 429]],
  CreateTicket: ['POST /api/v1/tickets', 'bearer', [201, 400, 401, 409, 429]],
  ListPlayerTickets: ['GET /api/v1/player/tickets', 'bearer', [200, 401, 429]],
  GetTicket: ['GET /api/v1/tickets/{ticketId}', 'bearer', [200, 401, 404, 429]],
  AddTicketMessage: ['POST /api/v1/tickets/{ticketId}/messages', 'bearer', [200, 400, 401, 404, 409, 429]],
  GetPlayerInbox: ['GET /api/v1/player/inbox', 'bearer', [200, 401, 429]],
  MarkInboxMessageRead: ['POST /api/v1/player/inbox/{messageId}/read', 'bearer', [200, 401, 404, 429]],
};

const SPECIFIED_SCHEMAS = [
  'IdentifyRequest',
  'PlayerContextRequest',
  'IdentifyResponse',
  'CreateTicketRequest',
  'CreateTicketResponse',
  'AddTicketMessageRequest',
  'AddTicketMessageResponse',
  'TicketSummaryResponse',
  'PlayerTicketsResponse',
  'TicketDetailsResponse',
  'TicketMessageResponse',
  'InboxMessageResponse',
  'PlayerInboxResponse',
  'MarkInboxReadResponse',
  'ProblemDetails',
  'ValidationProblemDetails',
  'ProjectUnavailableResponse',
];

interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly description?: string;
  readonly $ref?: string;
  readonly $id?: string;
}

/** With resolved references. */
interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly security: readonly object[];
  readonly parameters?: readonly {
    name: string;
    in: string;
    required: boolean;
    description?: string;
    schema: Schema;
  }[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}
type Content = Readonly<Record<string, { readonly schema: Schema }>>;

/** Copies a value. `change` replaces each object, inner ones first. */
function mapped(value: unknown, change: (inner: Record<string, unknown>) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => mapped(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return change(Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapped(inner, change)])));
}

function objectsIn(value: unknown): Record<string, unknown>[] {
  const found: Record<string, unknown>[] = [];
  mapped(value, (inner) => {
    found.push(inner);
    return inner;
  });
  return found;
}

/** `anyOf` a reference and null becomes a nullable schema. */
function resolved(part: unknown, document: OpenApiDocument): unknown {
  return mapped(part, (inner) => {
    if (typeof inner.$ref === 'string') {
      const target = inner.$ref
        .slice('#/'.length)
        .split('/')
        .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document);
      assert.ok(target, inner.$ref);
      return resolved(target, document);
    }
    if (!Array.isArray(inner.anyOf)) return inner;
    const [schema, ...others] = inner.anyOf;
    assert.deepEqual([others, Object.keys(inner)], [[{ type: 'null' }], ['anyOf']]);
    return { ...schema, type: [schema.type, 'null'] };
  });
}

const PUBLISHED_PATTERNS = new Map([
  [undefined, '^[^\\x00]*$'],
  [NOT_BLANK, '^[^\\x00]*[^\\x00\\s][^\\x00]*$'],
  [VISIBLE, '^[^\\x00]*[^\\x00\\s][^\\x00]*$'],
  [VISIBLE_WITHOUT_COMMA, '^\\s*[^,\\s][^,]*$'],
]);

/** Leaves out what the specification lacks from the contract's schema. */
function withoutExtensions(schema: unknown): unknown {
  return mapped(schema, ({ properties, ...others }) => {
    if (typeof properties !== 'object' || properties === null) return others;
    const specified = Object.entries(properties).filter(([, one]) => !(EXTENSION in one));
    return { ...others, properties: Object.fromEntries(specified) };
  });
}

/** Returns a schema of the contract as a document has it, without references. */
function published(schema: unknown, document: (typeof DOCUMENTS)[number]['name']): unknown {
  const source = document === 'player' ? withoutExtensions(schema) : schema;
  return mapped(source, ({ $id, [EXTENSION]: extension, [KNOWN_VALUES]: known, ...others }) => {
    const inner = known === undefined || document === 'player' ? others : { ...others, [KNOWN_VALUES]: known };
    // The operation checks the value, so the schema is only for documents.
    if (typeof extension === 'object') return extension;
    if (inner.format === TEXT_FORMAT) {
      const { format, ...rest } = inner;
      return { ...rest, pattern: PUBLISHED_PATTERNS.get(inner.pattern as string | undefined) ?? inner.pattern };
    }
    if (inner.format === 'int32' && document !== 'player') {
      const type = (inner.type as string[]).includes('null') ? ['integer', 'null'] : 'integer';
      return { type, format: 'int32', description: inner.description };
    }
    return inner;
  });
}

function operationsOf(document: OpenApiDocument): { name: string; operation: Operation; written: OpenApiOperation }[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, written]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation: resolved(written, document) as Operation,
      written,
    })),
  );
}

const player = openapi('player', playerOperations);
const byId = new Map(operationsOf(player).map(({ operation }) => [operation.operationId, operation]));

function operationOf(id: string): Operation {
  return byId.get(id) ?? assert.fail(id);
}

function responseSchema(id: string, status: number): Schema {
  const [content] = Object.values(operationOf(id).responses[status]?.content ?? {});
  return (content ?? assert.fail(`${id} ${status}`)).schema;
}

function requestSchema(id: string): Schema {
  const [content] = Object.values(operationOf(id).requestBody?.content ?? {});
  return (content ?? assert.fail(id)).schema;
}

function field(schema: Schema, name: string): Schema {
  return name.split('.').reduce<Schema>((at, part) => at.properties?.[part] ?? assert.fail(name), schema);
}

suite('the documents', async () => {
  const server = await sharedServer();

  for (const { name, url, operations } of DOCUMENTS) {
    const document = openapi(name, operations);

    test(`${url}: a linter finds no problem`, async () => {
      const { status, headers, text } = await server.call('GET', url);
      assert.equal(status, 200);
      assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
      const config = await createConfig({ extends: ['recommended'] });
      const lint = async (source: string) => {
        const found = await lintFromString({ source, absoluteRef: `${name}.json`, config });
        return found.map(({ severity, ruleId, message, location }) => [
          severity,
          ruleId,
          message,
          location[0]?.pointer,
        ]);
      };
      assert.deepEqual(await lint(text), []);
      // The linter must find a mistake.
      assert.notDeepEqual(await lint(text.replace('"title"', '"titel"')), []);
    });

    test(`${url}: is OpenAPI 3.1, generated from the schemas that validate requests and responses`, async () => {
      const { body } = await server.call('GET', url);
      assert.deepEqual(body, JSON.parse(JSON.stringify(document)));
      assert.match(body.openapi, /^3\.1\./);
      const described = operationsOf(document);
      assert.equal(described.length, operations.length);
      for (const { id, body, takesFile, success, failures, query } of operations) {
        const { operation } = described.find((one) => one.operation.operationId === id) ?? assert.fail(id);
        for (const { schema } of Object.values(operation.requestBody?.content ?? {})) {
          assert.deepEqual(schema, takesFile ? {} : published(body, name), id);
        }
        const schemas = { [success.status]: success.schema, ...failures };
        for (const [status, { content = {} }] of Object.entries(operation.responses)) {
          for (const { schema } of Object.values(content)) {
            assert.deepEqual(schema, published(schemas[Number(status)], name), `${id} ${status}`);
          }
        }
        const { properties = {} } = (query ?? {}) as Schema;
        const inQuery = operation.parameters?.filter((one) => one.in === 'query') ?? [];
        const parameters = inQuery.map(({ name, description, schema }) => [
          name,
          { ...(description === undefined ? {} : { description }), ...schema },
        ]);
        assert.deepEqual(Object.fromEntries(parameters), published(properties, name));
      }
    });

    test(`${url}: names the media types and the security of every operation`, () => {
      const { bearer, ...others } = document.components.securitySchemes;
      assert.deepEqual([bearer.type, bearer.scheme], ['http', 'bearer']);
      assert.deepEqual(Object.keys(others), name === 'team' ? ['session'] : []);
      const schemes = {
        none: [],
        player: [{ bearer: [] }],
        team: [{ bearer: [] }, { session: [] }],
        member: [{ session: [] }],
      };
      for (const { operation } of operationsOf(document)) {
        const { operationId, requestBody, responses, security } = operation;
        const open = operationId === 'IdentifyPlayer';
        const { auth, membersOnly, takesFile } =
          operations.find(({ id }) => id === operationId) ?? assert.fail(operationId);
        assert.deepEqual(security, schemes[membersOnly ? 'member' : auth], operationId);
        if (requestBody !== undefined) {
          assert.equal(requestBody.required, true);
          const json = ['application/json', 'text/json', 'application/*+json'];
          const file = takesFile === FILE_PART ? [FILE_PART] : UPLOAD_TYPES;
          assert.deepEqual(Object.keys(requestBody.content), takesFile ? file : json);
        }
        for (const [status, { content }] of Object.entries(responses)) {
          const expected =
            status === '204'
              ? undefined
              : Number(status) < 300
                ? (STREAMED[operationId] ?? ['application/json', 'text/json', 'text/plain'])
                : [open && status === '404' ? 'application/json' : 'application/problem+json'];
          assert.deepEqual(content && Object.keys(content), expected, `${operationId} ${status}`);
        }
      }
    });

    test(`${url}: every object has a name`, () => {
      const { schemas } = document.components;
      for (const [at, part] of [['paths', document.paths] as const, ...Object.entries(schemas)]) {
        const objects = objectsIn(part).filter((one) => one.type === 'object' && 'properties' in one);
        const nameless = objects.filter((one) => !isDeepStrictEqual(one, part));
        assert.deepEqual(nameless, [], at);
      }
      if (name !== 'player') return;
      const others = Object.keys(schemas).filter((one) => !SPECIFIED_SCHEMAS.includes(one));
      assert.deepEqual(others, ['ProjectUnavailableError']);
      assert.deepEqual(
        SPECIFIED_SCHEMAS.filter((one) => !(one in schemas)),
        [],
      );
    });

    test(`${url}: client generators understand every schema`, () => {
      for (const schema of objectsIn(document.components.schemas) as Schema[]) {
        const { type, anyOf = [], format, $id } = schema;
        const text = JSON.stringify(schema);
        assert.equal($id, undefined, text);
        if (typeof format === 'string') assert.match(format, /^(?:date-time|int32)$/, text);
        if (anyOf.length > 0) assert.deepEqual(anyOf, [{ $ref: anyOf[0]?.$ref }, { type: 'null' }], text);
        if (!Array.isArray(type) || (name === 'player' && format === 'int32')) continue;
        assert.equal(type.length, 2, text);
        assert.equal(type[1], 'null', text);
      }
    });

    test(`${url}: each operation has one of the tags, and each tag has an operation`, () => {
      const tags = document.tags.map(({ name }) => name);
      const used = operationsOf(document).map(({ operation }) => operation.tags);
      for (const own of used) assert.equal(own.length, 1);
      assert.deepEqual(new Set(used.flat()), new Set(tags));
    });
  }

  test('that of the specification has nothing of the extensions, and that of a game has all of it', async () => {
    const textOf = async (name: string) => (await server.call('GET', `/openapi/${name}.json`)).text;
    assert.doesNotMatch(await textOf('v1'), /attachment|x-extension/i);
    for (const name of ['game-v1', 'team-v1']) assert.doesNotMatch(await textOf(name), /x-extension/);
    const game = openapi('game', gameOperations);
    const named = (document: OpenApiDocument) => Object.keys(document.components.schemas);
    assert.deepEqual(
      [...named(player), ...named(openapi('extensions', playerExtensions))].filter((one) => !named(game).includes(one)),
      [],
    );
    const ticket = game.components.schemas.CreateTicketRequest as Schema;
    assert.deepEqual(
      Object.keys(ticket.properties ?? {}).filter((one) => !(one in (requestSchema('CreateTicket').properties ?? {}))),
      ['formVersion', 'fields', 'attachments'],
    );
  });

  test('the values of an open enum are known in all but that of the specification', () => {
    const valuesIn = (name: 'player' | 'game') =>
      objectsIn(openapi(name, playerOperations)).flatMap((schema) => (KNOWN_VALUES in schema ? [schema] : []));
    const found = valuesIn('game');
    assert.deepEqual(
      new Set(found.map((schema) => String(schema[KNOWN_VALUES]))),
      new Set([TICKET_STATUSES, AUTHOR_TYPES, INBOX_TYPES, PROJECT_PROBLEMS, KNOWN_TICKET_TYPES].map(String)),
    );
    // A generator must not refuse a later version's value.
    for (const schema of found) assert.deepEqual([schema.type, schema.enum], ['string', undefined]);
    assert.deepEqual(valuesIn('player'), []);
  });

  test('a description that lists the values of a string belongs to an enum', () => {
    const listed = DOCUMENTS.filter(({ name }) => name !== 'player').flatMap(({ name, operations }) =>
      objectsIn(openapi(name, operations)).filter(({ description }) => /^`[^.]* or `/.test(String(description))),
    );
    assert.ok(listed.length > 0);
    for (const schema of listed) assert.ok('enum' in schema || KNOWN_VALUES in schema, JSON.stringify(schema));
  });

  test('pages of other origins may read them', async () => {
    for (const { url } of DOCUMENTS) {
      assert.equal((await server.call('GET', url)).headers.get('access-control-allow-origin'), '*');
    }
  });

  test('the name of a schema is the name of its export', async () => {
    const folder = path.resolve(import.meta.dirname, '../../../contract/src');
    const files = globSync('**/*.ts', { cwd: folder });
    let named = 0;
    for (const file of files) {
      for (const [name, value] of Object.entries(await import(path.join(folder, file)))) {
        const id = typeof value === 'object' && value !== null ? (value as Schema).$id : undefined;
        if (id === undefined) continue;
        assert.equal(id, name, file);
        named += 1;
      }
    }
    assert.ok(named > 80);
  });

  test('a game generates one class for each schema and tag', () => {
    const { tags, components } = openapi('game', gameOperations);
    // GDScript and C# have all of them in one scope.
    const classes = [...Object.keys(components.schemas), ...tags.map(({ name }) => `${name.replaceAll(' ', '')}Api`)];
    const lower = classes.map((name) => name.toLowerCase());
    assert.deepEqual(
      classes.filter((name, index) => lower.indexOf(name.toLowerCase()) !== index),
      [],
    );
  });

  test('no schema of the team API has the name that generators give to the response of an operation', () => {
    const { schemas } = openapi('team', teamOperations).components;
    assert.deepEqual(
      teamOperations.map(({ id }) => `${id}Response`).filter((one) => one in schemas),
      [],
    );
  });

  test('no value is in two named enums, because a Go client has all values in one scope', () => {
    const { schemas } = openapi('team', teamOperations).components;
    const values = (Object.values(schemas) as { enum?: readonly string[] }[]).flatMap((schema) => schema.enum ?? []);
    assert.ok(values.length > 10);
    assert.deepEqual(
      values.filter((value, index) => values.indexOf(value) !== index),
      [],
    );
  });

  test('a limit of the team API is an integer', () => {
    const { operation } =
      operationsOf(openapi('team', teamOperations)).find(({ name }) => name === 'GET /api/v1/team/tickets') ??
      assert.fail();
    const limit = operation.parameters?.find(({ name }) => name === 'limit');
    assert.deepEqual(limit?.schema, { type: 'integer', minimum: 1, maximum: 100, default: 50 });
  });
});

suite('the documented player API', () => {
  test('has its operations, paths, security and status codes', () => {
    assert.equal(player.info.version, 'v1');
    const declared = operationsOf(player).map(({ name, operation: { operationId, security, responses } }) => [
      operationId,
      [name, security.length === 0 ? 'open' : 'bearer', Object.keys(responses).map(Number)],
    ]);
    assert.deepEqual(Object.fromEntries(declared), SPECIFIED);
  });

  test('has its parameters', () => {
    const declared = [...byId].map(([id, { parameters = [] }]) => [
      id,
      parameters.map(({ name, in: where, required }) => `${name} in ${where}${required ? ', required' : ''}`),
    ]);
    const key = 'projectPublicKey in query, required';
    const ticket = 'ticketId in path, required';
    assert.deepEqual(Object.fromEntries(declared), {
      IdentifyPlayer: [],
      CreateTicket: ['Idempotency-Key in header'],
      ListPlayerTickets: [key],
      GetTicket: [ticket],
      AddTicketMessage: [ticket, 'Idempotency-Key in header'],
      GetPlayerInbox: [key, 'since in query'],
      MarkInboxMessageRead: ['messageId in path, required'],
    });
    for (const id of ['ListPlayerTickets', 'GetPlayerInbox']) {
      const { schema } = operationOf(id).parameters?.[0] ?? assert.fail(id);
      assert.equal(schema.maxLength, 80);
    }
  });

  const bodies: readonly (readonly [id: string, fields: readonly TextField[]])[] = [
    ['IdentifyPlayer', IDENTIFY_FIELDS],
    ['CreateTicket', [...TICKET_FIELDS, ...CONTEXT_FIELDS]],
    ['AddTicketMessage', [{ name: 'message', min: 1, max: 4000, required: true }]],
  ];
  for (const [id, fields] of bodies) {
    test(`has the fields and bounds of the body of ${id}`, () => {
      const schema = requestSchema(id);
      for (const { name, min, max, nullable } of fields) {
        const { type, minLength, maxLength } = field(schema, name);
        assert.deepEqual(
          { type, minLength, maxLength },
          { type: nullable ? ['string', 'null'] : 'string', minLength: min, maxLength: max },
          name,
        );
      }
      const own = new Set(fields.map(({ name }) => name.split('.')[0]));
      assert.deepEqual(new Set(Object.keys(schema.properties ?? {})), own);
      const required = fields.filter((one) => one.required).map(({ name }) => name);
      assert.deepEqual(schema.required?.toSorted(), required.toSorted());
      if (own.has('context')) {
        const { type, properties, required } = field(schema, 'context');
        assert.deepEqual([type, required], [['object', 'null'], undefined]);
        assert.deepEqual(
          Object.keys(properties ?? {}),
          CONTEXT_FIELDS.map(({ name }) => name.replace('context.', '')),
        );
      }
    });
  }

  test('every response has its fields, all of them required', () => {
    const summary = 'id type status subject lastMessagePreview lastMessageAt unreadCount';
    const message = 'id type ticketId title body createdAt readAt';
    const responses: readonly (readonly [schema: Schema | undefined, fields: string])[] = [
      [responseSchema('IdentifyPlayer', 200), 'playerId playerAccessToken serverTime'],
      [responseSchema('IdentifyPlayer', 404), 'error requestId'],
      [field(responseSchema('IdentifyPlayer', 404), 'error'), 'code message'],
      [responseSchema('CreateTicket', 201), 'ticketId status createdAt'],
      [responseSchema('ListPlayerTickets', 200), 'tickets'],
      [field(responseSchema('ListPlayerTickets', 200), 'tickets').items, summary],
      [responseSchema('GetTicket', 200), 'id type status subject messages'],
      [field(responseSchema('GetTicket', 200), 'messages').items, 'id authorType message createdAt'],
      [responseSchema('AddTicketMessage', 200), 'messageId status createdAt'],
      [responseSchema('GetPlayerInbox', 200), 'messages nextPollAfterSeconds'],
      [field(responseSchema('GetPlayerInbox', 200), 'messages').items, message],
      [responseSchema('MarkInboxMessageRead', 200), 'ok readAt'],
    ];
    for (const [schema, fields] of responses) {
      assert.deepEqual(Object.keys(schema?.properties ?? {}), fields.split(' '));
      assert.deepEqual(schema?.required, fields.split(' '));
    }
  });

  test('problems have their fields: none of them is required, and all can be null', () => {
    const fields = ['type', 'title', 'status', 'detail', 'instance'];
    for (const [id, { responses }] of byId) {
      for (const status of Object.keys(responses).map(Number)) {
        if (status < 400 || (id === 'IdentifyPlayer' && status === 404)) continue;
        const { properties = {}, required = [] } = responseSchema(id, status);
        assert.deepEqual(Object.keys(properties), status === 400 ? [...fields, 'errors'] : fields, `${id} ${status}`);
        assert.deepEqual(required, []);
        for (const name of fields) assert.ok(properties[name]?.type?.includes('null'), `${id} ${status} ${name}`);
      }
    }
  });

  test('every int32 is an integer or a string of digits', () => {
    const ofTicket = field(responseSchema('ListPlayerTickets', 200), 'tickets').items ?? {};
    const numbers: readonly (readonly [schema: Schema, types: readonly string[]])[] = [
      [field(ofTicket, 'unreadCount'), ['integer', 'string']],
      [field(responseSchema('GetPlayerInbox', 200), 'nextPollAfterSeconds'), ['integer', 'string']],
      [field(responseSchema('CreateTicket', 409), 'status'), ['integer', 'string', 'null']],
      [field(responseSchema('CreateTicket', 400), 'status'), ['integer', 'string', 'null']],
    ];
    for (const [{ type, format, pattern = '' }, types] of numbers) {
      assert.deepEqual([type, format], [types, 'int32']);
      for (const digits of ['0', '7', '-7', '429', '2147483647', '-2147483648'])
        assert.match(digits, new RegExp(pattern));
      for (const other of ['', '-', '+1', '1.0', '1e3', ' 1', 'x']) assert.doesNotMatch(other, new RegExp(pattern));
    }
  });
});
