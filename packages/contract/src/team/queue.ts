import { type Static, Type } from 'typebox';
import { PRIORITIES, TICKET_SORTS, TICKET_STATUSES, TICKET_VIEWS } from '../enums.ts';
import {
  DEFAULT_QUEUE_LIMIT,
  MAX_CONTEXT_FILTER_LENGTH,
  MAX_FIELD_NAME_LENGTH,
  MAX_FILTER_CONDITIONS,
  MAX_FILTER_DEPTH,
  MAX_FILTER_LENGTH,
  MAX_ID_LENGTH,
  MAX_NEW_MESSAGES,
  MAX_QUEUE_LIMIT,
  MAX_SNOOZE_BUILD_LENGTH,
  MAX_SNOOZE_DAYS,
  MAX_TAG_LENGTH,
  MAX_TAGS,
  MAX_TEXT_ANSWER_LENGTH,
  MAX_TICKET_TYPE_LENGTH,
  MAX_TICKETS_PER_UPDATE,
  SEEN_DAYS,
} from '../limits.ts';
import { ClosedObject, DateTime, Enum, Int32, Named, NamedObject, Nullable, TEXT_FORMAT, Text } from '../schema.ts';
import { VALUE_FIELDS } from '../ticket-filter.ts';
import { VISIBLE_WITHOUT_COMMA } from '../visible-text.ts';
import { Count } from './fields.ts';

export const TicketStatus = Named('TicketStatus', Enum(TICKET_STATUSES));

export const TicketPriority = Named('TicketPriority', Enum(PRIORITIES));

/** No comma: a ticket's history joins tags with commas. */
export const Tag = Type.String({
  minLength: 1,
  maxLength: MAX_TAG_LENGTH,
  pattern: VISIBLE_WITHOUT_COMMA,
  description: 'Not blank, without a comma.',
  format: TEXT_FORMAT,
});

export const Tags = Type.Array(Tag, {
  maxItems: MAX_TAGS,
  description: 'Duplicates are removed. Responses have tags in alphabetical order.',
});

export const AssigneeId = Nullable(Text({ max: MAX_ID_LENGTH, description: 'A member of the team. null: nobody.' }));

/** ISO 8601. A date means midnight in UTC. */
const DateOrTime = (description: string) =>
  Type.String({
    pattern: '^\\d{4}-\\d{2}-\\d{2}(?:T\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,3})?)?(?:Z|[+-]\\d{2}:\\d{2}))?$',
    maxLength: 35,
    description: `${description} A date, such as \`2026-01-31\` (midnight in UTC), or a date-time.`,
  });

export const LinkedKnownIssue = NamedObject('LinkedKnownIssue', {
  id: Type.String(),
  title: Type.String(),
});

export const KnownIssueId = Nullable(
  Text({ max: MAX_ID_LENGTH, description: 'A known issue of the project of the ticket. null: none.' }),
);

export const TicketSnooze = NamedObject(
  'TicketSnooze',
  {
    until: Nullable(DateTime('It comes back at this time.')),
    untilReply: Type.Boolean({ description: 'It comes back only when the player writes.' }),
    untilBuild: Nullable(Type.String({ description: 'It comes back when the player has this build or a later one.' })),
  },
  {
    description:
      'What a snoozed ticket waits for. It is only in the views `snoozed` and `all`, and waits for the team again afterwards. Whenever the player writes, it comes back. null: it is not snoozed.',
  },
);

/** Exactly one of these. */
export const SnoozeRequest = ClosedObject('SnoozeRequest', {
  until: Type.Optional(DateTime(`In the future, at most ${MAX_SNOOZE_DAYS} days ahead.`)),
  untilReply: Type.Optional(Type.Literal(true)),
  untilBuild: Type.Optional(
    Text({
      max: MAX_SNOOZE_BUILD_LENGTH,
      description:
        'A whole number is compared with the `buildNumber` of the player, if there is one. Everything else is compared with the `appVersion`. See the guide for the order of builds.',
    }),
  ),
});
export type SnoozeRequest = Static<typeof SnoozeRequest>;

