import { type Static, Type } from 'typebox';
import {
  DEFAULT_SEARCH_RESULTS,
  MAX_FOUND_PLAYERS,
  MAX_SEARCH_LENGTH,
  MAX_SEARCH_RESULTS,
  MAX_SEARCH_WORDS,
} from '../limits.ts';
import { DateTime, Enum, NamedObject, NOT_BLANK, Nullable, TEXT_FORMAT, Text } from '../schema.ts';
import { PlayerResponse } from './players.ts';
import { NestedFilter, QueueTicketResponse, queueFilters } from './queue.ts';

// Held tickets are not searched.
const { textKey: _ofHeld, ...filters } = queueFilters;

export const SearchTicketsQuery = Type.Object({
  ...filters,
  filter: Type.Optional(NestedFilter),
  q: Type.String({
    minLength: 1,
    maxLength: MAX_SEARCH_LENGTH,
    pattern: NOT_BLANK,
    format: TEXT_FORMAT,
    description: `At most ${MAX_SEARCH_WORDS} words, \`"words in quotes"\` that stand next to each other, an id of a ticket, a player, a user or an installation, or the number of a ticket, such as \`#4821\`.`,
  }),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_SEARCH_RESULTS, default: DEFAULT_SEARCH_RESULTS })),
  cursor: Type.Optional(Text({ max: 100, description: 'The `nextCursor` of the previous page of the same search.' })),
});
export type SearchTicketsQuery = Static<typeof SearchTicketsQuery>;

const SearchMark = NamedObject('SearchMark', {
  start: Type.Integer({ description: 'The first character in `text`, in UTF-16 code units.' }),
  length: Type.Integer({ description: 'In UTF-16 code units.' }),
});

export const SearchMatch = NamedObject('SearchMatch', {
  source: Enum(['id', 'subject', 'message', 'note', 'file'], 'What matched. `id`: the id or the number of the ticket.'),
  messageId: Nullable(Type.String({ description: 'The message, the note, or the message of the file.' })),
  createdAt: DateTime('When the message or note was written. `id`: when the ticket was created.'),
  text: Type.String({ description: 'Plain text around the match. It is what somebody wrote: never use it as HTML.' }),
  marks: Type.Array(SearchMark, { description: 'The matching words in `text`.' }),
});
export type SearchMatch = Static<typeof SearchMatch>;

export const SearchResult = NamedObject('SearchResult', { ticket: QueueTicketResponse, match: SearchMatch });
export type SearchResult = Static<typeof SearchResult>;

export const TicketSearchResponse = NamedObject('TicketSearchResponse', {
  results: Type.Array(SearchResult),
  players: Type.Array(PlayerResponse, {
    description: `Only on the first page: players whose player, user or installation id is the whole \`q\`. At most ${MAX_FOUND_PLAYERS}.`,
  }),
  suggestion: Nullable(
    Type.String({
      description:
        'Only on the first page, and only if it has few results: the same search with one letter of one word changed, which finds more. What is suggested is written in tickets that you may see.',
    }),
  ),
  complete: Type.Boolean({
    description:
      'Whether all older messages are in the index. After an upgrade the server adds them one by one. This says nothing about further pages: see `nextCursor`.',
  }),
  nextCursor: Nullable(Type.String({ description: 'Send it as `cursor` to get the next page. null: the last page.' })),
});
export type TicketSearchResponse = Static<typeof TicketSearchResponse>;
