import { type Static, Type } from 'typebox';
import { MAX_AUDIT_ENTRIES, MAX_ID_LENGTH } from '../limits.ts';
import { DateTime, Enum, NamedObject, Nullable, Text } from '../schema.ts';

export const AuditActor = NamedObject('AuditActor', {
  type: Enum(['member', 'api_key', 'system'] as const),
  id: Type.String(),
  name: Type.String(),
});

export const AuditEntryResponse = NamedObject('AuditEntryResponse', {
  id: Type.String(),
  at: DateTime(),
  actor: AuditActor,
  action: Type.String({ description: 'The operation, by its `operationId`.' }),
  projectId: Nullable(Type.String()),
  target: Nullable(Type.String({ description: 'The id of what was changed.' })),
  address: Nullable(
    Type.String({
      description:
        'Where the request came from: an address, or only its network. null: the server does not record it, or no request did this.',
    }),
  ),
  requestId: Nullable(Type.String({ description: 'The id of the request in the log of the server.' })),
  occurrences: Nullable(
    Type.Integer({ description: 'How many refused requests the entry stands for. null: it is about one request.' }),
  ),
  details: Type.Record(Type.String(), Type.Unknown(), {
    description:
      'The fields of the request, without texts and secrets, at most 8 KiB. A list has at most 100 entries. If it had more, `<name>Count` is the number of all entries.',
  }),
});
export type AuditEntryResponse = Static<typeof AuditEntryResponse>;

export const AuditQuery = Type.Object({
  actorId: Type.Optional(Text({ max: MAX_ID_LENGTH, description: 'A member or an API key.' })),
  action: Type.Optional(Text({ max: 60, description: 'An `operationId`.' })),
  cursor: Type.Optional(Text({ max: MAX_ID_LENGTH, description: 'The `nextCursor` of the previous page.' })),
});

const PERIOD = 'A date (midnight UTC) or a date-time with an offset.';

export const AuditPeriodQuery = Type.Object({
  from: Type.Optional(Text({ max: 40, description: `Entries from this time on. ${PERIOD}` })),
  to: Type.Optional(Text({ max: 40, description: `Entries before this time. ${PERIOD}` })),
});

export const AuditResponse = NamedObject('AuditResponse', {
  entries: Type.Array(AuditEntryResponse, { description: `At most ${MAX_AUDIT_ENTRIES}, newest first.` }),
  nextCursor: Nullable(Type.String({ description: 'Send it as `cursor` to get the next page. null: the last page.' })),
});
