import type { StoredStatus } from '@player-support/contract/enums';
import { type Expression, expressionBuilder, type SqlBool } from 'kysely';
import type { ColumnOf, FilterColumn } from './filter-columns.ts';
import { type Params, sql } from './statement.ts';
import type { Tables } from './tables.ts';

/** Fields that a nested filter can compare with values. */
export type TreeField =
  | 'type'
  | 'status'
  | 'priority'
  | 'assignee'
  | 'tag'
  | 'platform'
  | 'appVersion'
  | 'locale'
  | 'project'
  | 'knownIssue'
  | 'answer'
  | 'account';

/** With the values of columns. */
export type FilterTree =
  | { readonly all: readonly FilterTree[] }
  | { readonly any: readonly FilterTree[] }
  | ValueLeaf
  | TimeLeaf;

export interface ValueLeaf {
  readonly field: TreeField;
  readonly isNot: boolean;
  /** An index in PRIORITIES, a StoredStatus, what stored tags or answers contain, or a text. */
  readonly values: readonly (string | number)[];
  /** A ticket without a value matches too. Of `knownIssue` and `assignee`. */
  readonly orNone: boolean;
}

export interface TimeLeaf {
  readonly field: 'created_at' | 'attention_since';
  /** From this time, or before it. */
  readonly from?: number;
  readonly to?: number;
}

/** No index of the queue has these: each row has to be read. */
const ROW_FIELDS: ReadonlySet<string> = new Set(['knownIssue', 'answer', 'account', 'attention_since']);

/** Whether a condition of the filter reads rows. */
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

/** All of a filter that is SQL: everything except its values. */
export type TreeShape =
  | { readonly all: readonly TreeShape[] }
  | { readonly any: readonly TreeShape[] }
  | { readonly field: TreeField; readonly isNot: boolean; readonly orNone: boolean; readonly names: readonly string[] }
  | { readonly field: TimeLeaf['field']; readonly from?: string; readonly to?: string };

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
    if ('values' in node) {
      const { field, isNot, orNone, values } = node;
      return { field, isNot, orNone, names: values.map(add) };
    }
    const { field, from, to } = node;
    return { field, ...(from === undefined ? {} : { from: add(from) }), ...(to === undefined ? {} : { to: add(to) }) };
  };
  const shape = shapeOf(tree);
  return { values: params, tree: shape };
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
  if ('names' in tree) {
    const values = tree.names.map((name) => sql`${params[name]}`);
    return valueCondition(tree, values, columnOf);
  }
  const column = columnOf(tree.field);
  return where.and([
    ...(tree.from === undefined ? [] : [sql<SqlBool>`${column} >= ${params[tree.from]}`]),
    ...(tree.to === undefined ? [] : [sql<SqlBool>`${column} < ${params[tree.to]}`]),
  ]);
}

function valueCondition(
  { field, isNot, orNone }: Extract<TreeShape, { names: unknown }>,
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
} as const satisfies Partial<Record<TreeField, FilterColumn>>;
