import { type Static, Type } from 'typebox';
import { AttachmentIds, AttachmentResponse, RefusedAttachments } from '../attachments.ts';
import { AUTHOR_TYPES, TICKET_EVENT_KINDS } from '../enums.ts';
import {
  MAX_ID_LENGTH,
  MAX_MACROS_PER_REPLY,
  MAX_MENTIONS,
  MAX_MERGED_TICKETS,
  MAX_TICKET_EVENTS,
  MERGE_UNDO_DAYS,
} from '../limits.ts';
import { ClosedObject, DateTime, Enum, Named, NamedObject, Nullable, Text } from '../schema.ts';
import { Actor, TeamText } from './fields.ts';
import { TicketAnswer } from './forms.ts';
import { PlayerContext, PlayerResponse } from './players.ts';
import { AssigneeId, KnownIssueId, queueFields, SnoozeRequest, Tags, TicketPriority, TicketStatus } from './queue.ts';

export const TicketEventKind = Named('TicketEventKind', Enum(TICKET_EVENT_KINDS));

export const TicketEventResponse = NamedObject(
  'TicketEventResponse',
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
      'A change of a ticket. The values are a status, the id of a member, a priority, the id of a ticket or a known issue, or tags with `, ` between them. Those of `snooze` are `until` and a time, `build` and a build, or `reply`. Without an actor, the server made the change.',
  },
);
export type TicketEventResponse = Static<typeof TicketEventResponse>;

const AuthorType = Enum(AUTHOR_TYPES);

export const MessageVisibility = Named('MessageVisibility', Enum(['public', 'internal'] as const));

export const TeamMessageResponse = NamedObject('TeamMessageResponse', {
  id: Type.String(),
  ticketId: Type.String({ description: 'The ticket that it was written in: this one, or one that is merged into it.' }),
  authorType: AuthorType,
  visibility: MessageVisibility,
  message: Type.String(),
  attachments: Type.Array(AttachmentResponse),
  author: Nullable(Actor),
  createdAt: DateTime(),
  readAt: Nullable(DateTime("When the player first read it. null: not yet, or it is the player's own.")),
});
export type TeamMessageResponse = Static<typeof TeamMessageResponse>;

export const TicketMerge = NamedObject('TicketMerge', {
  ticketId: Type.String({ description: 'The other ticket.' }),
  subject: Type.String({ description: 'The subject of the other ticket.' }),
  mergedAt: DateTime(),
  undoUntil: DateTime(`UnmergeTicket is possible until this time: for ${MERGE_UNDO_DAYS} days.`),
});
export type TicketMerge = Static<typeof TicketMerge>;

export const TeamTicketResponse = NamedObject(
  'TeamTicketResponse',
  {
    ...queueFields,
    player: PlayerResponse,
    context: PlayerContext,
    answers: Type.Array(TicketAnswer, { description: 'What the player entered in the form of the ticket type.' }),
    messages: Type.Array(TeamMessageResponse, {
      description: 'Oldest first, with those of tickets that are merged into this one.',
    }),
    merge: Nullable(TicketMerge),
    mergedTickets: Type.Array(TicketMerge, {
      description: `The tickets that are merged into this one, at most ${MAX_MERGED_TICKETS}.`,
    }),
    events: Type.Array(TicketEventResponse, { description: `The newest ${MAX_TICKET_EVENTS}, oldest first.` }),
  },
  {
    description:
      '`context` is from when the ticket was created, `player.context` is current. `merge` says which ticket this one is merged into.',
  },
);
export type TeamTicketResponse = Static<typeof TeamTicketResponse>;

export const UpdateTicketRequest = ClosedObject('UpdateTicketRequest', {
  status: Type.Optional(TicketStatus),
  assigneeId: Type.Optional(AssigneeId),
  priority: Type.Optional(TicketPriority),
  tags: Type.Optional(Tags),
  knownIssueId: Type.Optional(KnownIssueId),
  snooze: Type.Optional(Nullable(SnoozeRequest)),
});
export type UpdateTicketRequest = Static<typeof UpdateTicketRequest>;

export const MergeTicketRequest = ClosedObject('MergeTicketRequest', {
  into: Text({ max: MAX_ID_LENGTH, description: 'Another ticket of the same player, which stays in the list.' }),
});

const messageFields = { message: TeamText, attachments: Type.Optional(AttachmentIds()) };

export const WriteNoteRequest = ClosedObject('WriteNoteRequest', {
  ...messageFields,
  mentions: Type.Optional(
    Type.Array(Text({ max: MAX_ID_LENGTH }), {
      maxItems: MAX_MENTIONS,
      description: 'The ids of members to tell of this note. They must be able to see the ticket.',
    }),
  ),
});

export const ReplyStatus = Enum(
  ['pending', 'resolved', 'closed'] as const,
  'The status of the ticket after the reply. If absent, `pending`.',
);

export const WriteReplyRequest = ClosedObject('WriteReplyRequest', {
  ...messageFields,
  status: Type.Optional(ReplyStatus),
  assigneeId: Type.Optional(AssigneeId),
  priority: Type.Optional(TicketPriority),
  addTags: Type.Optional(Tags),
  macroIds: Type.Optional(
    Type.Array(Text({ max: MAX_ID_LENGTH }), {
      maxItems: MAX_MACROS_PER_REPLY,
      description: 'The macros that the author used. They count this reply in `uses`. Unknown ids are ignored.',
    }),
  ),
  afterMessageId: Type.Optional(
    Text({
      max: MAX_ID_LENGTH,
      description:
        'The newest public message that the author of the reply has seen. If there is a newer one, the response is 409 `ticket-changed`.',
    }),
  ),
});

export const ReplyResponse = NamedObject('ReplyResponse', {
  messageId: Type.String(),
  status: TicketStatus,
  createdAt: DateTime(),
  refusedAttachments: Type.Optional(RefusedAttachments()),
});

export const NoteResponse = NamedObject('NoteResponse', {
  messageId: Type.String(),
  createdAt: DateTime(),
  refusedAttachments: Type.Optional(RefusedAttachments()),
});
