import { type Static, Type } from 'typebox';
import { ANSWER_SKIPS, ANSWER_STATES, KNOWN_ISSUE_STATES } from '../enums.ts';
import {
  ANSWER_DELAY_SECONDS,
  ISSUE_TREND_DAYS,
  MAX_AFFECTED,
  MAX_ANSWER_SAMPLES,
  MAX_ANSWERS,
  MAX_BUILD_LENGTH,
  MAX_ID_LENGTH,
  MAX_KNOWN_ISSUE_DESCRIPTION_LENGTH,
  MAX_KNOWN_ISSUE_NOTE_LENGTH,
  MAX_LISTED_KNOWN_ISSUES,
  MAX_REPORT_VALUES,
  MAX_STARTS_IN_SECONDS,
  MAX_TITLE_LENGTH,
  MAX_TRACKER_LINKS,
  MAX_TRACKER_TITLE_LENGTH,
  MAX_TRACKER_URL_LENGTH,
  MAX_UNANSWERED_TICKETS,
  SUBSCRIBERS_CAP,
} from '../limits.ts';
import { ClosedObject, DateTime, Enum, NamedObject, Nullable, Text } from '../schema.ts';
import { Actor, Count, TeamText } from './fields.ts';
import { TextsRequest } from './forms.ts';
import { LocalizedTexts, LocalizedTextsRequest } from './localized-texts.ts';
import { ReplyStatus } from './tickets.ts';

const KnownIssueState = Enum(KNOWN_ISSUE_STATES);

const Build = Text({ min: 1, max: MAX_BUILD_LENGTH, visible: true });
const Affected = (description: string) => Type.Array(Build, { maxItems: MAX_AFFECTED, description });

const TrackerLinkRequest = ClosedObject('TrackerLinkRequest', {
  title: Text({ min: 1, max: MAX_TRACKER_TITLE_LENGTH, visible: true }),
  url: Text({ max: MAX_TRACKER_URL_LENGTH, description: 'An https URL without a user name or a password.' }),
});

const fields = {
  description: Type.Optional(
    Text({ max: MAX_KNOWN_ISSUE_DESCRIPTION_LENGTH, description: 'Only the team sees it. Empty if absent.' }),
  ),
  notes: Type.Optional(TextsRequest('KnownIssueNotesRequest', MAX_KNOWN_ISSUE_NOTE_LENGTH)),
  builds: Type.Optional(Affected('The builds that it affects. Empty: not known, so it is shown for all builds.')),
  platforms: Type.Optional(Affected('The platforms that it affects, as games send them. Empty: all.')),
  state: Type.Optional(KnownIssueState),
  fixedInBuild: Type.Optional(
    Nullable(
      Text({
        min: 1,
        max: MAX_BUILD_LENGTH,
        visible: true,
        description: 'The first build without it. null: not known.',
      }),
    ),
  ),
  links: Type.Optional(
    Type.Array(TrackerLinkRequest, { maxItems: MAX_TRACKER_LINKS, description: 'Where it is in trackers.' }),
  ),
};

const Title = Text({ min: 1, max: MAX_TITLE_LENGTH, visible: true });

export const CreateKnownIssueRequest = ClosedObject('CreateKnownIssueRequest', {
  projectId: Text({ max: MAX_ID_LENGTH }),
  title: Title,
  ...fields,
});

export const UpdateKnownIssueRequest = ClosedObject('UpdateKnownIssueRequest', {
  title: Type.Optional(Title),
  ...fields,
});

const TrackerLink = NamedObject('TrackerLink', { title: Type.String(), url: Type.String() });

const FixedForPlayers = NamedObject('FixedForPlayers', {
  asked: Type.Integer({
    minimum: 0,
    description: 'Tickets whose players were asked. Each counts once, with its last question.',
  }),
  yes: Type.Integer({ minimum: 0, description: 'For how many of them the player said that it is fixed.' }),
  no: Type.Integer({
    minimum: 0,
    description: 'For how many the player said that it is not. The others have no answer yet.',
  }),
});

