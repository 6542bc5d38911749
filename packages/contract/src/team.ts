import { type Static, Type } from 'typebox';
import { ClosedObject, DateTime, Enum, Nullable, NullableDateTime, NullableText, TEXT_FORMAT, Text } from './schema.ts';
import { PRIORITIES, TICKET_EVENT_KINDS, TICKET_STATUSES, TICKET_VIEWS } from './words.ts';

const TicketStatus = Enum(TICKET_STATUSES);
const Priority = Enum(PRIORITIES);
/** Not blank. A comma stands between tags where they are shown as one text. */
const Tag = Type.String({ minLength: 1, maxLength: 40, pattern: '^\\s*[^,\\s][^,]*$', format: TEXT_FORMAT });
const Tags = Type.Array(Tag, { maxItems: 20, description: 'In alphabetical order, without doubles.' });
const ProjectStatus = Enum(['active', 'disabled'] as const);
const Count = Type.Integer({ minimum: 0 });

const ticketTypeFields = {
  type: Text({ max: 30, description: 'The value that the game sends.' }),
  label: Text({ min: 1, max: 80, notBlank: true }),
};
export const TicketType = Type.Object(ticketTypeFields);
export type TicketType = Static<typeof TicketType>;

const Quota = (description: string) =>
  Type.Integer({ minimum: 0, maximum: 1_000_000, description: `${description} 0: no limit.` });

export const ProjectLimits = Type.Object(
  {
    newPlayersPerAddress: Quota('New players per minute and address.'),
    newPlayersPerProject: Quota('New players per minute.'),
    newPlayerTicketsPerAddress: Quota('Tickets by new players per 10 minutes and address.'),
    newPlayerTicketsPerProject: Quota('Tickets by new players per 10 minutes.'),
  },
  { description: 'Limits for players created in the last 24 hours. Each process counts for itself.' },
);
export type ProjectLimits = Static<typeof ProjectLimits>;

export const ProjectResponse = Type.Object({
  id: Type.String(),
  name: Type.String(),
  publicKey: Type.String(),
  status: ProjectStatus,
  autoCloseDays: Type.Number({ description: 'Days without a reply after which a resolved ticket is closed.' }),
  ticketTypes: Type.Array(TicketType),
  limits: ProjectLimits,
  createdAt: DateTime(),
});
export type ProjectResponse = Static<typeof ProjectResponse>;

export const ProjectsResponse = Type.Object({ projects: Type.Array(ProjectResponse) });
export type ProjectsResponse = Static<typeof ProjectsResponse>;

const ProjectName = Text({ min: 1, max: 100, notBlank: true });
export const CreateProjectRequest = ClosedObject({ name: ProjectName });

export const UpdateProjectRequest = ClosedObject({
  name: Type.Optional(ProjectName),
  status: Type.Optional(ProjectStatus),
  autoCloseDays: Type.Optional(
    Type.Number({ exclusiveMinimum: 0, maximum: 3650, description: 'Days; fractions are accepted.' }),
  ),
  ticketTypes: Type.Optional(Type.Array(ClosedObject(ticketTypeFields), { maxItems: 100 })),
  limits: Type.Optional(ClosedObject(Type.Partial(ProjectLimits).properties)),
});
export type UpdateProjectRequest = Static<typeof UpdateProjectRequest>;

const contextField = Type.Union([Type.String(), Type.Null()]);

export const PlayerContext = Type.Object({
  appVersion: contextField,
  buildNumber: contextField,
  platform: contextField,
  locale: contextField,
  deviceModel: contextField,
  osVersion: contextField,
});
export type PlayerContext = Static<typeof PlayerContext>;

export const PlayerResponse = Type.Object({
  id: Type.String(),
  projectId: Type.String(),
  userId: Nullable(Type.String({ description: 'Claimed by the game, not verified.' })),
  sessionId: Nullable(Type.String()),
  context: PlayerContext,
  blocked: Type.Boolean(),
  openTickets: Count,
  createdAt: DateTime(),
  lastSeenAt: DateTime('Of the latest identify, ticket or reply.'),
});
export type PlayerResponse = Static<typeof PlayerResponse>;

export const UpdatePlayerRequest = ClosedObject({ blocked: Type.Boolean() });

const AssigneeId = NullableText({ max: 100, description: 'A member of the team; null for nobody.' });
/** A day, `2026-01-31`, or an instant in ISO 8601. A day begins at midnight UTC. */
const DateOrTime = (description: string) =>
  Type.String({
    pattern: '^\\d{4}-\\d{2}-\\d{2}(?:T\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,3})?)?(?:Z|[+-]\\d{2}:\\d{2}))?$',
    maxLength: 35,
    description,
  });

