import type { StoredStatus } from '@player-support/contract/enums';
import { type Expression, expressionBuilder, type SqlBool } from 'kysely';
import type { ColumnOf, FilterColumn } from './filter-columns.ts';
import { type Params, sql } from './statement.ts';
import type { Tables } from './tables.ts';

/** Fields with a column that is compared as it is. */
const COLUMNS = {
  type: 'type',
  status: 'status',
  priority: 'priority',
  assignee: 'assignee_id',
  project: 'project_id',
  knownIssue: 'known_issue_id',
  platform: 'platform',
  appVersion: 'appVersion',
  locale: 'locale',
} as const satisfies Record<string, FilterColumn>;

/** Fields that a nested filter can compare with values. */
type TreeField = keyof typeof COLUMNS | 'tag' | 'answer' | 'account';

/** With the values of columns. */
export type FilterTree = Tree<string | number, number>;

/** All of a filter that is SQL: instead of values it has the names of their parameters. */
export type TreeShape = Tree<string, string>;

type Tree<Value, Time> =
  | { readonly all: readonly Tree<Value, Time>[] }
  | { readonly any: readonly Tree<Value, Time>[] }
  | ValueLeaf<Value>
  | TimeLeaf<Time>;

export interface ValueLeaf<Value = string | number> {
  readonly field: TreeField;
  readonly isNot: boolean;
  /** An index in PRIORITIES, a StoredStatus, what stored tags or answers contain, or a text. */
  readonly values: readonly Value[];
  /** A ticket without a value matches too. Of `knownIssue` and `assignee`. */
  readonly orNone: boolean;
}

export interface TimeLeaf<Time = number> {
  readonly field: 'created_at' | 'attention_since';
  /** From this time, or before it. */
  readonly from?: Time;
  readonly to?: Time;
}

/** No index of the queue has these: each row has to be read. */
const ROW_FIELDS: ReadonlySet<string> = new Set(['knownIssue', 'answer', 'account', 'attention_since']);

export function treeReadsRows(tree: FilterTree): boolean {
  if ('all' in tree) return tree.all.some(treeReadsRows);
  if ('any' in tree) return tree.any.some(treeReadsRows);
  return ROW_FIELDS.has(tree.field);
}

/** The cost of one comparison. Searching a value in a text costs 1. */
const COMPARISON_COST = 0.2;

/** Estimates a filter's cost per ticket. */
export function costOf(tree: FilterTree): number {
  if ('all' in tree) return tree.all.reduce((sum, one) => sum + costOf(one), 0);
  if ('any' in tree) return tree.any.reduce((sum, one) => sum + costOf(one), 0);
  if (!('values' in tree)) return COMPARISON_COST;
  return tree.values.length * (tree.field === 'tag' || tree.field === 'answer' ? 1 : COMPARISON_COST);
}

/** Adapts a filter to tickets of one status: the index of waiting tickets has no status. */
export function forStatus(tree: FilterTree, status: StoredStatus): FilterTree {
  if ('all' in tree) return { all: tree.all.map((one) => forStatus(one, status)) };
  if ('any' in tree) return { any: tree.any.map((one) => forStatus(one, status)) };
  if (tree.field !== 'status') return tree;
  return tree.values.includes(status) === tree.isNot ? { any: [] } : { all: [] };
}

/** The values as parameters, and the shape with their names. */
export function splitTree(tree: FilterTree | undefined): { values: Params; tree?: TreeShape } {
  if (tree === undefined) return { values: {} };
  const params: Record<string, string | number> = {};
  const add = (value: string | number) => {
    const name = `where${Object.keys(params).length}`;
    params[name] = value;
    return name;
  };
  const shapeOf = (node: FilterTree): TreeShape => {
    if ('all' in node) return { all: node.all.map(shapeOf) };
    if ('any' in node) return { any: node.any.map(shapeOf) };
    if ('values' in node) return { ...node, values: node.values.map(add) };
    const { field, from, to } = node;
    return { field, ...(from === undefined ? {} : { from: add(from) }), ...(to === undefined ? {} : { to: add(to) }) };
  };
  return { tree: shapeOf(tree), values: params };
}

/** Builds a condition. Without a value, a ticket matches only a condition with `isNot`. */
export function treeCondition(
  params: Readonly<Record<string, unknown>>,
  tree: TreeShape,
  columnOf: ColumnOf,
): Expression<SqlBool> {
  const where = expressionBuilder<Tables, 'ticket'>();
  if ('all' in tree) return where.and(tree.all.map((one) => treeCondition(params, one, columnOf)));
  if ('any' in tree) return where.or(tree.any.map((one) => treeCondition(params, one, columnOf)));
  if ('values' in tree) {
    const values = tree.values.map((name) => sql`${params[name]}`);
    return valueCondition(tree, values, columnOf);
  }
  const column = columnOf(tree.field);
  return where.and([
    ...(tree.from === undefined ? [] : [sql<SqlBool>`${column} >= ${params[tree.from]}`]),
    ...(tree.to === undefined ? [] : [sql<SqlBool>`${column} < ${params[tree.to]}`]),
  ]);
}

function valueCondition(
  { field, isNot, orNone }: ValueLeaf,
  values: readonly Expression<unknown>[],
  columnOf: ColumnOf,
): Expression<SqlBool> {
  if (field === 'account') {
    // The last character of an account's id: see `isAccount`.
    const isAccount = sql`substr(${columnOf('player_id')}, 30, 1) IN ('1', '5', '9', 'd', 'h', 'l', 'p', 't')`;
    return isNot ? sql<SqlBool>`NOT (${isAccount})` : sql<SqlBool>`${isAccount}`;
  }
  const where = expressionBuilder<Tables, 'ticket'>();
  if (field === 'tag' || field === 'answer') {
    const column = columnOf(field === 'tag' ? 'tags' : 'answers');
    const found = values.map((part) => sql<SqlBool>`replace(${column}, ${part}, '') <> ${column}`);
    if (!isNot) return where.or(found);
    const missing = values.map((part) => sql<SqlBool>`replace(${column}, ${part}, '') = ${column}`);
    return where.or([sql<SqlBool>`${column} IS NULL`, where.and(missing)]);
  }
  const column = columnOf(COLUMNS[field]);
  const list = sql.join(values);
  if (isNot) {
    const others = values.length === 0 ? [] : [sql<SqlBool>`${column} NOT IN (${list})`];
    return orNone
      ? where.and([sql<SqlBool>`${column} IS NOT NULL`, ...others])
      : where.or([sql<SqlBool>`${column} IS NULL`, ...others]);
  }
  return where.or([
    ...(values.length === 0 ? [] : [sql<SqlBool>`${column} IN (${list})`]),
    ...(orNone ? [sql<SqlBool>`${column} IS NULL`] : []),
  ]);
}
