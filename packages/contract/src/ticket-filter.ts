import { PRIORITIES, TICKET_STATUSES } from './enums.ts';
import { type FieldProblem, type FieldProblemCode, fieldProblem, type ParametersAfter } from './field-problems.ts';
import {
  FIELD_NAME,
  MAX_ALL_FILTER_VALUES,
  MAX_CONTEXT_FILTER_LENGTH,
  MAX_FIELD_NAME_LENGTH,
  MAX_FILTER_CONDITIONS,
  MAX_FILTER_DEPTH,
  MAX_FILTER_LENGTH,
  MAX_FILTER_MINUTES,
  MAX_FILTER_VALUES,
  MAX_ID_LENGTH,
  MAX_TAG_LENGTH,
  MAX_TEXT_ANSWER_LENGTH,
  MAX_TICKET_TYPE_LENGTH,
} from './limits.ts';

/** A filter as JSON, without a schema library: it is a text in queries, bodies and addresses. */

/** Compared with values. */
export const VALUE_FIELDS = [
  'type',
  'status',
  'priority',
  'assignee',
  'tag',
  'platform',
  'appVersion',
  'locale',
  'project',
  'knownIssue',
  'answer',
  'verified',
] as const;
export type ValueField = (typeof VALUE_FIELDS)[number];

/** Compared with a time: of creation, or when the ticket began to wait. */
export const TIME_FIELDS = ['created', 'waiting'] as const;
export type TimeField = (typeof TIME_FIELDS)[number];

/** `longer` and `shorter`: minutes ago. */
export const TIME_OPERATORS = ['after', 'before', 'longer', 'shorter'] as const;
export type TimeOperator = (typeof TIME_OPERATORS)[number];

/** Values of `assignee` and `knownIssue` that are no ids. */
export const ME = 'me';
export const NONE = 'none';

export type ValueCondition =
  | { readonly field: ValueField; readonly is: readonly string[] }
  | { readonly field: ValueField; readonly not: readonly string[] };

export type TimeCondition =
  | { readonly field: 'created'; readonly after: string }
  | { readonly field: 'created'; readonly before: string }
  | { readonly field: TimeField; readonly longer: number }
  | { readonly field: TimeField; readonly shorter: number };

export type FilterGroup = { readonly all: readonly TicketFilter[] } | { readonly any: readonly TicketFilter[] };
export type TicketFilter = FilterGroup | ValueCondition | TimeCondition;

export type ParsedFilter = { readonly filter: FilterGroup } | { readonly error: FieldProblem };

/** Undefined: it is a condition. */
export function membersOf(filter: TicketFilter): readonly TicketFilter[] | undefined {
  return 'all' in filter ? filter.all : 'any' in filter ? filter.any : undefined;
}

/** Writes the filter as stored and in an address, always alike. */
export const filterText = (filter: FilterGroup): string => JSON.stringify(filter);

class InvalidFilter extends Error {
  readonly problem: FieldProblem;

  constructor(problem: FieldProblem) {
    super(problem.code);
    this.problem = problem;
  }
}

const invalid = <Code extends FieldProblemCode>(code: Code, ...parameters: ParametersAfter<Code>) =>
  new InvalidFilter(fieldProblem(code, ...parameters));

/** Counts UTF-8 bytes. An address has up to three characters each. */
const bytesOf = (text: string) => new TextEncoder().encode(text).length;

/** `error` says what is wrong. */
export function parseTicketFilter(text: string): ParsedFilter {
  try {
    if (bytesOf(text) > MAX_FILTER_LENGTH)
      return { error: fieldProblem('filter-too-long', { max: MAX_FILTER_LENGTH }) };
    const counted = { conditions: 0, values: 0 };
    const filter = read(JSON.parse(text) as unknown, 1, counted);
    if (membersOf(filter) === undefined) return { error: fieldProblem('filter-not-group') };
    // The cast: it has members.
    const group = filter as FilterGroup;
    // Numbers such as 5e5 get longer.
    if (bytesOf(filterText(group)) > MAX_FILTER_LENGTH)
      return { error: fieldProblem('filter-too-long', { max: MAX_FILTER_LENGTH }) };
    return { filter: group };
  } catch (error) {
    if (error instanceof InvalidFilter) return { error: error.problem };
    return { error: fieldProblem('filter-not-json') };
  }
}