const queueFields = {
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

/** Who of the team did something: a member or an API key, by the name that it had then. */
const Actor = Type.Object({ id: Type.String(), name: Type.String() });

/** A change of a ticket beside its messages. `from` and `to` are a status, a member's id, a priority, or tags joined by a comma and a space. */
export const TicketEventResponse = Type.Object({
  id: Type.String(),
  kind: Enum(TICKET_EVENT_KINDS),
  from: Nullable(Type.String()),
  to: Nullable(Type.String()),
  actor: Nullable(Actor),
  createdAt: DateTime(),
});
export type TicketEventResponse = Static<typeof TicketEventResponse>;

export const TeamMessageResponse = Type.Object({
  id: Type.String(),
  authorType: Enum(['player', 'admin', 'system'] as const),
  visibility: Enum(['public', 'internal'] as const),
  message: Type.String(),
  author: Nullable(Actor),
  createdAt: DateTime(),
  readAt: Nullable(DateTime('When the player first read it; null for what the player wrote.')),
});
export type TeamMessageResponse = Static<typeof TeamMessageResponse>;

export const TeamTicketResponse = Type.Object({
  ...queueFields,
  player: PlayerResponse,
  context: Type.Unsafe<PlayerContext>({ ...PlayerContext, description: 'As it was when the ticket was created.' }),
  messages: Type.Array(TeamMessageResponse),
  events: Type.Array(TicketEventResponse, {
    description: 'Oldest first; the newest 200. Without an actor: done by the clock.',
  }),
});
export type TeamTicketResponse = Static<typeof TeamTicketResponse>;

export const UpdateTicketRequest = ClosedObject({
  status: Type.Optional(TicketStatus),
  assigneeId: Type.Optional(AssigneeId),
  priority: Type.Optional(Priority),
  tags: Type.Optional(Tags),
});
export type UpdateTicketRequest = Static<typeof UpdateTicketRequest>;

export const TeamText = Text({ min: 1, max: 10_000, notBlank: true });

export const WriteMessageRequest = ClosedObject({ message: TeamText });

export const WriteReplyRequest = ClosedObject({
  message: TeamText,
  status: Type.Optional(
    Enum(['pending', 'resolved', 'closed'] as const, 'What the ticket becomes; pending if absent.'),
  ),
  afterMessageId: Type.Optional(
    Text({
      max: 100,
      description: 'The newest public message that the writer has seen. Is there a newer one: 409 `ticket-changed`.',
    }),
  ),
});
export type WriteReplyRequest = Static<typeof WriteReplyRequest>;

export const ReplyResponse = Type.Object({ messageId: Type.String(), status: TicketStatus, createdAt: DateTime() });
export const NoteResponse = Type.Object({ messageId: Type.String(), createdAt: DateTime() });
export type NoteResponse = Static<typeof NoteResponse>;

export const PlayerTicketsResponse = Type.Object({
  tickets: Type.Array(QueueTicketResponse, { description: 'The newest activity first; at most 100.' }),
});
export type PlayerTicketsResponse = Static<typeof PlayerTicketsResponse>;

/** Other installations of the project that claim the same userId; at most 50, the last seen first. */
export const InstallationsResponse = Type.Object({ players: Type.Array(PlayerResponse) });
export type InstallationsResponse = Static<typeof InstallationsResponse>;

const InboxTitle = Text({ min: 1, max: 120, notBlank: true });
export const DirectMessageRequest = ClosedObject({ title: InboxTitle, body: TeamText });
export const DirectMessageResponse = Type.Object({ id: Type.String(), createdAt: DateTime() });

export const CreateAnnouncementRequest = ClosedObject({
  projectId: Text({ max: 100 }),
  title: InboxTitle,
  body: TeamText,
  startsAt: Type.Optional(NullableDateTime()),
  endsAt: Type.Optional(NullableDateTime()),
});

export const AnnouncementResponse = Type.Object({
  id: Type.String(),
  projectId: Type.String(),
  title: Type.String(),
  body: Type.String(),
  startsAt: Nullable(DateTime()),
  endsAt: Nullable(DateTime()),
  createdAt: DateTime(),
});
export type AnnouncementResponse = Static<typeof AnnouncementResponse>;

export const AnnouncementsResponse = Type.Object({ announcements: Type.Array(AnnouncementResponse) });
export type AnnouncementsResponse = Static<typeof AnnouncementsResponse>;
export const AnnouncementsQuery = Type.Object({ projectId: Type.Optional(Text({ max: 100 })) });