const issueFields = {
  id: Type.String(),
  projectId: Type.String(),
  title: Type.String(),
  description: Type.String({ description: 'Only the team sees it.' }),
  notes: LocalizedTexts,
  builds: Type.Array(Type.String()),
  platforms: Type.Array(Type.String()),
  state: KnownIssueState,
  fixedInBuild: Nullable(Type.String({ description: 'The first build without it. null: not known.' })),
  links: Type.Array(TrackerLink),
  tickets: Type.Integer({ minimum: 0, description: 'How many tickets are linked to it.' }),
  subscribers: Type.Integer({
    minimum: 0,
    description: `How many players said that they have it too. An answer to all tickets reaches only those with a linked ticket. At most ${SUBSCRIBERS_CAP} are counted.`,
  }),
  fixedForPlayers: FixedForPlayers,
  createdBy: Type.String({ description: 'The id of the member or API key that created it.' }),
  createdAt: DateTime(),
  updatedAt: DateTime(),
};

export const ListedKnownIssue = NamedObject('ListedKnownIssue', issueFields);
export type ListedKnownIssue = Static<typeof ListedKnownIssue>;

const ReportedValue = NamedObject('ReportedValue', {
  value: Nullable(Type.String({ description: 'null: not known.' })),
  tickets: Count,
});
export type ReportedValue = Static<typeof ReportedValue>;

const ReportedValues = (description: string) =>
  Type.Array(ReportedValue, { description: `${description} At most ${MAX_REPORT_VALUES}, most tickets first.` });

export const KnownIssueReports = NamedObject('KnownIssueReports', {
  builds: ReportedValues('What games sent as `appVersion`: never use it as HTML.'),
  platforms: ReportedValues('What games sent: never use it as HTML.'),
  locales: ReportedValues('Languages without their region.'),
  types: ReportedValues('Ticket types.'),
  days: Type.Array(
    NamedObject('ReportDay', { day: Type.String({ description: 'A day of UTC: `2026-01-31`.' }), tickets: Count }),
    { description: `The last ${ISSUE_TREND_DAYS} days, oldest first. Today is not over.` },
  ),
});
export type KnownIssueReports = Static<typeof KnownIssueReports>;

const AnswerSkip = Enum(
  ANSWER_SKIPS,
  'Why they get no answer. `closed` and `merged`: the ticket is. `held`: it is not released. `blocked`: its player is. `full`: it takes no more messages. `value`: a variable of the text has no value for it. `length`: the text with its values is too long. `gone`: it is no longer linked, or was deleted.',
);

const SkippedTickets = NamedObject('SkippedTickets', { reason: AnswerSkip, tickets: Count });

const UnansweredTicket = NamedObject('UnansweredTicket', {
  ticketId: Type.String(),
  subject: Nullable(Type.String({ description: 'null: it is no longer linked, or was deleted.' })),
  reason: AnswerSkip,
});
export type UnansweredTicket = Static<typeof UnansweredTicket>;

export const UnansweredTicketsResponse = NamedObject('UnansweredTicketsResponse', {
  tickets: Type.Array(UnansweredTicket, { description: `At most ${MAX_UNANSWERED_TICKETS}, by id.` }),
  nextCursor: Nullable(Type.String({ description: 'Send it as `cursor` to get the next page. null: the last page.' })),
});

export const UnansweredTicketsQuery = Type.Object({
  cursor: Type.Optional(Text({ max: MAX_ID_LENGTH, description: 'The `nextCursor` of the previous page.' })),
});

export const KnownIssueAnswer = NamedObject('KnownIssueAnswer', {
  id: Type.String(),
  message: Type.String(),
  texts: LocalizedTexts,
  status: ReplyStatus,
  state: Enum(
    ANSWER_STATES,
    '`waiting`: it is sent from `sendAt` on. `cancelled`: tickets that do not have it yet do not get it. `stopped`: the same, because its author has no access to the project any more, or a role below `agent`.',
  ),
  sendAt: DateTime(),
  tickets: Type.Integer({ minimum: 0, description: 'How many tickets were linked when it was written.' }),
  sent: Type.Integer({ minimum: 0, description: 'How many tickets have it.' }),
  skipped: Type.Array(SkippedTickets),
  author: Actor,
  createdAt: DateTime(),
});
export type KnownIssueAnswer = Static<typeof KnownIssueAnswer>;

