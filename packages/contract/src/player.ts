import { type Static, Type } from 'typebox';
import { DateTime, Int32, Nullable, NullableText, Text } from './schema.ts';

const ProjectPublicKey = Text({ max: 80, description: 'The public key of the project that the game belongs to.' });

export const PlayerContextRequest = Type.Object(
  {
    appVersion: Type.Optional(NullableText({ max: 50 })),
    buildNumber: Type.Optional(NullableText({ max: 50 })),
    platform: Type.Optional(NullableText({ max: 50 })),
    locale: Type.Optional(NullableText({ max: 30 })),
    deviceModel: Type.Optional(NullableText({ max: 200 })),
    osVersion: Type.Optional(NullableText({ max: 100 })),
  },
  { description: 'What the player runs.' },
);
export type PlayerContextRequest = Static<typeof PlayerContextRequest>;

const NullableContext = Type.Unsafe<PlayerContextRequest | null>({
  ...PlayerContextRequest,
  type: ['object', 'null'],
});

export const IdentifyRequest = Type.Object({
  projectPublicKey: ProjectPublicKey,
  installationId: Text({
    min: 8,
    max: 128,
    description: 'Stable and secret for one installation: whoever knows it is that player. Use 128 random bits.',
  }),
  userId: Type.Optional(
    NullableText({ max: 200, description: "The game's own name for the user; unverified. Absent keeps, null clears." }),
  ),
  sessionId: Type.Optional(NullableText({ max: 128, description: 'Absent keeps, null clears.' })),
  context: Type.Optional(NullableContext),
});
export type IdentifyRequest = Static<typeof IdentifyRequest>;

export const IdentifyResponse = Type.Object({
  playerId: Type.String(),
  playerAccessToken: Type.String({ description: 'Opaque; replaces every earlier token of this installation.' }),
  serverTime: DateTime(),
});
export type IdentifyResponse = Static<typeof IdentifyResponse>;

const PlayerMessage = Text({ min: 1, max: 4000, notBlank: true, description: 'What the player writes.' });

export const CreateTicketRequest = Type.Object({
  projectPublicKey: ProjectPublicKey,
  type: Text({ max: 30, description: 'What the ticket is about, for example bug or payment; any string is accepted.' }),
  subject: Text({ min: 1, max: 120, notBlank: true }),
  message: PlayerMessage,
  context: Type.Optional(NullableContext),
});
export type CreateTicketRequest = Static<typeof CreateTicketRequest>;

const TicketStatus = Type.String({
  description: 'open, pending, resolved or closed; closed is the only terminal one.',
});

export const CreateTicketResponse = Type.Object({
  ticketId: Type.String(),
  status: TicketStatus,
  createdAt: DateTime(),
});
export type CreateTicketResponse = Static<typeof CreateTicketResponse>;

export const AddTicketMessageRequest = Type.Object({ message: PlayerMessage });
export type AddTicketMessageRequest = Static<typeof AddTicketMessageRequest>;

export const AddTicketMessageResponse = Type.Object({
  messageId: Type.String(),
  status: TicketStatus,
  createdAt: DateTime(),
});
export type AddTicketMessageResponse = Static<typeof AddTicketMessageResponse>;

export const TicketSummaryResponse = Type.Object({
  id: Type.String(),
  type: Type.String(),
  status: TicketStatus,
  subject: Type.String(),
  lastMessagePreview: Nullable(Type.String()),
  lastMessageAt: Nullable(DateTime()),
  unreadCount: Int32('Answers of the team that the player has not read yet.'),
});
export type TicketSummaryResponse = Static<typeof TicketSummaryResponse>;

export const PlayerTicketsResponse = Type.Object({ tickets: Type.Array(TicketSummaryResponse) });
export type PlayerTicketsResponse = Static<typeof PlayerTicketsResponse>;

export const TicketMessageResponse = Type.Object({
  id: Type.String(),
  authorType: Type.String({ description: 'player, admin or system.' }),
  message: Type.String(),
  createdAt: DateTime(),
});
export type TicketMessageResponse = Static<typeof TicketMessageResponse>;

export const TicketDetailsResponse = Type.Object({
  id: Type.String(),
  type: Type.String(),
  status: TicketStatus,
  subject: Type.String(),
  messages: Type.Array(TicketMessageResponse),
});
export type TicketDetailsResponse = Static<typeof TicketDetailsResponse>;

export const InboxMessageResponse = Type.Object({
  id: Type.String(),
  type: Type.String({ description: 'ticket_reply, ticket_status, announcement, direct; render an unknown one too.' }),
  ticketId: Nullable(Type.String()),
  title: Type.String(),
  body: Type.String(),
  createdAt: DateTime(),
  readAt: Nullable(DateTime('null while unread')),
});
export type InboxMessageResponse = Static<typeof InboxMessageResponse>;

export const PlayerInboxResponse = Type.Object({
  messages: Type.Array(InboxMessageResponse),
  nextPollAfterSeconds: Int32('Suggested delay before the next poll.'),
});
export type PlayerInboxResponse = Static<typeof PlayerInboxResponse>;

export const MarkInboxReadResponse = Type.Object({ ok: Type.Boolean(), readAt: DateTime() });
export type MarkInboxReadResponse = Static<typeof MarkInboxReadResponse>;

export const ProjectQuery = Type.Object({ projectPublicKey: ProjectPublicKey });

export const InboxQuery = Type.Object({
  projectPublicKey: ProjectPublicKey,
  since: Type.Optional(DateTime('Only messages created or marked read at or after this instant.')),
});
