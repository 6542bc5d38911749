import { type Static, Type } from 'typebox';
import { TICKET_EVENT_KINDS } from '../enums.ts';
import { MAX_ID_LENGTH, MAX_TICKET_EVENTS } from '../limits.ts';
import { ClosedObject, DateTime, Enum, Named, Nullable, Text } from '../schema.ts';
import { Actor, TeamText } from './fields.ts';
import { PlayerContext, PlayerResponse } from './players.ts';
import { AssigneeId, queueFields, Tags, TicketPriority, TicketStatus } from './queue.ts';

export const TicketEventKind = Named('TicketEventKind', Enum(TICKET_EVENT_KINDS));

export const TicketEventResponse = Named(
  'TicketEventResponse',
  Type.Object(
    {
      id: Type.String(),
      kind: TicketEventKind,
      from: Nullable(Type.String({ description: 'The value before.' })),
      to: Nullable(Type.String({ description: 'The value after.' })),
      actor: Nullable(Actor),
      createdAt: DateTime(),
    },
    {
      description:
        'A change of a ticket. The values are a status, the id of a member, a priority, or tags with `, ` between them. Without an actor, the server made the change.',
    },
  ),
);
export type TicketEventResponse = Static<typeof TicketEventResponse>;

const AuthorType = Enum(['player', 'admin', 'system'] as const);

export const MessageVisibility = Named('MessageVisibility', Enum(['public', 'internal'] as const));

export const TeamMessageResponse = Named(
  'TeamMessageResponse',
  Type.Object({
    id: Type.String(),
    authorType: AuthorType,
    visibility: MessageVisibility,
    message: Type.String(),
    author: Nullable(Actor),
    createdAt: DateTime(),
    readAt: Nullable(DateTime("When the player first read it. null: not yet, or it is the player's own.")),
  }),
);
export type TeamMessageResponse = Static<typeof TeamMessageResponse>;

export const TeamTicketResponse = Named(
  'TeamTicketResponse',
  Type.Object(
    {
      ...queueFields,
      player: PlayerResponse,
      context: PlayerContext,
      messages: Type.Array(TeamMessageResponse),
      events: Type.Array(TicketEventResponse, { description: `The newest ${MAX_TICKET_EVENTS}, oldest first.` }),
    },
    { description: '`context` is from when the ticket was created, `player.context` is current.' },
  ),
);
export type TeamTicketResponse = Static<typeof TeamTicketResponse>;

export const UpdateTicketRequest = Named(
  'UpdateTicketRequest',
  ClosedObject({
    status: Type.Optional(TicketStatus),
    assigneeId: Type.Optional(AssigneeId),
    priority: Type.Optional(TicketPriority),
    tags: Type.Optional(Tags),
  }),
);
export type UpdateTicketRequest = Static<typeof UpdateTicketRequest>;

export const WriteMessageRequest = Named('WriteMessageRequest', ClosedObject({ message: TeamText }));

const ReplyStatus = Enum(
  ['pending', 'resolved', 'closed'] as const,
  'The status of the ticket after the reply. If absent, `pending`.',
);

export const WriteReplyRequest = Named(
  'WriteReplyRequest',
  ClosedObject({
    message: TeamText,
    status: Type.Optional(ReplyStatus),
    afterMessageId: Type.Optional(
      Text({
        max: MAX_ID_LENGTH,
        description:
          'The newest public message that the author of the reply has seen. If there is a newer one, the response is 409 `ticket-changed`.',
      }),
    ),
  }),
);
export type WriteReplyRequest = Static<typeof WriteReplyRequest>;

export const ReplyResponse = Named(
  'ReplyResponse',
  Type.Object({ messageId: Type.String(), status: TicketStatus, createdAt: DateTime() }),
);

export const NoteResponse = Named('NoteResponse', Type.Object({ messageId: Type.String(), createdAt: DateTime() }));
export type NoteResponse = Static<typeof NoteResponse>;
