import { MAX_FILTER_CONDITIONS, MAX_FILTER_DEPTH, MAX_FILTER_MINUTES } from '@player-support/contract/limits';
import {
  type FilterGroup,
  isValue,
  membersOf,
  TIME_FIELDS,
  type TicketFilter,
  type TimeField,
  type TimeOperator,
  type ValueField,
} from '@player-support/contract/ticket-filter';

/** A filter being edited: conditions can be incomplete. Keys are for React. */
export interface EditorGroup {
  readonly key: number;
  readonly match: 'all' | 'any';
  readonly members: readonly EditorNode[];
}

export interface EditorCondition {
  readonly key: number;
  readonly field: ValueField | TimeField;
  readonly operator: 'is' | 'not' | TimeOperator;
  readonly values: readonly string[];
  /** A day in the local time zone, or a number of `unit`. */
  readonly amount: string;
  readonly unit: Unit;
}

export type EditorNode = EditorGroup | EditorCondition;

export const UNITS = { minutes: 1, hours: 60, days: 1440 } as const;
export type Unit = keyof typeof UNITS;

let lastKey = 0;
const newKey = () => ++lastKey;

export const isGroup = (node: EditorNode): node is EditorGroup => 'members' in node;

export const isTimeField = (field: EditorCondition['field']): field is TimeField =>
  TIME_FIELDS.some((one) => one === field);

/** The default comes first. */
export function operatorsOf(field: EditorCondition['field']): readonly EditorCondition['operator'][] {
  if (field === 'waiting') return ['longer', 'shorter'];
  return field === 'created' ? ['longer', 'shorter', 'after', 'before'] : ['is', 'not'];
}

export function newCondition(field: EditorCondition['field'] = 'priority'): EditorCondition {
  const [operator = 'is'] = operatorsOf(field);
  return { key: newKey(), field, operator, values: [], amount: '', unit: 'hours' };
}

export const newGroup = (match: EditorGroup['match'], members: readonly EditorNode[]): EditorGroup => ({
  key: newKey(),
  match,
  members,
});

const localDay = (at: Date) =>
  `${String(at.getFullYear()).padStart(4, '0')}-${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}`;

export function toEditor(filter: FilterGroup): EditorGroup {
  return newGroup('all' in filter ? 'all' : 'any', (membersOf(filter) ?? []).map(nodeOf));
}

function nodeOf(filter: TicketFilter): EditorNode {
  if ('all' in filter || 'any' in filter) return toEditor(filter);
  const condition = newCondition(filter.field);
  if ('is' in filter) return { ...condition, operator: 'is', values: filter.is };
  if ('not' in filter) return { ...condition, operator: 'not', values: filter.not };
  if ('after' in filter) return { ...condition, operator: 'after', amount: localDay(new Date(filter.after)) };
  if ('before' in filter) return { ...condition, operator: 'before', amount: localDay(new Date(filter.before)) };
  const operator = 'longer' in filter ? 'longer' : 'shorter';
  const minutes = 'longer' in filter ? filter.longer : filter.shorter;
  const unit = minutes % UNITS.days === 0 ? 'days' : minutes % UNITS.hours === 0 ? 'hours' : 'minutes';
  return { ...condition, operator, amount: String(minutes / UNITS[unit]), unit };
}

/** Leaves out empty groups. Undefined: a condition is incomplete. */
export function fromEditor(root: EditorGroup): FilterGroup | undefined {
  const members = root.members.map((node) => {
    if (!isGroup(node)) return conditionOf(node);
    const group = fromEditor(node);
    return group !== undefined && (membersOf(group) ?? []).length === 0 ? null : group;
  });
  const complete = members.filter((one) => one !== undefined);
  if (complete.length < members.length) return undefined;
  const kept = complete.filter((one) => one !== null);
  return root.match === 'all' ? { all: kept } : { any: kept };
}

/** Undefined: incomplete. */
export function conditionOf({ field, operator, values, amount, unit }: EditorCondition): TicketFilter | undefined {
  if (operator === 'is' || operator === 'not') {
    if (isTimeField(field)) return undefined;
    const valid = values.filter((value) => isValue(field, value));
    if (valid.length === 0) return undefined;
    return operator === 'is' ? { field, is: valid } : { field, not: valid };
  }
  if (!isTimeField(field)) return undefined;
  if (operator === 'longer' || operator === 'shorter') {
    const minutes = Number(amount) * UNITS[unit];
    if (!Number.isInteger(minutes) || minutes < 1 || minutes > MAX_FILTER_MINUTES) return undefined;
    return operator === 'longer' ? { field, longer: minutes } : { field, shorter: minutes };
  }
  const [year, month, day] = amount.split('-').map(Number);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(amount) || field !== 'created') return undefined;
  const at = new Date(year ?? 0, (month ?? 1) - 1, day).toISOString();
  return operator === 'after' ? { field, after: at } : { field, before: at };
}

export function countOf(node: EditorNode): number {
  return isGroup(node) ? node.members.reduce((sum, member) => sum + countOf(member), 0) : 1;
}

export const canAdd = (root: EditorGroup): boolean => countOf(root) < MAX_FILTER_CONDITIONS;

export const canNest = (depth: number): boolean => depth < MAX_FILTER_DEPTH;