function read(value: unknown, depth: number, counted: { conditions: number; values: number }): TicketFilter {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid('filter-not-object');
  }
  // The cast: an object that is no array.
  const node = value as Readonly<Record<string, unknown>>;
  const names = Object.keys(node);
  for (const name of ['all', 'any'] as const) {
    if (!names.includes(name)) continue;
    const members = node[name];
    if (names.length > 1 || !Array.isArray(members)) throw invalid('filter-wrong-group', { name });
    if (depth > MAX_FILTER_DEPTH) throw invalid('filter-too-deep', { max: MAX_FILTER_DEPTH });
    if (members.length > MAX_FILTER_CONDITIONS) throw tooMany();
    const read_ = members.map((member) => read(member, depth + 1, counted));
    return name === 'all' ? { all: read_ } : { any: read_ };
  }
  counted.conditions += 1;
  if (counted.conditions > MAX_FILTER_CONDITIONS) throw tooMany();
  const found = condition(node, names);
  counted.values += 'is' in found ? found.is.length : 'not' in found ? found.not.length : 0;
  if (counted.values > MAX_ALL_FILTER_VALUES) {
    throw invalid('filter-too-many-values', { max: MAX_ALL_FILTER_VALUES });
  }
  return found;
}

const tooMany = () => invalid('filter-too-many-conditions', { max: MAX_FILTER_CONDITIONS });

function condition(node: Readonly<Record<string, unknown>>, names: readonly string[]): TicketFilter {
  const [operator, more] = names.filter((name) => name !== 'field');
  if (!names.includes('field') || operator === undefined || more !== undefined) {
    throw invalid('filter-wrong-condition');
  }
  const valueField = VALUE_FIELDS.find((one) => one === node.field);
  if (valueField !== undefined && (operator === 'is' || operator === 'not')) {
    const values = valuesOf(valueField, node[operator]);
    return operator === 'is' ? { field: valueField, is: values } : { field: valueField, not: values };
  }
  const timeField = TIME_FIELDS.find((one) => one === node.field);
  if (timeField !== undefined && (operator === 'longer' || operator === 'shorter')) {
    const minutes = node[operator];
    if (typeof minutes !== 'number' || !Number.isInteger(minutes) || minutes < 1 || minutes > MAX_FILTER_MINUTES) {
      throw invalid('filter-wrong-minutes', { operator, max: MAX_FILTER_MINUTES });
    }
    return operator === 'longer' ? { field: timeField, longer: minutes } : { field: timeField, shorter: minutes };
  }
  if (timeField === 'created' && (operator === 'after' || operator === 'before')) {
    const time = node[operator];
    if (typeof time !== 'string' || !isDayOrTime(time)) {
      throw invalid('filter-wrong-time', { operator });
    }
    return operator === 'after' ? { field: 'created', after: time } : { field: 'created', before: time };
  }
  const shown = JSON.stringify([node.field, operator]).slice(0, 100).toWellFormed();
  throw invalid('filter-unknown-condition', { condition: shown });
}

const DAY_OR_TIME = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

function isDayOrTime(text: string): boolean {
  if (!DAY_OR_TIME.test(text)) return false;
  const time = Date.parse(text);
  // 31 February would become a day in March.
  return !Number.isNaN(time) && new Date(`${text.slice(0, 10)}T00:00Z`).toISOString().startsWith(text.slice(0, 10));
}

const TEXT_LENGTHS: Readonly<Partial<Record<ValueField, number>>> = {
  type: MAX_TICKET_TYPE_LENGTH,
  tag: MAX_TAG_LENGTH,
  platform: MAX_CONTEXT_FILTER_LENGTH,
  appVersion: MAX_CONTEXT_FILTER_LENGTH,
  locale: MAX_CONTEXT_FILTER_LENGTH,
  assignee: MAX_ID_LENGTH,
  project: MAX_ID_LENGTH,
  knownIssue: MAX_ID_LENGTH,
  answer: MAX_FIELD_NAME_LENGTH + 1 + MAX_TEXT_ANSWER_LENGTH,
};
const CHOICES: Readonly<Partial<Record<ValueField, readonly string[]>>> = {
  status: TICKET_STATUSES,
  priority: PRIORITIES,
  verified: ['true', 'false'],
};
const ANSWER = new RegExp(`^${FIELD_NAME}:.+$`, 's');

function valuesOf(field: ValueField, given: unknown): readonly string[] {
  if (!Array.isArray(given) || given.length === 0 || given.length > MAX_FILTER_VALUES) {
    throw invalid('filter-value-count', { name: field, max: MAX_FILTER_VALUES });
  }
  const values = given.map((value: unknown) => {
    if (typeof value === 'string' && isValue(field, value)) return value;
    throw invalid('filter-wrong-value', { name: field });
  });
  return [...new Set(values)];
}

export function isValue(field: ValueField, value: string): boolean {
  const choices = CHOICES[field];
  if (choices !== undefined) return choices.includes(value);
  if (value.trim() === '' || value.includes('\0') || !value.isWellFormed()) return false;
  if ([...value].length > (TEXT_LENGTHS[field] ?? 0)) return false;
  if (field === 'tag') return !value.includes(',');
  return field !== 'answer' || ANSWER.test(value);
}
