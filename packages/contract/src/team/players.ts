import { type Static, Type } from 'typebox';
import { MAX_INSTALLATIONS, MAX_LISTED_TICKETS } from '../limits.ts';
import { ClosedObject, DateTime, Named, Nullable } from '../schema.ts';
import { Count, InboxTitle, TeamText } from './fields.ts';
import { QueueTicketResponse } from './queue.ts';

const ContextField = Nullable(Type.String());

export const PlayerContext = Named(
  'PlayerContext',
  Type.Object({
    appVersion: ContextField,
    buildNumber: ContextField,
    platform: ContextField,
    locale: ContextField,
    deviceModel: ContextField,
    osVersion: ContextField,
  }),
);
export type PlayerContext = Static<typeof PlayerContext>;

export const PlayerResponse = Named(
  'PlayerResponse',
  Type.Object({
    id: Type.String(),
    projectId: Type.String(),
    userId: Nullable(Type.String({ description: 'The id that the game claims. It is not verified.' })),
    sessionId: Nullable(Type.String()),
    context: PlayerContext,
    blocked: Type.Boolean({ description: 'A blocked player can read but not write.' }),
    openTickets: Count,
    createdAt: DateTime(),
    lastSeenAt: DateTime('The time of the last identify, ticket or reply.'),
  }),
);
export type PlayerResponse = Static<typeof PlayerResponse>;

export const UpdatePlayerRequest = Named('UpdatePlayerRequest', ClosedObject({ blocked: Type.Boolean() }));

export const PlayerTicketsResponse = Named(
  'PlayerTicketsResponse',
  Type.Object({
    tickets: Type.Array(QueueTicketResponse, { description: `At most ${MAX_LISTED_TICKETS}, latest activity first.` }),
  }),
);
export type PlayerTicketsResponse = Static<typeof PlayerTicketsResponse>;

export const InstallationsResponse = Named(
  'InstallationsResponse',
  Type.Object({
    players: Type.Array(PlayerResponse, { description: `At most ${MAX_INSTALLATIONS}, last seen first.` }),
  }),
);
export type InstallationsResponse = Static<typeof InstallationsResponse>;

export const DirectMessageRequest = Named('DirectMessageRequest', ClosedObject({ title: InboxTitle, body: TeamText }));

export const DirectMessageResponse = Named(
  'DirectMessageResponse',
  Type.Object({ id: Type.String(), createdAt: DateTime() }),
);
