import { type Static, Type } from 'typebox';
import { AttachmentIds, AttachmentResponse, RefusedAttachments } from './attachments.ts';
import { AUTHOR_TYPES, INBOX_TYPES, KNOWN_TICKET_TYPES, TICKET_STATUSES } from './enums.ts';
import { MAX_TICKET_TYPE_LENGTH, MAX_TITLE_LENGTH, MAX_USER_ID_LENGTH } from './limits.ts';
import {
  alternatives,
  DateTime,
  Extension,
  Int32,
  NamedObject,
  Nullable,
  OpenEnum,
  Text,
  UncheckedExtension,
} from './schema.ts';

const ProjectPublicKey = Text({ max: 80, description: "The public key of the game's project." });

export const PlayerContextRequest = NamedObject(
  'PlayerContextRequest',
  {
    appVersion: Type.Optional(Nullable(Text({ max: 50 }))),
    buildNumber: Type.Optional(Nullable(Text({ max: 50 }))),
    platform: Type.Optional(Nullable(Text({ max: 50 }))),
    locale: Type.Optional(Nullable(Text({ max: 30 }))),
    deviceModel: Type.Optional(Nullable(Text({ max: 200 }))),
    osVersion: Type.Optional(Nullable(Text({ max: 100 }))),
  },
  { description: 'The version of the game and the device that it runs on.' },
);

export const IdentifyRequest = NamedObject('IdentifyRequest', {
  projectPublicKey: ProjectPublicKey,
  installationId: Text({
    min: 8,
    max: 128,
    description: 'A stable secret of one installation. Anyone who knows it can act as the player. Use 128 random bits.',
  }),
  userId: Type.Optional(
    Nullable(
      Text({
        max: MAX_USER_ID_LENGTH,
        description:
          "The game's own id for the user. It is not verified. If absent or empty, it stays; null clears it.",
      }),
    ),
  ),
  sessionId: Type.Optional(Nullable(Text({ max: 128, description: 'If absent or empty, it stays; null clears it.' }))),
  context: Type.Optional(Nullable(PlayerContextRequest)),
});

export const IdentifyResponse = NamedObject('IdentifyResponse', {
  playerId: Type.String(),
  playerAccessToken: Type.String({
    description: 'An opaque token. It replaces every earlier token of the installation.',
  }),
  serverTime: DateTime(),
});

const PlayerMessage = Text({ min: 1, max: 4000, visible: true, description: 'The text of the player.' });

export const CreateTicketRequest = NamedObject('CreateTicketRequest', {
  projectPublicKey: ProjectPublicKey,
  type: Text({
    max: MAX_TICKET_TYPE_LENGTH,
    known: KNOWN_TICKET_TYPES,
    description: 'What the ticket is about, such as `bug` or `payment`. Any string is valid.',
  }),
  subject: Text({ min: 1, max: MAX_TITLE_LENGTH, visible: true }),
  message: PlayerMessage,
  context: Type.Optional(Nullable(PlayerContextRequest)),
  formVersion: UncheckedExtension(
    Type.Integer({
      description:
        'The `formVersion` of GetTicketTypes that the player filled in. Without it, or with a version that does not exist, `fields` are ignored.',
    }),
  ),
  fields: UncheckedExtension(
    NamedObject(
      'TicketFields',
      {},
      {
        additionalProperties: true,
        description:
          'The answers by the names of the fields: texts, numbers and booleans. null or a blank text is no answer. Answers of hidden fields are ignored.',
      },
    ),
  ),
  attachments: Extension(AttachmentIds()),
});

const TicketStatus = OpenEnum(
  TICKET_STATUSES,
  `${alternatives(TICKET_STATUSES)}. Only a closed ticket takes no replies.`,
);

export const CreateTicketResponse = NamedObject('CreateTicketResponse', {
  ticketId: Type.String(),
  status: TicketStatus,
  createdAt: DateTime(),
  formVersion: Extension(
    Nullable(
      Type.Integer({
        description:
          'Only if the request has a `formVersion`: the version with which the answers are stored. null: there is no such version, and the ticket has no answers.',
      }),
    ),
  ),
  refusedAttachments: Extension(RefusedAttachments()),
});

export const AddTicketMessageRequest = NamedObject('AddTicketMessageRequest', {
  message: PlayerMessage,
  attachments: Extension(AttachmentIds()),
});

export const AddTicketMessageResponse = NamedObject('AddTicketMessageResponse', {
  messageId: Type.String(),
  status: TicketStatus,
  createdAt: DateTime(),
  refusedAttachments: Extension(RefusedAttachments()),
});

export const TicketSummaryResponse = NamedObject('TicketSummaryResponse', {
  id: Type.String(),
  type: Type.String(),
  status: TicketStatus,
  subject: Type.String(),
  lastMessagePreview: Nullable(Type.String()),
  lastMessageAt: Nullable(DateTime()),
  unreadCount: Int32('Replies of the team that the player has not read yet.'),
});

export const PlayerTicketsResponse = NamedObject('PlayerTicketsResponse', {
  tickets: Type.Array(TicketSummaryResponse),
});

export const TicketMessageResponse = NamedObject('TicketMessageResponse', {
  id: Type.String(),
  authorType: OpenEnum(AUTHOR_TYPES, '`player`, `admin` (the team) or `system`.'),
  message: Type.String(),
  createdAt: DateTime(),
  attachments: Extension(Type.Array(AttachmentResponse, { description: 'Only if the message has any.' })),
});

export const TicketDetailsResponse = NamedObject('TicketDetailsResponse', {
  id: Type.String(),
  type: Type.String(),
  status: TicketStatus,
  subject: Type.String(),
  messages: Type.Array(TicketMessageResponse, { description: 'Oldest first.' }),
});

export const InboxMessageResponse = NamedObject('InboxMessageResponse', {
  id: Type.String(),
  type: OpenEnum(INBOX_TYPES, `${alternatives(INBOX_TYPES)}. Show a message of an unknown type as well.`),
  ticketId: Nullable(Type.String({ description: 'The related ticket, if any.' })),
  title: Type.String(),
  body: Type.String(),
  createdAt: DateTime(),
  readAt: Nullable(DateTime('null while unread.')),
});

export const PlayerInboxResponse = NamedObject('PlayerInboxResponse', {
  messages: Type.Array(InboxMessageResponse, { description: 'Newest first.' }),
  nextPollAfterSeconds: Int32('How long to wait before the next poll.'),
});
export type PlayerInboxResponse = Static<typeof PlayerInboxResponse>;

export const MarkInboxReadResponse = NamedObject('MarkInboxReadResponse', { ok: Type.Boolean(), readAt: DateTime() });

export const ProjectQuery = Type.Object({ projectPublicKey: ProjectPublicKey });

export const InboxQuery = Type.Object({
  projectPublicKey: ProjectPublicKey,
  since: Type.Optional(DateTime('Only messages that were created or marked as read at this time or later.')),
});
