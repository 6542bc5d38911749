import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { type OpenApiDocument, type OpenApiOperation, openapi } from '../../src/http/openapi.ts';
import { playerOperations, teamOperations } from '../../src/operations/all.ts';
import { sharedServer } from '../helpers/shared-server.ts';
import { CONTEXT_FIELDS, IDENTIFY_FIELDS, type TextField, TICKET_FIELDS } from '../helpers/text-fields.ts';

const APIS = [
  { audience: 'player', url: '/openapi/v1.json', operations: playerOperations },
  { audience: 'team', url: '/openapi/team-v1.json', operations: teamOperations },
] as const;

/** The specification's "Endpoints" and "Status codes by operation". */
const SPECIFIED = {
  IdentifyPlayer: ['POST /api/v1/player/identify', 'open', [200, 400, 404, 429]],
  CreateTicket: ['POST /api/v1/tickets', 'bearer', [201, 400, 401, 409, 429]],
  ListPlayerTickets: ['GET /api/v1/player/tickets', 'bearer', [200, 401, 429]],
  GetTicket: ['GET /api/v1/tickets/{ticketId}', 'bearer', [200, 401, 404, 429]],
  AddTicketMessage: ['POST /api/v1/tickets/{ticketId}/messages', 'bearer', [200, 400, 401, 404, 409, 429]],
  GetPlayerInbox: ['GET /api/v1/player/inbox', 'bearer', [200, 401, 429]],
  MarkInboxMessageRead: ['POST /api/v1/player/inbox/{messageId}/read', 'bearer', [200, 401, 404, 429]],
};

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
}

function operationsOf(document: OpenApiDocument): { name: string; operation: OpenApiOperation }[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
  );
}

const player = openapi('player', playerOperations);
const byId = new Map(operationsOf(player).map(({ operation }) => [operation.operationId, operation]));

function operationOf(id: string): OpenApiOperation {
  return byId.get(id) ?? assert.fail(id);
}

function answer(id: string, status: number): Schema {
  const [content] = Object.values(operationOf(id).responses[status]?.content ?? {});
  return (content ?? assert.fail(`${id} ${status}`)).schema;
}

function request(id: string): Schema {
  const [content] = Object.values(operationOf(id).requestBody?.content ?? {});
  return (content ?? assert.fail(id)).schema;
}

function field(schema: Schema, name: string): Schema {
  return name.split('.').reduce<Schema>((at, part) => at.properties?.[part] ?? assert.fail(name), schema);
}

suite('the documents', async () => {
  const server = await sharedServer();

  for (const { audience, url, operations } of APIS) {
    test(`of the ${audience} API has nothing that a linter finds fault with`, async () => {
      const { status, headers, text } = await server.call('GET', url);
      assert.equal(status, 200);
      assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
      const config = await createConfig({ extends: ['recommended'] });
      const lint = async (source: string) => {
        const found = await lintFromString({ source, absoluteRef: `${audience}.json`, config });
        return found.map(({ severity, ruleId, message, location }) => [
          severity,
          ruleId,
          message,
          location[0]?.pointer,
        ]);
      };
      assert.deepEqual(await lint(text), []);
      // A linter that would find nothing wrong with this either would say nothing about the document.
      assert.notDeepEqual(await lint(text.replace('"operationId"', '"operationid"')), []);
    });

    test(`of the ${audience} API is in OpenAPI 3.1 and made from the schemas that validate`, async () => {
      const document = openapi(audience, operations);
      const { body } = await server.call('GET', url);
      assert.deepEqual(body, JSON.parse(JSON.stringify(document)));
      assert.match(body.openapi, /^3\.1\./);
      const described = operationsOf(document);
      assert.equal(described.length, operations.length);
      for (const { id, body, success, failures, query } of operations) {
        const { operation } = described.find((one) => one.operation.operationId === id) ?? assert.fail(id);
        for (const { schema } of Object.values(operation.requestBody?.content ?? {})) assert.equal(schema, body);
        const schemas = { [success.status]: success.schema, ...failures };
        for (const [status, { content = {} }] of Object.entries(operation.responses)) {
          for (const { schema } of Object.values(content))
            assert.equal(schema, schemas[Number(status)], `${id} ${status}`);
        }
        const { properties } = (query ?? {}) as Schema;
        const inQuery = operation.parameters?.filter((one) => one.in === 'query') ?? [];
        assert.deepEqual(Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema])), properties ?? {});
      }
    });

    test(`of the ${audience} API names the media types and the security of every operation`, () => {
      const document = openapi(audience, operations);
      const { bearer, ...others } = document.components.securitySchemes;
      assert.deepEqual([bearer.type, bearer.scheme], ['http', 'bearer']);
      assert.deepEqual(Object.keys(others), audience === 'team' ? ['session'] : []);
      const enough = {
        none: [],
        player: [{ bearer: [] }],
        team: [{ bearer: [] }, { session: [] }],
        member: [{ session: [] }],
      };
      for (const { operation } of operationsOf(document)) {
        const { operationId, requestBody, responses, security } = operation;
        const open = operationId === 'IdentifyPlayer';
        const { auth, membersOnly } = operations.find(({ id }) => id === operationId) ?? assert.fail(operationId);
        assert.deepEqual(security, enough[membersOnly ? 'member' : auth], operationId);
        if (requestBody !== undefined) {
          assert.equal(requestBody.required, true);
          assert.deepEqual(Object.keys(requestBody.content), ['application/json', 'text/json', 'application/*+json']);
        }
        for (const [status, { content }] of Object.entries(responses)) {
          const expected =
            status === '204'
              ? undefined
              : Number(status) < 300
                ? operationId === 'StreamEvents'
                  ? ['text/event-stream']
                  : ['application/json', 'text/json', 'text/plain']
                : [open && status === '404' ? 'application/json' : 'application/problem+json'];
          assert.deepEqual(content && Object.keys(content), expected, `${operationId} ${status}`);
        }
      }
    });
  }

  test('may be read by tools in a page of another origin', async () => {
    for (const { url } of APIS) {
      assert.equal((await server.call('GET', url)).headers.get('access-control-allow-origin'), '*');
    }
  });
});

