import { type FieldProblems, fieldProblem } from '@player-support/contract/field-problems';
import { fold } from '@player-support/contract/fold';
import { DEFAULT_SEARCH_RESULTS, MAX_FOUND_PLAYERS } from '@player-support/contract/limits';
import {
  type SearchMatch,
  type SearchResult,
  SearchTicketsQuery,
  TicketSearchResponse,
} from '@player-support/contract/team/search';
import { canAccessProject } from '../../domain/access.ts';
import { isId, playerOfTicket } from '../../domain/ids.ts';
import { isSealed } from '../../domain/sealed-text.ts';
import { parseSearch, TOO_MANY_WORDS } from '../../domain/search-query.ts';
import { playerOfInstallation } from '../../domain/tokens.ts';
import { AppError } from '../../errors.ts';
import type { TeamCaller } from '../../operations/callers.ts';
import { findTicket } from '../../operations/find-ticket.ts';
import { operation } from '../../operations/operation.ts';
import { visibleProjects } from '../../operations/visible-projects.ts';
import type { SearchPage } from '../../store/search.ts';
import type { SearchDocument } from '../../store/search-documents.ts';
import type { Store } from '../../store/store.ts';
import { MAX_INTEGER } from '../../store/table.ts';
import type { PlayerRow, ProjectRow } from '../../store/tables.ts';
import { presentPlayer } from '../players/present-player.ts';
import { presentTicket } from '../tickets/present-ticket.ts';
import { filterOf, readerOf } from '../tickets/queue-request.ts';
import { presentIdMatch, presentMatch } from './present-match.ts';
import { suggestQuery, type WantedPage } from './suggest-query.ts';

/** Fewer results get a suggestion. */
const FEW_RESULTS = 3;
/** Each project can have one. */
const MAX_WITH_NUMBER = 10;
/** Hashing an installation id once for each takes about a millisecond. */
const MAX_HASHED = 200;

export const searchTickets = operation({
  id: 'SearchTickets',
  tag: 'Search',
  summary: 'Search the tickets',
  description: `Finds tickets by subject, messages, notes and names of files, the newest match first. Each word matches words that begin with it, without regard to case and accents, and all of them must be in the same message. Words in quotes must stand next to each other. The subject belongs to the first message. A new message can be found after about a second. A page can have fewer results than \`limit\`, or none, and still have a \`nextCursor\`. On a later page a ticket can appear again, with an older match. Held tickets are only found by their id or number.`,
  method: 'GET',
  url: '/api/v1/team/search',
  auth: 'team',
  role: 'viewer',
  query: SearchTicketsQuery,
  needs: ['expensiveReads'],
  success: { status: 200, schema: TicketSearchResponse },

  async handle({ caller, query, now }, { store, expensiveReads }) {
    const problems: FieldProblems = {};
    const before = query.cursor === undefined ? undefined : decodeSearchCursor(query.cursor);
    if (query.cursor !== undefined && before === undefined) problems.cursor = [fieldProblem('wrong-cursor')];
    const filter = filterOf(query, problems, readerOf({ caller, now }));
    const words = parseSearch(query.q);
    if (words === undefined) problems.q = [TOO_MANY_WORDS];
    if (words === undefined || Object.keys(problems).length > 0) throw new AppError('validation', { problems });
    const projects = await visibleProjects(store, caller, query.projectId);
    const isFirst = before === undefined;

    return expensiveReads.run(caller, async () => {
      const { complete, oldest } = await store.searchIndex.state();
      const text = query.q.trim();
      const players = isFirst && projects.length > 0 ? await playersWithId(store, projects, text) : [];
      const withId = isFirst ? await ticketsWithId(store, caller, projects, text) : [];
      const searchPage = async (wanted: WantedPage): Promise<SearchPage> =>
        oldest === null || words.prefixes.length === 0 || projects.length === 0
          ? { documents: [], next: null }
          : store.search.page({
              ...wanted,
              projectIds: projects.map(({ project_id }) => project_id),
              isEverywhere: caller.projectIds === null && query.projectId === undefined,
              filter,
              oldest,
              now,
            });
      const matches = new Map<SearchDocument, SearchMatch>();
      const accepts = (document: SearchDocument): boolean => {
        const match = presentMatch(document, words);
        if (match !== undefined) matches.set(document, match);
        return match !== undefined;
      };
      const { prefixes } = words;
      const { limit = DEFAULT_SEARCH_RESULTS } = query;
      const page = await searchPage({ prefixes, limit, before, accepts });
      const results: SearchResult[] = [
        ...withId.map((row) => ({ ticket: presentTicket(row, projects), match: presentIdMatch(row) })),
        ...page.documents.flatMap((row) => {
          const match = matches.get(row);
          return match === undefined ? [] : [{ ticket: presentTicket(row, projects), match }];
        }),
      ];
      const isPoor = isFirst && results.length < FEW_RESULTS && withId.length + players.length === 0;
      const suggestion = isPoor ? await suggestQuery(query.q, words, results.length, searchPage) : null;
      const nextCursor = page.next === null ? null : encodeSearchCursor(page.next);
      return { status: 200, body: { results, players: players.map(presentPlayer), suggestion, complete, nextCursor } };
    });
  },
});

