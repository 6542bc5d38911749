import { inTurns } from '../domain/in-turns.ts';
import type { Executor } from './database.ts';
import {
  type FilterParams,
  type FilterShape,
  filterConditions,
  given,
  matchesAll,
  type QueueFilter,
  splitFilter,
} from './queue-filter.ts';
import { type DocumentKey, foundEntries, keysAsJson, readDocuments, type SearchDocument } from './search-documents.ts';
import { searchExpression } from './search-expression.ts';
import { docIdAt, periodOf, periodStart } from './search-index.ts';
import { sql, statementShapes } from './statement.ts';

export interface SearchRequest {
  /** Beginnings of tokens. None: all messages. */
  readonly prefixes: readonly string[];
  /** At least one. */
  readonly projectIds: readonly string[];
  readonly isEverywhere: boolean;
  readonly filter: QueueFilter;
  /** Only lower document ids. Undefined: from the newest. */
  readonly before?: number | undefined;
  /** The lowest document id in the index. */
  readonly oldest: number;
  readonly now: number;
  readonly limit: number;
  /** In milliseconds. Then the page ends early. Default: MAX_MS. */
  readonly maxMs?: number;
  /** Checks a message with the prefixes. Default: it matches. */
  readonly accepts?: (document: SearchDocument) => boolean;
}

export interface SearchPage {
  /** The newest match of each ticket, newest first. */
  readonly documents: SearchDocument[];
  /** Where the next page begins. Null: the last page. */
  readonly next: number | null;
}

/** Periods of each statement. Words are mostly common or rare. */
const STEPS = [1, 3, 12, 32, 32, 32, 32, 32, 32, 32];
/** That a statement reads, and that a page reads. */
const MAX_FOUND = 250;
const MAX_EXAMINED = 1000;
/** Texts read and checked at a time. */
const CHUNK = 25;
const MAX_MS = 60;
/** Only after a faster statement the next reads more periods. */
const FAST_MS = 15;
const MAX_STATEMENTS = 20;
/** Clocks of other nodes can be ahead. */
const AHEAD_MS = 60_000;

/** With more projects, matches of other projects are read too, if they are few. */
const MAX_PROJECT_TOKENS = 20;
/** In one statement. */
const MAX_ALL_TOKENS = 640;

type FindParams = FilterParams & {
  readonly expression: string;
  readonly before: number;
  readonly status: string;
  readonly knownIssueId: string;
};
type FoundRow = DocumentKey & {
  readonly doc_id: number;
  readonly project_id: string | null;
  readonly matches: number;
};

/** A snoozed ticket is found as open, as the team sees it (see `shownStatus`). */
const SHOWN_STATUS = sql`CASE ticket.status WHEN 'snoozed' THEN 'open' ELSE ticket.status END`;

const find = statementShapes<FindParams, FoundRow, FilterShape>((db, values, shape) => {
  const { expression, before, status, knownIssueId, ...filter } = values;
  const found = foundEntries(db, { expression, before, limit: MAX_FOUND });
  const conditions = [
    sql<boolean>`ticket.ticket_id IS NOT NULL`,
    status === undefined ? sql<boolean>`ticket.status <> 'held'` : sql<boolean>`${SHOWN_STATUS} = ${status}`,
    ...given(knownIssueId, (id) => sql<boolean>`ticket.known_issue_id = ${id}`),
    ...filterConditions(db, filter, shape),
  ];
  return sql<FoundRow>`SELECT found.doc_id, found.player_id, found.ticket_id, found.seq, ticket.project_id,
      ${matchesAll(conditions)} AS matches FROM ${found}
      LEFT JOIN ticket ON ticket.player_id = found.player_id AND ticket.ticket_id = found.ticket_id
      ORDER BY found.doc_id DESC`;
});

/**
 * Newest first. Tokens name a period, so a statement reads few periods and a page few matches. See
 * docs/decisions/050-search.md.
 */
