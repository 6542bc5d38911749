import { type Static, Type } from 'typebox';
import { DateTime, Enum, Nullable, Text } from '../schema.ts';

export const AuditEntryResponse = Type.Object({
  id: Type.String(),
  at: DateTime(),
  actor: Type.Object({ type: Enum(['member', 'api_key', 'system'] as const), id: Type.String(), name: Type.String() }),
  action: Type.String({ description: 'The operation, by its name in the OpenAPI document.' }),
  projectId: Nullable(Type.String()),
  target: Nullable(Type.String({ description: 'The id of what it was done to.' })),
  details: Type.Record(Type.String(), Type.Unknown(), {
    description:
      'What was asked for, without any text or secret, 8 KiB at most. A list has 100 entries at most; where it had more, `<name>Count` says how many.',
  }),
});
export type AuditEntryResponse = Static<typeof AuditEntryResponse>;

export const AuditQuery = Type.Object({
  actorId: Type.Optional(Text({ max: 100 })),
  action: Type.Optional(Text({ max: 60 })),
  cursor: Type.Optional(Text({ max: 100 })),
});

export const AuditResponse = Type.Object({
  entries: Type.Array(AuditEntryResponse, { description: 'Newest first; 100 at most.' }),
  nextCursor: Nullable(Type.String()),
});
export type AuditResponse = Static<typeof AuditResponse>;
