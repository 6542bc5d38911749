import type { StoredStatus, TicketStatus } from '@player-support/contract/enums';
import { type Expression, expressionBuilder, type Kysely, type SqlBool } from 'kysely';
import { searchedAnswer } from '../domain/answers.ts';
import { shownStatus } from '../domain/ticket-transitions.ts';
import { type ColumnOf, type FilterColumn, ofTicket } from './filter-columns.ts';
import { costOf, type FilterTree, splitTree, type TreeShape, treeCondition, treeReadsRows } from './filter-tree.ts';
import { type Given, type Params, sql } from './statement.ts';
import type { Tables } from './tables.ts';

/** An undefined field excludes no ticket. */
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
  /** A field of a form, and its answer's text. */
  readonly answer?: { readonly name: string; readonly text: string } | undefined;
  /** A part of the ranges. */
  readonly knownIssueId?: string | undefined;
  /** The key of a held ticket's text. */
  readonly textKey?: string | undefined;
  /** Created at this time or later. */
  readonly from?: number | undefined;
  /** Created before this time. */
  readonly to?: number | undefined;
  /** A nested filter, besides the others. */
  readonly where?: FilterTree | undefined;
}

export const isEmpty = (filter: QueueFilter) => Object.values(filter).every((value) => value === undefined);

/** No index has what the filter is about. */
export const readsRows = ({ answer, where }: QueueFilter): boolean =>
  answer !== undefined || (where !== undefined && treeReadsRows(where));

/** Four tags or answers, or 20 other comparisons, read all tickets. */
const FREE_COST = 4;

/**
 * Fewer tickets if a nested filter has many values: each is compared with each ticket. Tags and
 * answers take longest.
 */
export function withinCost(tickets: number, { where }: QueueFilter): number {
  const cost = where === undefined ? 0 : costOf(where);
  return cost <= FREE_COST ? tickets : Math.ceil((tickets * FREE_COST) / cost);
}

export function statusesIn(statuses: readonly StoredStatus[], { status }: QueueFilter): readonly StoredStatus[] {
  return status === undefined ? statuses : statuses.filter((one) => shownStatus(one) === status);
}

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

/** What the SQL of a filter depends on, besides which parameters there are. */
export interface FilterShape {
  /** Only tickets without an assignee match. */
  readonly unassigned: boolean;
  /** A nested filter. Its values are parameters. */
  readonly tree?: TreeShape;
}

/** Returns a filter's parameters and shape, except its status. */
export function splitFilter({ tag, answer, assigneeId, where, ...filter }: QueueFilter) {
  const { type, priority, platform, appVersion, locale, knownIssueId, textKey, from, to } = filter;
  const { values: nested, ...tree } = splitTree(where);
  const values = {
    ...nested,
    type,
    priority,
    platform,
    appVersion,
    locale,
    knownIssueId,
    textKey,
    from,
    to,
    assigneeId: assigneeId ?? undefined,
    tag: tag && JSON.stringify(tag),
    answer: answer && searchedAnswer(answer.name, answer.text),
  };
  return { values, shape: { unassigned: assigneeId === null, ...tree } };
}

/**
 * The conditions of those parameters that are given. Every index of the queue has their columns,
 * except answers, which only the row has. On PostgreSQL only the row has the tags, because an index
 * entry there is shorter than tags can be.
 *
 * @param columnOf where they find what they compare. Default: in the rows of tickets
 */
export function filterConditions(
  db: Kysely<Tables>,
  params: Given<FilterParams>,
  { unassigned, tree }: FilterShape,
  columnOf: ColumnOf = ofTicket(db),
): Expression<SqlBool>[] {
  const { type, priority, assigneeId, platform, appVersion, locale, tag, answer, textKey, from, to } = params;
  const is = (name: FilterColumn, value: string | number | undefined) =>
    given(value, (one) => sql<SqlBool>`${columnOf(name)} = ${one}`);
  const contains = (name: 'tags' | 'answers', value: string | undefined) =>
    given(value, (part) => sql<SqlBool>`replace(${columnOf(name)}, ${part}, '') <> ${columnOf(name)}`);
  return [
    ...is('type', type),
    ...is('priority', priority),
    ...is('assignee_id', assigneeId),
    ...(unassigned ? [sql<SqlBool>`${columnOf('assignee_id')} IS NULL`] : []),
    ...is('platform', platform),
    ...is('appVersion', appVersion),
    ...is('locale', locale),
    ...contains('tags', tag),
    ...contains('answers', answer),
    ...given(
      textKey,
      (key) => sql<SqlBool>`EXISTS (SELECT 1 FROM held_ticket WHERE text_key = ${key}
      AND held_ticket.player_id = ${columnOf('player_id')} AND held_ticket.ticket_id = ${columnOf('ticket_id')})`,
    ),
    ...given(from, (time) => sql<SqlBool>`${columnOf('created_at')} >= ${time}`),
    ...given(to, (time) => sql<SqlBool>`${columnOf('created_at')} < ${time}`),
    ...given(tree, (shape) => treeCondition(params, shape, columnOf)),
  ];
}

/** 1 or 0. */
export function matchesAll(conditions: readonly Expression<SqlBool>[]) {
  const where = expressionBuilder<Tables, 'ticket'>();
  return sql<number>`case when ${where.and(conditions)} then 1 else 0 end`;
}

/** An empty list if the value is undefined. */
export function given<Value, Result>(value: Value | undefined, result: (value: Value) => Result): Result[] {
  return value === undefined ? [] : [result(value)];
}
