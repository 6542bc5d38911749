import { type Static, Type } from 'typebox';
import { PRIORITIES, TICKET_STATUSES, TICKET_VIEWS } from '../enums.ts';
import { ClosedObject, DateTime, Enum, Nullable, NullableText, TEXT_FORMAT, Text } from '../schema.ts';
import { Count } from './fields.ts';

export const TicketStatus = Enum(TICKET_STATUSES);

export const Priority = Enum(PRIORITIES);

/** Not blank. A comma stands between tags where they are shown as one text. */
const Tag = Type.String({ minLength: 1, maxLength: 40, pattern: '^\\s*[^,\\s][^,]*$', format: TEXT_FORMAT });

export const Tags = Type.Array(Tag, { maxItems: 20, description: 'In alphabetical order, without doubles.' });

export const AssigneeId = NullableText({ max: 100, description: 'A member of the team; null for nobody.' });

/** A day, `2026-01-31`, or an instant in ISO 8601. A day begins at midnight UTC. */
const DateOrTime = (description: string) =>
  Type.String({
    pattern: '^\\d{4}-\\d{2}-\\d{2}(?:T\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,3})?)?(?:Z|[+-]\\d{2}:\\d{2}))?$',
    maxLength: 35,
    description,
  });

export const queueFields = {
  id: Type.String(),
  projectId: Type.String(),
  playerId: Type.String(),
  type: Type.String(),
  status: TicketStatus,
  subject: Type.String(),
  lastMessagePreview: Nullable(Type.String()),
  lastMessageAt: Nullable(DateTime()),
  attentionSince: Nullable(DateTime('Waiting for the team since; null while it is not.')),
  createdAt: DateTime(),
  assigneeId: Nullable(Type.String({ description: 'A member of the team.' })),
  priority: Priority,
  tags: Type.Array(Type.String()),
  platform: Nullable(Type.String({ description: 'Of the context at creation, as are appVersion and locale.' })),
  appVersion: Nullable(Type.String()),
  locale: Nullable(Type.String()),
};

export const QueueTicketResponse = Type.Object(queueFields);
export type QueueTicketResponse = Static<typeof QueueTicketResponse>;

export const TicketQueueResponse = Type.Object({
  tickets: Type.Array(QueueTicketResponse),
  nextCursor: Nullable(Type.String({ description: 'Send it as `cursor` for the next page; null on the last one.' })),
});
export type TicketQueueResponse = Static<typeof TicketQueueResponse>;

const filters = {
  projectId: Type.Optional(Text({ max: 100 })),
  type: Type.Optional(Text({ max: 30 })),
  status: Type.Optional(TicketStatus),
  platform: Type.Optional(Text({ max: 200 })),
  appVersion: Type.Optional(Text({ max: 200 })),
  locale: Type.Optional(Text({ max: 200 })),
  tag: Type.Optional(Tag),
  priority: Type.Optional(Priority),
  assigneeId: Type.Optional(Text({ max: 100, description: 'A member, or `none`.' })),
  from: Type.Optional(DateOrTime('Created at or after.')),
  to: Type.Optional(DateOrTime('Created before.')),
};

export const TicketQueueQuery = Type.Object({
  ...filters,
  view: Type.Optional(Enum(TICKET_VIEWS)),
  limit: Type.Optional(Type.String({ pattern: '^(?:[1-9]|[1-9]\\d|100)$', description: '1 to 100; 50 if absent.' })),
  cursor: Type.Optional(Text({ max: 400 })),
});
export type TicketQueueQuery = Static<typeof TicketQueueQuery>;

/**
 * Tickets that are counted in one view; a view with more says this number and that it is capped. Those without an assignee
 * are looked for among as many of each status and project, and may be capped at a lower number.
 */
export const COUNT_CAP = 10_000;

const ViewCount = Type.Object({
  count: Count,
  capped: Type.Boolean({ description: 'There may be more: this many were counted, no further.' }),
});

export const TicketCountsResponse = Type.Object({
  attention: ViewCount,
  mine: ViewCount,
  unassigned: ViewCount,
  open: ViewCount,
  pending: ViewCount,
  resolved: ViewCount,
  closed: ViewCount,
  all: ViewCount,
});
export type TicketCountsResponse = Static<typeof TicketCountsResponse>;

export const TicketCountsQuery = Type.Object({ projectId: filters.projectId });

/** What the newest tickets have, for the choices of the filters; each list in alphabetical order. */
export const TicketFacetsResponse = Type.Object({
  types: Type.Array(Type.String()),
  platforms: Type.Array(Type.String()),
  appVersions: Type.Array(Type.String()),
  locales: Type.Array(Type.String()),
  tags: Type.Array(Type.String()),
});
export type TicketFacetsResponse = Static<typeof TicketFacetsResponse>;

export const UpdateTicketsRequest = ClosedObject({
  ticketIds: Type.Array(Text({ max: 200 }), { minItems: 1, maxItems: 100 }),
  status: Type.Optional(TicketStatus),
  assigneeId: Type.Optional(AssigneeId),
  priority: Type.Optional(Priority),
  addTags: Type.Optional(Tags),
  removeTags: Type.Optional(Tags),
});
export type UpdateTicketsRequest = Static<typeof UpdateTicketsRequest>;

export const UpdateTicketsResponse = Type.Object({
  updated: Type.Array(Type.String(), { description: 'Ids of the tickets that are now so.' }),
  notFound: Type.Array(Type.String()),
});
export type UpdateTicketsResponse = Static<typeof UpdateTicketsResponse>;
