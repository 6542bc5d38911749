import { Type } from 'typebox';
import { jsonText } from '../../src/operations/json-text.ts';
import { operation } from '../../src/operations/operation.ts';

// Checked by tsc alone: nothing here runs. Each @ts-expect-error fails if its line becomes valid.

const Thing = Type.Object({ id: Type.String(), count: Type.Number() });

const declared = {
  id: 'GetThing',
  tag: 'Projects',
  summary: 'Get a thing',
  method: 'GET',
  url: '/boxes/:boxId/things/:thingId',
  auth: 'team',
  role: 'viewer',
  body: Type.Object({ wanted: Type.Boolean() }),
  query: Type.Object({ color: Type.Optional(Type.Literal('red')) }),
  success: { status: 200, schema: Thing },
  failures: [401],
} as const;

operation({
  ...declared,
  async handle({ caller, body, params, query }) {
    body.wanted satisfies boolean;
    query.color satisfies 'red' | undefined;
    caller.role satisfies string;
    // @ts-expect-error the URL has no such part
    params.ticketId;
    // @ts-expect-error the query has no such name
    query.size;
    // @ts-expect-error the body has no such field
    body.given;
    return { status: 200, body: { id: params.thingId, count: params.boxId.length } };
  },
});

/** A player operation's query is not validated, so it has no type. */
operation({
  ...declared,
  auth: 'player',
  async handle({ query }) {
    // @ts-expect-error the type is unknown
    query.color satisfies 'red' | undefined;
    return { status: 200, body: { id: '', count: 0 } };
  },
});

/** A response must match the declaration. The test server refuses further fields. */
operation({ ...declared, handle: async () => ({ status: 200, body: jsonText({ id: '', count: 0 }) }) });
// @ts-expect-error a field is missing
operation({ ...declared, handle: async () => ({ status: 200, body: { id: '' } }) });
// @ts-expect-error a field has the wrong type
operation({ ...declared, handle: async () => ({ status: 200, body: { id: '', count: '0' } }) });
// @ts-expect-error JSON of something else
operation({ ...declared, handle: async () => ({ status: 200, body: jsonText({ id: '' }) }) });
// @ts-expect-error a text that is not jsonText
operation({ ...declared, handle: async () => ({ status: 200, body: '{}' }) });
// @ts-expect-error not the declared status
operation({ ...declared, handle: async () => ({ status: 201, body: { id: '', count: 0 } }) });
// @ts-expect-error no body
operation({ ...declared, handle: async () => ({ status: 200 }) });

/** A document has no other tags. */
// @ts-expect-error no such tag
operation({ ...declared, tag: 'Things', handle: async () => ({ status: 200, body: { id: '', count: 0 } }) });
