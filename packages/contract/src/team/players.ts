import { type Static, Type } from 'typebox';
import {
  MAX_FOUND_PLAYERS,
  MAX_INBOX_MESSAGES,
  MAX_INSTALLATIONS,
  MAX_LISTED_TICKETS,
  MAX_OPEN_TICKETS,
  MAX_USER_ID_LENGTH,
} from '../limits.ts';
import { ClosedObject, DateTime, NamedObject, Nullable, Text } from '../schema.ts';
import { Count, InboxTitle, TeamText } from './fields.ts';
import { QueueTicketResponse } from './queue.ts';

const ContextField = Nullable(Type.String());

export const PlayerContext = NamedObject('PlayerContext', {
  appVersion: ContextField,
  buildNumber: ContextField,
  platform: ContextField,
  locale: ContextField,
  deviceModel: ContextField,
  osVersion: ContextField,
});
export type PlayerContext = Static<typeof PlayerContext>;

export const PlayerResponse = NamedObject('PlayerResponse', {
  id: Type.String(),
  projectId: Type.String(),
  userId: Nullable(Type.String({ description: 'The id of the user. See `verified`.' })),
  verified: Type.Boolean({
    description:
      'Whether the player is an account: then the backend of the game has proved `userId`. Otherwise the game only claims it.',
  }),
  sessionId: Nullable(Type.String()),
  context: PlayerContext,
  blocked: Type.Boolean({ description: 'A blocked player can read but not write.' }),
  openTickets: Count,
  createdAt: DateTime(),
  lastSeenAt: DateTime('The time of the last identify, ticket or reply.'),
});
export type PlayerResponse = Static<typeof PlayerResponse>;

export const UpdatePlayerRequest = ClosedObject('UpdatePlayerRequest', { blocked: Type.Boolean() });

export const PlayerTicketsResponse = NamedObject('PlayerTicketsResponse', {
  tickets: Type.Array(QueueTicketResponse, { description: `At most ${MAX_LISTED_TICKETS}, latest activity first.` }),
});

const PlayerAnnouncement = NamedObject('PlayerAnnouncement', {
  id: Type.String(),
  title: Type.String({ description: 'In the language of the player.' }),
  shownSince: DateTime('Since when the player can see it.'),
  readAt: Nullable(DateTime('When the player opened it.')),
});

export const PlayerAnnouncementsResponse = NamedObject('PlayerAnnouncementsResponse', {
  announcements: Type.Array(PlayerAnnouncement, { description: `At most ${MAX_INBOX_MESSAGES}, newest first.` }),
});

export const PlayersQuery = Type.Object({
  userId: Text({
    min: 1,
    max: MAX_USER_ID_LENGTH,
    description: 'The id that the game sent. Upper and lower case differ.',
  }),
});

export const PlayersResponse = NamedObject('PlayersResponse', {
  players: Type.Array(PlayerResponse, { description: `At most ${MAX_FOUND_PLAYERS}, last seen first.` }),
});

export const InstallationsResponse = NamedObject('InstallationsResponse', {
  players: Type.Array(PlayerResponse, { description: `At most ${MAX_INSTALLATIONS}, last seen first.` }),
});

export const DirectMessageRequest = ClosedObject('DirectMessageRequest', {
  title: InboxTitle,
  body: TeamText,
  canReply: Type.Optional(
    Type.Boolean({
      description: `true: the message is also the first message of a new ticket, in which the player can reply. The ticket is pending. The title is its subject. At most ${MAX_OPEN_TICKETS} tickets of a player can be open: 409. Default: false.`,
    }),
  ),
});

export const DirectMessageResponse = NamedObject('DirectMessageResponse', {
  id: Type.String(),
  ticketId: Nullable(Type.String({ description: 'The ticket in which the player can reply, if any.' })),
  createdAt: DateTime(),
});