export const KnownIssueResponse = NamedObject('KnownIssueResponse', {
  ...issueFields,
  answers: Type.Array(KnownIssueAnswer, { description: `Newest first, at most ${MAX_ANSWERS}.` }),
});
export type KnownIssueResponse = Static<typeof KnownIssueResponse>;

export const KnownIssuesResponse = NamedObject('KnownIssuesResponse', {
  knownIssues: Type.Array(ListedKnownIssue, { description: `At most ${MAX_LISTED_KNOWN_ISSUES}, newest first.` }),
  nextCursor: Nullable(Type.String({ description: 'Send it as `cursor` to get the next page. null: the last page.' })),
});
export type KnownIssuesResponse = Static<typeof KnownIssuesResponse>;

export const KnownIssuesQuery = Type.Object({
  projectId: Type.Optional(Text({ max: MAX_ID_LENGTH })),
  state: Type.Optional(KnownIssueState),
  cursor: Type.Optional(Text({ max: MAX_ID_LENGTH, description: 'The `nextCursor` of the previous page.' })),
});

const answerFields = {
  message: TeamText,
  texts: Type.Optional(
    LocalizedTextsRequest(
      'AnswerTextsRequest',
      TeamText,
      'Texts for players with another language, by locale. A player gets the text of the language with its region, else of the language, else `message`.',
    ),
  ),
  status: Type.Optional(ReplyStatus),
};

export const PreviewAnswerRequest = ClosedObject('PreviewAnswerRequest', answerFields);

export const AnswerKnownIssueRequest = ClosedObject('AnswerKnownIssueRequest', {
  ...answerFields,
  skipMissing: Type.Optional(
    Type.Boolean({
      description:
        'Whether to leave out tickets that have no value for a variable of their text. If absent or false and there are such tickets, nothing is sent: 409 `values-missing`.',
    }),
  ),
  startsInSeconds: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_STARTS_IN_SECONDS,
      description: `Seconds from this request until the server begins, by its clock. ${ANSWER_DELAY_SECONDS} if absent. Until then CancelAnswer takes the answer back from all tickets.`,
    }),
  ),
});

const MissingVariable = NamedObject('MissingVariable', {
  variable: Type.String({ description: 'Such as `player.userId`.' }),
  tickets: Count,
});

const TextLocale = Nullable(
  Type.String({ description: 'The locale of the text. null: the `message` of the request.' }),
);

const AnswerSample = NamedObject('AnswerSample', {
  ticketId: Type.String(),
  message: Type.String(),
  text: TextLocale,
});

const AnswerLanguage = NamedObject('AnswerLanguage', {
  locale: Nullable(
    Type.String({
      description: 'The language of these players without its region. null: unknown, or it has no texts.',
    }),
  ),
  text: TextLocale,
  tickets: Count,
});

export const AnswerPreview = NamedObject('AnswerPreview', {
  tickets: Type.Integer({ minimum: 0, description: 'How many tickets are linked.' }),
  receivers: Type.Integer({ minimum: 0, description: 'How many of them get the answer.' }),
  languages: Type.Array(AnswerLanguage, {
    description: 'The languages of these players, and which text they get. Most tickets first.',
  }),
  skipped: Type.Array(SkippedTickets),
  unanswered: Type.Array(UnansweredTicket, {
    description: `The tickets that get none, at most ${MAX_UNANSWERED_TICKETS}, by id.`,
  }),
  missing: Type.Array(MissingVariable, { description: 'The variables that some tickets have no value for.' }),
  samples: Type.Array(AnswerSample, {
    description: `The filled texts of up to ${MAX_ANSWER_SAMPLES} tickets: one of each text, with and without a fallback.`,
  }),
});
export type AnswerPreview = Static<typeof AnswerPreview>;