export const search = (db: Executor) => ({
  /** Reads messages in the order of the keys. Some may be gone. */
  documents: (keys: readonly DocumentKey[]) => documentsOf(db, keys),
  /**
   * A page of tickets with their newest match. It can be short or empty and still have a next page,
   * where a ticket can appear with an older match.
   */
  async page(request: SearchRequest): Promise<SearchPage> {
    const { prefixes, projectIds, filter, oldest, now, limit } = request;
    const { maxMs = MAX_MS, accepts = () => true } = request;
    // Without words, only the projects limit what is read.
    const isEverywhere = request.isEverywhere && prefixes.length > 0;
    const { values, shape } = splitFilter(filter);
    const visible = new Set<string | null>(projectIds);
    const isShort = projectIds.length <= MAX_PROJECT_TOKENS || prefixes.length === 0;
    let projects = isEverywhere || !isShort ? undefined : projectIds;
    // The same in both statements: the reach of a page must not tell about other projects.
    const mostPeriods = isEverywhere ? Number.POSITIVE_INFINITY : MAX_ALL_TOKENS / projectIds.length;
    const last = periodOf(oldest);
    const began = performance.now();
    const documents = new Map<string, SearchDocument>();
    let before = Math.min(request.before ?? Number.POSITIVE_INFINITY, docIdAt(now + AHEAD_MS));
    let examined = 0;
    let statements = 0;
    let step = 0;
    const isOver = () =>
      step === STEPS.length ||
      statements === MAX_STATEMENTS ||
      examined >= MAX_EXAMINED ||
      performance.now() - began > maxMs;
    const end = (next: number): SearchPage => ({
      documents: [...documents.values()],
      next: next <= oldest ? null : next,
    });
    while (before > oldest) {
      const newest = periodOf(before - 1);
      const most = Math.floor(Math.min(STEPS[step] ?? 1, mostPeriods));
      const count = Math.max(1, Math.min(most, newest - last + 1));
      const periods = Array.from({ length: count }, (_, index) => newest - index);
      const expression = searchExpression(db.embedded, periods, { prefixes, projectIds: projects });
      const sent = performance.now();
      const rows = await find(db, { ...values, status: filter.status, expression, before }, shape);
      const isFast = performance.now() - sent < FAST_MS;
      statements++;
      if (rows.length === MAX_FOUND && projects === undefined && !isEverywhere) {
        // Otherwise the page could end at a message that the caller may not see, and its cursor
        // name it.
        projects = projectIds;
        continue;
      }
      for (let from = 0; from < rows.length; from += CHUNK) {
        if (from > 0 && isOver()) return end(before);
        const chunk = rows.slice(from, from + CHUNK);
        const wanted = chunk.filter(
          ({ matches, project_id, ticket_id }) => matches !== 0 && visible.has(project_id) && !documents.has(ticket_id),
        );
        const read = await documentsOf(db, wanted);
        const readAt = performance.now();
        const accepted = await inTurns(read, accepts, { isOver: () => performance.now() - readAt > maxMs });
        const byKey = new Map(read.flatMap((one, index) => (accepted[index] ? [[keyOf(one), one]] : [])));
        // The next page begins with the first unchecked message.
        const unchecked = read.slice(accepted.length, accepted.length + 1).map(keyOf);
        for (const row of chunk) {
          if (unchecked.includes(keyOf(row))) return end(before);
          before = row.doc_id;
          if (visible.has(row.project_id)) examined++;
          const document = byKey.get(keyOf(row));
          if (document === undefined || documents.has(row.ticket_id)) continue;
          documents.set(row.ticket_id, document);
          if (documents.size === limit) return end(before);
        }
      }
      // More matches may be in these periods: read again from here.
      if (rows.length < MAX_FOUND) {
        before = periodStart(newest - count + 1);
        if (isFast) step++;
      }
      if (isOver()) break;
    }
    return end(before);
  },
});

async function documentsOf(db: Executor, keys: readonly DocumentKey[]): Promise<SearchDocument[]> {
  if (keys.length === 0) return [];
  const documents = await db.all(readDocuments, { keys: keysAsJson(keys) });
  const byKey = new Map(documents.map((document) => [keyOf(document), document]));
  return keys.flatMap((key) => byKey.get(keyOf(key)) ?? []);
}

const keyOf = ({ ticket_id, seq }: DocumentKey) => `${ticket_id} ${seq}`;