suite('the player API is declared as in the specification', () => {
  test('operations, paths, security and status codes', () => {
    assert.equal(player.info.version, 'v1');
    const declared = operationsOf(player).map(({ name, operation: { operationId, security, responses } }) => [
      operationId,
      [name, (security as unknown[]).length === 0 ? 'open' : 'bearer', Object.keys(responses).map(Number)],
    ]);
    assert.deepEqual(Object.fromEntries(declared), SPECIFIED);
  });

  test('parameters', () => {
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
      assert.equal((schema as Schema).maxLength, 80);
    }
  });

  const bodies: readonly (readonly [id: string, fields: readonly TextField[]])[] = [
    ['IdentifyPlayer', IDENTIFY_FIELDS],
    ['CreateTicket', [...TICKET_FIELDS, ...CONTEXT_FIELDS]],
    ['AddTicketMessage', [{ name: 'message', min: 1, max: 4000, required: true }]],
  ];
  for (const [id, fields] of bodies) {
    test(`the fields and bounds of ${id}'s body`, () => {
      const schema = request(id);
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

  test('the fields of every answer, all of them required', () => {
    const summary = 'id type status subject lastMessagePreview lastMessageAt unreadCount';
    const message = 'id type ticketId title body createdAt readAt';
    const answers: readonly (readonly [schema: Schema | undefined, fields: string])[] = [
      [answer('IdentifyPlayer', 200), 'playerId playerAccessToken serverTime'],
      [answer('IdentifyPlayer', 404), 'error requestId'],
      [field(answer('IdentifyPlayer', 404), 'error'), 'code message'],
      [answer('CreateTicket', 201), 'ticketId status createdAt'],
      [answer('ListPlayerTickets', 200), 'tickets'],
      [field(answer('ListPlayerTickets', 200), 'tickets').items, summary],
      [answer('GetTicket', 200), 'id type status subject messages'],
      [field(answer('GetTicket', 200), 'messages').items, 'id authorType message createdAt'],
      [answer('AddTicketMessage', 200), 'messageId status createdAt'],
      [answer('GetPlayerInbox', 200), 'messages nextPollAfterSeconds'],
      [field(answer('GetPlayerInbox', 200), 'messages').items, message],
      [answer('MarkInboxMessageRead', 200), 'ok readAt'],
    ];
    for (const [schema, fields] of answers) {
      assert.deepEqual(Object.keys(schema?.properties ?? {}), fields.split(' '));
      assert.deepEqual(schema?.required, fields.split(' '));
    }
  });

  test('the fields of problems, none of them required', () => {
    const fields = ['type', 'title', 'status', 'detail', 'instance'];
    for (const [id, { responses }] of byId) {
      for (const status of Object.keys(responses).map(Number)) {
        if (status < 400 || (id === 'IdentifyPlayer' && status === 404)) continue;
        const { properties = {}, required = [] } = answer(id, status);
        assert.deepEqual(Object.keys(properties), status === 400 ? [...fields, 'errors'] : fields, `${id} ${status}`);
        assert.deepEqual(required, []);
      }
    }
  });

  test('every int32 as an integer or a string of digits', () => {
    const numbers = [
      field(field(answer('ListPlayerTickets', 200), 'tickets').items ?? {}, 'unreadCount'),
      field(answer('GetPlayerInbox', 200), 'nextPollAfterSeconds'),
      field(answer('CreateTicket', 409), 'status'),
      field(answer('CreateTicket', 400), 'status'),
    ];
    for (const { type, format, pattern = '' } of numbers) {
      assert.deepEqual([type, format], [['integer', 'string'], 'int32']);
      for (const digits of ['0', '7', '-7', '429', '2147483647', '-2147483648'])
        assert.match(digits, new RegExp(pattern));
      for (const other of ['', '-', '+1', '1.0', '1e3', ' 1', 'x']) assert.doesNotMatch(other, new RegExp(pattern));
    }
  });
});
