import { type Static, Type } from 'typebox';
import { DateTime, Nullable, Text } from './schema.ts';

export const TICKET_STATUSES = ['open', 'pending', 'resolved', 'closed'] as const;
export const TICKET_VIEWS = ['attention', 'open', 'pending', 'resolved', 'closed', 'all'] as const;

const Enum = <const Values extends readonly string[]>(values: Values) =>
  Type.Unsafe<Values[number]>({ type: 'string', enum: values });
const TicketStatus = Enum(TICKET_STATUSES);
const ProjectStatus = Enum(['active', 'disabled'] as const);
const Count = Type.Integer({ minimum: 0 });

export const TicketType = Type.Object({
  type: Text({ max: 30, description: 'The value that the game sends.' }),
  label: Text({ min: 1, max: 80, notBlank: true }),
});
export type TicketType = Static<typeof TicketType>;

export const ProjectResponse = Type.Object({
  id: Type.String(),
  name: Type.String(),
  publicKey: Type.String(),
  status: ProjectStatus,
  autoCloseDays: Type.Number({ description: 'Days without a reply after which a resolved ticket is closed.' }),
  ticketTypes: Type.Array(TicketType),
  createdAt: DateTime(),
});
export type ProjectResponse = Static<typeof ProjectResponse>;

export const ProjectsResponse = Type.Object({ projects: Type.Array(ProjectResponse) });

const ProjectName = Text({ min: 1, max: 100, notBlank: true });

export const CreateProjectRequest = Type.Object({ name: ProjectName });

export const UpdateProjectRequest = Type.Object({
  name: Type.Optional(ProjectName),
  status: Type.Optional(ProjectStatus),
  autoCloseDays: Type.Optional(
    Type.Number({ exclusiveMinimum: 0, maximum: 3650, description: 'Days; fractions are accepted.' }),
  ),
  ticketTypes: Type.Optional(Type.Array(TicketType, { maxItems: 100 })),
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

export const UpdatePlayerRequest = Type.Object({ blocked: Type.Boolean() });

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
};

export const QueueTicketResponse = Type.Object(queueFields);
export type QueueTicketResponse = Static<typeof QueueTicketResponse>;

export const TicketQueueResponse = Type.Object({
  tickets: Type.Array(QueueTicketResponse),
  nextCursor: Nullable(Type.String({ description: 'Send it as `cursor` for the next page; null on the last one.' })),
});
export type TicketQueueResponse = Static<typeof TicketQueueResponse>;

export const TicketQueueQuery = Type.Object({
  projectId: Type.Optional(Text({ max: 100 })),
  view: Type.Optional(Enum(TICKET_VIEWS)),
  limit: Type.Optional(Type.String({ pattern: '^(?:[1-9]|[1-9]\\d|100)$', description: '1 to 100; 50 if absent.' })),
  cursor: Type.Optional(Text({ max: 400 })),
});

export const TeamMessageResponse = Type.Object({
  id: Type.String(),
  authorType: Enum(['player', 'admin', 'system'] as const),
  visibility: Enum(['public', 'internal'] as const),
  message: Type.String(),
  createdAt: DateTime(),
  readAt: Nullable(DateTime('When the player first read it; null for what the player wrote.')),
});
export type TeamMessageResponse = Static<typeof TeamMessageResponse>;

export const TeamTicketResponse = Type.Object({
  ...queueFields,
  player: PlayerResponse,
  context: Type.Unsafe<PlayerContext>({ ...PlayerContext, description: 'As it was when the ticket was created.' }),
  messages: Type.Array(TeamMessageResponse),
});
export type TeamTicketResponse = Static<typeof TeamTicketResponse>;

export const UpdateTicketRequest = Type.Object({ status: TicketStatus });

const TeamText = Text({ min: 1, max: 10_000, notBlank: true });

export const WriteMessageRequest = Type.Object({ message: TeamText });

export const ReplyResponse = Type.Object({ messageId: Type.String(), status: TicketStatus, createdAt: DateTime() });
export const NoteResponse = Type.Object({ messageId: Type.String(), createdAt: DateTime() });

const InboxTitle = Text({ min: 1, max: 120, notBlank: true });

export const DirectMessageRequest = Type.Object({ title: InboxTitle, body: TeamText });
export const DirectMessageResponse = Type.Object({ id: Type.String(), createdAt: DateTime() });

const NullableDateTime = Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time' });

export const CreateAnnouncementRequest = Type.Object({
  projectId: Text({ max: 100 }),
  title: InboxTitle,
  body: TeamText,
  startsAt: Type.Optional(NullableDateTime),
  endsAt: Type.Optional(NullableDateTime),
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
export const AnnouncementsQuery = Type.Object({ projectId: Type.Optional(Text({ max: 100 })) });