/**
 * Finds players by player, user or installation id, last seen first. A linked installation's id
 * leads to its account.
 */
async function playersWithId(store: Store, projects: readonly ProjectRow[], text: string): Promise<PlayerRow[]> {
  const searched = new Set(projects.map(({ project_id }) => project_id));
  const hashed = projects
    .slice(0, MAX_HASHED)
    .filter(({ identity_salt }) => !isSealed(identity_salt))
    .map(({ identity_salt }) => playerOfInstallation(identity_salt, text));
  const byId = await store.players.byIds([...(isId('player', text) ? [text] : []), ...hashed]);
  const accounts = byId.flatMap(({ account_id }) => account_id ?? []);
  const found = [
    ...byId.filter(({ account_id }) => account_id === null),
    ...(accounts.length === 0 ? [] : await store.players.byIds(accounts)),
    ...(await store.players.byUserId([...searched], text)),
  ];
  const unique = new Map(found.map((player) => [player.player_id, player]));
  return [...unique.values()]
    .filter(({ project_id }) => searched.has(project_id))
    .toSorted((a, b) => b.last_seen_at - a.last_seen_at)
    .slice(0, MAX_FOUND_PLAYERS);
}

/** `#4821` or `4821`. Undefined: no number of a ticket. */
function ticketNumberIn(text: string): number | undefined {
  const digits = /^[^\p{L}\p{N}]*(?:(?:ticket|no|nr|n)[^\p{L}\p{N}]*)*(\d{1,10})[^\p{L}\p{N}]*$/u.exec(fold(text))?.[1];
  return digits === undefined || Number(digits) > MAX_INTEGER ? undefined : Number(digits);
}

/** Finds tickets by id or number, in these projects. */
async function ticketsWithId(store: Store, caller: TeamCaller, projects: readonly ProjectRow[], text: string) {
  const number = ticketNumberIn(text);
  if (number !== undefined) {
    const projectIds = projects.map(({ project_id }) => project_id);
    const found = await store.ticketNumbers.byNumber(projectIds, number, MAX_WITH_NUMBER);
    const documents = await store.search.documents(found.map((key) => ({ ...key, seq: 1 })));
    return documents.toSorted((a, b) => b.created_at - a.created_at);
  }
  const ticket = playerOfTicket(text) === undefined ? undefined : await findTicket(store, text);
  const isSearched = projects.some(({ project_id }) => project_id === ticket?.project_id);
  if (ticket === undefined || !isSearched || !canAccessProject(caller, ticket.project_id)) return [];
  return store.search.documents([{ player_id: ticket.player_id, ticket_id: ticket.ticket_id, seq: 1 }]);
}

/** The next page begins before this document id. Clients must not interpret it. */
export const encodeSearchCursor = (before: number): string => Buffer.from(String(before)).toString('base64url');

/** Undefined: no cursor of this server. */
export function decodeSearchCursor(cursor: string): number | undefined {
  const text = Buffer.from(cursor, 'base64url').toString();
  const before = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(before) ? before : undefined;
}