export const queueFields = {
  id: Type.String(),
  number: Nullable(Int32('A short number to quote, unique in the project. null: it is not numbered yet.')),
  projectId: Type.String(),
  playerId: Type.String(),
  userId: Nullable(Type.String({ description: 'The id of the user. See `verified`.' })),
  verified: Type.Boolean({
    description: 'Whether the backend of the game has proved `userId`. Otherwise the game only claims it.',
  }),
  playerBlocked: Type.Boolean({ description: 'The ticket of a blocked player is not in `attention`.' }),
  type: Type.String(),
  status: TicketStatus,
  held: Type.Boolean({ description: 'A held ticket is only in the view `held`, until it is released.' }),
  snooze: Nullable(TicketSnooze),
  subject: Type.String(),
  lastMessagePreview: Nullable(Type.String()),
  lastMessageAt: Nullable(DateTime()),
  attentionSince: Nullable(DateTime('When the ticket began to wait for the team. null: it does not wait.')),
  dueAt: Nullable(
    DateTime('`attentionSince` plus the response target of its project and priority. null: it is not in `attention`.'),
  ),
  createdAt: DateTime(),
  mergedInto: Nullable(
    Type.String({ description: 'The ticket that this one is merged into. Such a ticket is closed.' }),
  ),
  knownIssue: Nullable(LinkedKnownIssue),
  assigneeId: Nullable(Type.String({ description: 'A member of the team. null: nobody.' })),
  priority: TicketPriority,
  tags: Type.Array(Type.String()),
  platform: Nullable(Type.String({ description: 'From the context when the ticket was created.' })),
  appVersion: Nullable(Type.String({ description: 'From the context when the ticket was created.' })),
  locale: Nullable(Type.String({ description: 'From the context when the ticket was created.' })),
};

export const QueueTicketResponse = NamedObject('QueueTicketResponse', queueFields);
export type QueueTicketResponse = Static<typeof QueueTicketResponse>;

export const SeenTicket = NamedObject('SeenTicket', {
  ticketId: Type.String(),
  newMessages: {
    ...Count,
    description: `Messages of the player since then, among the newest ${MAX_NEW_MESSAGES} of the ticket.`,
  },
  newTeamMessages: {
    ...Count,
    description: `Replies and notes of other members since then, among the newest ${MAX_NEW_MESSAGES}.`,
  },
});

export const TicketQueueResponse = NamedObject('TicketQueueResponse', {
  tickets: Type.Array(QueueTicketResponse),
  seen: Type.Array(SeenTicket, {
    description: `The tickets of this page that you have seen in the last ${SEEN_DAYS} days (MarkTicketSeen), and what is new in them. Empty for an API key.`,
  }),
  nextCursor: Nullable(Type.String({ description: 'Send it as `cursor` to get the next page. null: the last page.' })),
});
export type TicketQueueResponse = Static<typeof TicketQueueResponse>;

export const NextTicketResponse = NamedObject('NextTicketResponse', {
  ticket: Nullable(QueueTicketResponse),
});

export const queueFilters = {
  projectId: Type.Optional(Text({ max: MAX_ID_LENGTH })),
  type: Type.Optional(Text({ max: MAX_TICKET_TYPE_LENGTH })),
  status: Type.Optional(TicketStatus),
  platform: Type.Optional(Text({ max: MAX_CONTEXT_FILTER_LENGTH })),
  appVersion: Type.Optional(Text({ max: MAX_CONTEXT_FILTER_LENGTH })),
  locale: Type.Optional(Text({ max: MAX_CONTEXT_FILTER_LENGTH })),
  tag: Type.Optional(Tag),
  priority: Type.Optional(TicketPriority),
  assigneeId: Type.Optional(Text({ max: MAX_ID_LENGTH, description: 'A member, or `none`.' })),
  answer: Type.Optional(
    Text({
      max: MAX_FIELD_NAME_LENGTH + 1 + MAX_TEXT_ANSWER_LENGTH,
      description:
        'The name of a field of a form, a colon and the answer of the player, such as `device:pc` or `crashed:true`. Answers of the kind `long_text` cannot be searched.',
    }),
  ),
  knownIssueId: Type.Optional(Text({ max: MAX_ID_LENGTH, description: 'Tickets linked to this known issue.' })),
  textKey: Type.Optional(Text({ max: MAX_ID_LENGTH, description: 'Held tickets with this text. See GetHeldTickets.' })),
  from: Type.Optional(DateOrTime('Created at this time or later.')),
  to: Type.Optional(DateOrTime('Created before this time.')),
};

/** JSON text: see ticket-filter.ts. */
export const NestedFilter = Text({
  min: 1,
  max: MAX_FILTER_LENGTH,
  description: `A nested filter as JSON: \`{"all": [...]}\` or \`{"any": [...]}\` with conditions and groups, at most ${MAX_FILTER_DEPTH} deep and ${MAX_FILTER_CONDITIONS} conditions. A condition is \`{"field": "priority", "is": ["urgent", "high"]}\`, or with \`not\`. The fields are ${VALUE_FIELDS.map((name) => `\`${name}\``).join(', ')}. The assignee can be \`me\`. \`none\` is no assignee or no known issue. Times are \`{"field": "created", "after": "2026-01-31"}\`, or with \`before\`, and \`{"field": "waiting", "longer": 60}\` for minutes, or with \`shorter\`; both are also for \`created\`. At most ${MAX_FILTER_LENGTH} bytes.`,
});

