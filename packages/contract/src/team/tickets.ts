import { type Static, Type } from 'typebox';
import { TICKET_EVENT_KINDS } from '../enums.ts';
import { ClosedObject, DateTime, Enum, Nullable, Text } from '../schema.ts';
import { Actor, TeamText } from './fields.ts';
import { PlayerContext, PlayerResponse } from './players.ts';
import { AssigneeId, Priority, queueFields, Tags, TicketStatus } from './queue.ts';

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
