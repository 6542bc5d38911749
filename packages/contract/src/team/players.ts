import { type Static, Type } from 'typebox';
import { ClosedObject, DateTime, Nullable } from '../schema.ts';
import { Count, InboxTitle, TeamText } from './fields.ts';
import { QueueTicketResponse } from './queue.ts';

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

export const PlayerTicketsResponse = Type.Object({
  tickets: Type.Array(QueueTicketResponse, { description: 'The newest activity first; at most 100.' }),
});
export type PlayerTicketsResponse = Static<typeof PlayerTicketsResponse>;

/** Other installations of the project that claim the same userId; at most 50, the last seen first. */
export const InstallationsResponse = Type.Object({ players: Type.Array(PlayerResponse) });
export type InstallationsResponse = Static<typeof InstallationsResponse>;

export const DirectMessageRequest = ClosedObject({ title: InboxTitle, body: TeamText });

export const DirectMessageResponse = Type.Object({ id: Type.String(), createdAt: DateTime() });
