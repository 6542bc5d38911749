import type { StoredStatus, TicketStatus } from '@player-support/contract/enums';
import { type Expression, expressionBuilder, type Kysely, type SqlBool } from 'kysely';
import { searchedAnswer } from '../domain/answers.ts';
import { shownStatus } from '../domain/ticket-transitions.ts';
import { type Given, isPostgres, type Params, sql } from './statement.ts';
import type { Tables } from './tables.ts';

/** Which tickets are shown or counted. An undefined field excludes no ticket. */
export interface QueueFilter {
  readonly type?: string | undefined;
  readonly status?: TicketStatus | undefined;
  /** The index in PRIORITIES. */
  readonly priority?: number | undefined;
  /** Null: no assignee. */
  readonly assigneeId?: string | null | undefined;
  readonly platform?: string | undefined;
  readonly appVersion?: string | undefined;
  readonly locale?: string | undefined;
  readonly tag?: string | undefined;
  /** A field of a form, and the text of its answer. */
  readonly answer?: { readonly name: string; readonly text: string } | undefined;
  /** The known issue that they are linked to. It is a part of the ranges that are read. */
  readonly knownIssueId?: string | undefined;
  /** The key of a held ticket's text. */
  readonly textKey?: string | undefined;
  /** Only tickets that were created at this time or later. */
  readonly from?: number | undefined;
  /** Only tickets that were created before this time. */
  readonly to?: number | undefined;
}

/** Those of the statuses that the filter includes. */
export function statusesIn(statuses: readonly StoredStatus[], { status }: QueueFilter): readonly StoredStatus[] {
  return status === undefined ? statuses : statuses.filter((one) => shownStatus(one) === status);
}

/** The parameters of the conditions of a filter. */
export type FilterParams = Params & {
  readonly type: string;
  readonly priority: number;
  /** Empty: no assignee. */
  readonly assigneeId: string;
  readonly platform: string;
  readonly appVersion: string;
  readonly locale: string;
  /** As JSON. */
  readonly tag: string;
  /** What the stored answers contain. */
  readonly answer: string;
  readonly textKey: string;
  readonly from: number;
  readonly to: number;
};

/** The parameters of a filter, except its status and assignee. */
export function filterParams({ tag, answer, ...filter }: QueueFilter) {
  const { type, priority, platform, appVersion, locale, textKey, from, to } = filter;
  return {
    ...{ type, priority, platform, appVersion, locale, textKey, from, to },
    tag: tag && JSON.stringify(tag),
    answer: answer && searchedAnswer(answer.name, answer.text),
  };
}

const CONTEXT_COLUMNS = { platform: 'platform', appVersion: 'app_version', locale: 'locale' } as const;

/**
 * A field of a ticket's context, as the indexes have it: on PostgreSQL as a column that the
 * database computes, on SQLite as an expression.
 */
export function contextField(db: Kysely<Tables>, field: keyof typeof CONTEXT_COLUMNS) {
  return isPostgres(db)
    ? sql<string | null>`${sql.ref(CONTEXT_COLUMNS[field])}`
    : sql<string | null>`${sql.raw(`json_extract(context, '$.${field}')`)}`;
}

/**
 * The conditions of those parameters that are given. Every index of the queue has their columns,
 * except answers, which only the row has. On PostgreSQL only the row has the tags, because an index
 * entry there is shorter than tags can be.
 *
 * @param unassigned whether only tickets without an assignee match
 */
export function filterConditions(
  db: Kysely<Tables>,
  params: Given<FilterParams>,
  unassigned: boolean,
): Expression<SqlBool>[] {
  const where = expressionBuilder<Tables, 'ticket'>();
  const { type, priority, assigneeId, platform, appVersion, locale, tag, answer, textKey, from, to } = params;
  return [
    ...given(type, (name) => where('type', '=', name)),
    ...given(priority, (index) => where('priority', '=', index)),
    ...given(assigneeId, (id) => where('assignee_id', '=', id)),
    ...(unassigned ? [where('assignee_id', 'is', null)] : []),
    ...given(platform, (text) => sql<SqlBool>`${contextField(db, 'platform')} = ${text}`),
    ...given(appVersion, (text) => sql<SqlBool>`${contextField(db, 'appVersion')} = ${text}`),
    ...given(locale, (text) => sql<SqlBool>`${contextField(db, 'locale')} = ${text}`),
    ...given(tag, (part) => sql<SqlBool>`replace(tags, ${part}, '') <> tags`),
    ...given(answer, (part) => sql<SqlBool>`replace(answers, ${part}, '') <> answers`),
    ...given(
      textKey,
      (key) => sql<SqlBool>`EXISTS (SELECT 1 FROM held_ticket WHERE text_key = ${key}
      AND held_ticket.player_id = ticket.player_id AND held_ticket.ticket_id = ticket.ticket_id)`,
    ),
    ...given(from, (time) => where('created_at', '>=', time)),
    ...given(to, (time) => where('created_at', '<', time)),
  ];
}

/** 1 if a ticket meets all conditions, otherwise 0. */
export function matchesAll(conditions: readonly Expression<SqlBool>[]) {
  const where = expressionBuilder<Tables, 'ticket'>();
  return sql<number>`case when ${where.and(conditions)} then 1 else 0 end`;
}

/** The result in a list, or an empty list if the value is undefined. */
export function given<Value, Result>(value: Value | undefined, result: (value: Value) => Result): Result[] {
  return value === undefined ? [] : [result(value)];
}