export const TicketQueueQuery = Type.Object({
  ...queueFilters,
  filter: Type.Optional(NestedFilter),
  view: Type.Optional(Enum(TICKET_VIEWS, 'Without it, the tickets that need attention.')),
  sort: Type.Optional(
    Enum(
      TICKET_SORTS,
      'The order. `priority`: urgent first, then by `dueAt`. `due`: by `dueAt`. `waiting`: by `attentionSince`. `created`: by `createdAt`. The earliest time is first. A `-` reverses the whole order. `attention` has all of them and begins as `priority`. Other views have `created` and `-created`, and begin as `-created`.',
    ),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_QUEUE_LIMIT, default: DEFAULT_QUEUE_LIMIT })),
  cursor: Type.Optional(
    Text({ max: 400, description: 'The `nextCursor` of the previous page, which had the same `sort`.' }),
  ),
});
export type TicketQueueQuery = Static<typeof TicketQueueQuery>;

export const ViewCount = NamedObject('ViewCount', {
  count: Count,
  capped: Type.Boolean({ description: 'Whether there may be more tickets than `count`.' }),
});

export const TicketCountsResponse = NamedObject('TicketCountsResponse', {
  attention: ViewCount,
  mine: ViewCount,
  unassigned: ViewCount,
  open: ViewCount,
  pending: ViewCount,
  snoozed: ViewCount,
  resolved: ViewCount,
  closed: ViewCount,
  all: ViewCount,
  held: ViewCount,
});
export type TicketCountsResponse = Static<typeof TicketCountsResponse>;

export const TicketCountsQuery = Type.Object({ ...queueFilters, filter: Type.Optional(NestedFilter) });
export type TicketCountsQuery = Static<typeof TicketCountsQuery>;

export const ExportedTicketResponse = NamedObject('ExportedTicketResponse', {
  ...queueFields,
  formVersion: Nullable(
    Type.Integer({ description: 'The version of the form that the player filled in. null: none.' }),
  ),
  answers: NamedObject(
    'ExportedAnswers',
    {},
    {
      additionalProperties: Type.String(),
      description: 'The answers by the names of the fields, as texts: `yes_no` is `true` or `false`.',
    },
  ),
});
export type ExportedTicketResponse = Static<typeof ExportedTicketResponse>;

export const OfferNextTicketRequest = ClosedObject('OfferNextTicketRequest', {
  projectId: queueFilters.projectId,
  after: Type.Optional(Text({ max: MAX_ID_LENGTH, description: 'The ticket that you have open now.' })),
});

export const TicketFacetsQuery = Type.Object({ projectId: queueFilters.projectId });

export const TicketFacetsResponse = NamedObject(
  'TicketFacetsResponse',
  {
    types: Type.Array(Type.String()),
    platforms: Type.Array(Type.String()),
    appVersions: Type.Array(Type.String()),
    locales: Type.Array(Type.String()),
    tags: Type.Array(Type.String()),
  },
  { description: 'The values that filters can have. Each list is in alphabetical order.' },
);
export type TicketFacetsResponse = Static<typeof TicketFacetsResponse>;

export const MarkTicketSeenRequest = ClosedObject('MarkTicketSeenRequest', {
  messageId: Text({ max: MAX_ID_LENGTH, description: 'The newest message that you have seen.' }),
});

export const UpdateTicketsRequest = ClosedObject('UpdateTicketsRequest', {
  ticketIds: Type.Array(Text({ max: 200 }), { minItems: 1, maxItems: MAX_TICKETS_PER_UPDATE }),
  status: Type.Optional(TicketStatus),
  assigneeId: Type.Optional(AssigneeId),
  priority: Type.Optional(TicketPriority),
  addTags: Type.Optional(Tags),
  removeTags: Type.Optional(Tags),
  knownIssueId: Type.Optional(KnownIssueId),
  snooze: Type.Optional(Nullable(SnoozeRequest)),
});
export type UpdateTicketsRequest = Static<typeof UpdateTicketsRequest>;

export const UpdatedTicketsResponse = NamedObject('UpdatedTicketsResponse', {
  updated: Type.Array(Type.String(), { description: 'The ids of the tickets that now have these values.' }),
  notFound: Type.Array(Type.String(), {
    description: 'The ids of tickets that do not exist or that you have no access to.',
  }),
  merged: Type.Array(Type.String(), {
    description: 'The ids of tickets that did not change because they are merged into others.',
  }),
  held: Type.Array(Type.String(), { description: 'The ids of tickets that did not change because they are held.' }),
  notSnoozed: Type.Array(Type.String(), {
    description: 'The ids of tickets that were not snoozed because they are resolved or closed.',
  }),
});
