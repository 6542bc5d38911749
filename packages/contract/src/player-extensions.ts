import { type Static, Type } from 'typebox';
import { FIELD_KINDS, KNOWN_ISSUE_STATES, TICKET_STATUSES } from './enums.ts';
import {
  MAX_CHOICES,
  MAX_FORM_FIELDS,
  MAX_IDENTITY_TOKEN_LENGTH,
  MAX_LISTED_TICKETS,
  MAX_OPEN_QUESTIONS,
  MAX_PUBLIC_KNOWN_ISSUES,
} from './limits.ts';
import { DateTime, Enum, Named, NamedObject, Nullable, Text } from './schema.ts';

/** Player operations beyond the specification. */

export const LinkRequest = NamedObject('LinkRequest', {
  identityToken: Text({
    min: 1,
    max: MAX_IDENTITY_TOKEN_LENGTH,
    description:
      'A JSON Web Token that the backend of the game signed: `sub`, `aud`, `iat` and `exp`, at most 10 minutes later. It works once.',
  }),
});

export const LinkResponse = NamedObject('LinkResponse', {
  playerId: Type.String(),
  playerAccessToken: Type.String({ description: 'It replaces the token with which the request was sent.' }),
  serverTime: DateTime(),
});

export const SupportCodeResponse = NamedObject('SupportCodeResponse', {
  code: Type.String({ description: '12 characters in three groups. It works once.' }),
  expiresAt: DateTime(),
});

export const UseSupportCodeRequest = NamedObject('UseSupportCodeRequest', {
  code: Text({
    min: 1,
    max: 40,
    description: 'Upper and lower case, spaces and hyphens make no difference. O counts as 0, and I and L as 1.',
  }),
});

export const UseSupportCodeResponse = NamedObject('UseSupportCodeResponse', {
  tickets: Type.Integer({ description: 'How many tickets this installation got.' }),
});

export const TicketNumbersResponse = NamedObject('TicketNumbersResponse', {
  tickets: Type.Array(
    NamedObject('TicketNumberResponse', {
      ticketId: Type.String(),
      number: Type.Integer({ description: 'A short number, unique in the project.' }),
    }),
    { description: `The newest first, at most ${MAX_LISTED_TICKETS}.` },
  ),
});
export type TicketNumbersResponse = Static<typeof TicketNumbersResponse>;

export const TicketTypesQuery = Type.Object({
  locale: Type.Optional(
    Type.String({
      description: 'The language of the texts, such as `de` or `pt-BR`. Where a text is not in it, it is in English.',
    }),
  ),
});

export const FieldKind = Named(
  'FieldKind',
  Enum(
    FIELD_KINDS,
    'What the answer is: `yes_no` is true or false, `number` a number, `choice` the value of a choice, and `date` a text such as `2026-01-31`.',
  ),
);

export const FieldCondition = NamedObject('FieldCondition', {
  field: Type.String({ description: 'The name of an earlier field.' }),
  value: Type.String({ description: 'The answer in that field: the value of a choice, or `true` or `false`.' }),
});

const TicketFieldResponse = NamedObject('TicketFieldResponse', {
  name: Type.String({ description: 'Its name in `fields` of CreateTicket.' }),
  kind: FieldKind,
  label: Type.String(),
  help: Nullable(Type.String()),
  required: Type.Boolean({ description: 'Whether it needs an answer while it is shown.' }),
  choices: Type.Array(NamedObject('TicketFieldChoice', { value: Type.String(), label: Type.String() }), {
    description: `Of the kind \`choice\`. All fields of a form have at most ${MAX_CHOICES}.`,
  }),
  showIf: Nullable(FieldCondition),
});

const TicketTypeForm = NamedObject('TicketTypeForm', {
  type: Type.String({ description: 'The `type` of CreateTicket.' }),
  formVersion: Nullable(Type.Integer({ description: 'Send it in CreateTicket. null: the type has no form.' })),
  fields: Type.Array(TicketFieldResponse, { description: `At most ${MAX_FORM_FIELDS}, in their order.` }),
});

export const TicketTypesResponse = NamedObject('TicketTypesResponse', {
  types: Type.Array(TicketTypeForm, { description: 'The ticket types of the project, in the order of its settings.' }),
});
export type TicketTypesResponse = Static<typeof TicketTypesResponse>;

export const PlayerKnownIssuesQuery = Type.Object({
  build: Type.Optional(
    Type.String({
      description: 'A version or a build number. If absent: those of the context of the player.',
    }),
  ),
  platform: Type.Optional(Type.String({ description: 'If absent: that of the context of the player.' })),
  locale: Type.Optional(
    Type.String({ description: 'The language of the notes, such as `de`. If absent: that of the context.' }),
  ),
});

const PlayerKnownIssue = NamedObject('PlayerKnownIssue', {
  id: Type.String(),
  note: Type.String({
    description: 'What the team says about it. In English, if it is not in the language asked for.',
  }),
  state: Enum(
    KNOWN_ISSUE_STATES.filter((state) => state !== 'closed'),
    '`fixed`: in `fixedInBuild`, which the player does not have yet.',
  ),
  fixedInBuild: Nullable(
    Type.String({ description: 'The first build without it. null: not known, or the state is not `fixed`.' }),
  ),
  subscribed: Type.Boolean({ description: 'Whether the player has it too, by SubscribeToKnownIssue or by a ticket.' }),
});

export const PlayerKnownIssuesResponse = NamedObject('PlayerKnownIssuesResponse', {
  knownIssues: Type.Array(PlayerKnownIssue, { description: `Newest first, at most ${MAX_PUBLIC_KNOWN_ISSUES}.` }),
});
export type PlayerKnownIssuesResponse = Static<typeof PlayerKnownIssuesResponse>;

const Question = NamedObject('Question', {
  ticketId: Type.String({ description: 'The ticket of AnswerQuestion.' }),
  messageId: Type.String({ description: 'The inbox message that asks the same, in words.' }),
  subject: Type.String({ description: 'Of the ticket.' }),
  build: Type.String({ description: 'The build that should fix the problem. The player has it, or a later one.' }),
  askedAt: DateTime(),
});

export const QuestionsResponse = NamedObject('QuestionsResponse', {
  questions: Type.Array(Question, {
    description: `The questions that the player has not answered, newest first, at most ${MAX_OPEN_QUESTIONS}.`,
  }),
});
export type QuestionsResponse = Static<typeof QuestionsResponse>;

export const AnswerQuestionRequest = NamedObject('AnswerQuestionRequest', {
  fixed: Type.Boolean({ description: 'Whether the problem is gone.' }),
});

export const AnswerQuestionResponse = NamedObject('AnswerQuestionResponse', {
  ticketId: Type.String(),
  fixed: Type.Boolean(),
  status: Enum(TICKET_STATUSES, 'Of the ticket: `closed` after a yes, `open` after a no.'),
});
