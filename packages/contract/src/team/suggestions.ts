import { type Static, Type } from 'typebox';
import { KNOWN_ISSUE_STATES } from '../enums.ts';
import { MAX_SUGGESTED_KNOWN_ISSUES, MAX_SUGGESTED_TICKETS, MAX_SUGGESTION_WORDS } from '../limits.ts';
import { Enum, NamedObject } from '../schema.ts';
import { QueueTicketResponse } from './queue.ts';

const SuggestionReasons = NamedObject('SuggestionReasons', {
  words: Type.Array(Type.String(), {
    description: `At most ${MAX_SUGGESTION_WORDS} words of the ticket that match, the most important first. They are what somebody wrote: never use them as HTML.`,
  }),
  sameType: Type.Boolean({ description: 'Most of the linked tickets have this type.' }),
  sameBuild: Type.Boolean({
    description: 'The known issue affects this build. If it names no builds: most of its linked tickets have it.',
  }),
  samePlatform: Type.Boolean({ description: 'The same for the platform.' }),
});

const Score = Type.Number({
  description:
    'How well they fit: a matching word counts 1 if no other message has it, and less if many have it. It has no highest value.',
});

const suggestionFields = { score: Score, why: SuggestionReasons };

const complete = Type.Boolean({
  description:
    'Whether all older messages are in the index of the search. On Citus it is empty, and nothing is suggested.',
});

export const SuggestedTicket = NamedObject('SuggestedTicket', {
  ticket: QueueTicketResponse,
  message: Type.String({
    description:
      'The beginning of what the player wrote. Empty if the team opened the ticket and the player has not written.',
  }),
  ...suggestionFields,
});
export type SuggestedTicket = Static<typeof SuggestedTicket>;

export const SuggestedTicketsResponse = NamedObject('SuggestedTicketsResponse', {
  suggestions: Type.Array(SuggestedTicket, { description: `At most ${MAX_SUGGESTED_TICKETS}, the best first.` }),
  complete,
});
export type SuggestedTicketsResponse = Static<typeof SuggestedTicketsResponse>;

export const SuggestedKnownIssue = NamedObject('SuggestedKnownIssue', {
  knownIssue: NamedObject('ComparedKnownIssue', {
    id: Type.String(),
    title: Type.String(),
    state: Enum(KNOWN_ISSUE_STATES),
  }),
  ...suggestionFields,
  likely: Type.Boolean({ description: 'Whether the score is high enough to show it to somebody who did not ask.' }),
});
export type SuggestedKnownIssue = Static<typeof SuggestedKnownIssue>;

export const SuggestedKnownIssuesResponse = NamedObject('SuggestedKnownIssuesResponse', {
  suggestions: Type.Array(SuggestedKnownIssue, {
    description: `At most ${MAX_SUGGESTED_KNOWN_ISSUES}, the best first. None if the ticket is linked, merged or held.`,
  }),
  complete,
});
export type SuggestedKnownIssuesResponse = Static<typeof SuggestedKnownIssuesResponse>;
