import { PRIORITIES, STORED_STATUSES } from '@player-support/contract/enums';
import {
  type FilterGroup,
  ME,
  membersOf,
  NONE,
  type TicketFilter,
  type TimeCondition,
  type ValueCondition,
} from '@player-support/contract/ticket-filter';
import { searchedAnswer } from '../../domain/answers.ts';
import { normalizeTag } from '../../domain/tags.ts';
import { shownStatus } from '../../domain/ticket-transitions.ts';
import { MINUTE, parseDayOrTime } from '../../domain/time.ts';
import type { FilterTree, TimeLeaf, ValueLeaf } from '../../store/filter-tree.ts';
import type { QueueFilter } from '../../store/queue-filter.ts';

/** Who filters (for `me`), and when (for times ago). */
export interface FilterReader {
  /** Undefined: an API key, which has no tickets. */
  readonly memberId: string | undefined;
  readonly now: number;
}

/** Simple conditions become plain filters, some of them index ranges. The others become a tree. */
export function withNested(flat: QueueFilter, filter: FilterGroup, reader: FilterReader): QueueFilter {
  const members = membersOf(filter) ?? [];
  const isAll = 'all' in filter || members.length === 1;
  const plain: QueueFilter = { ...flat };
  const rest: TicketFilter[] = [];
  for (const one of members) {
    const simple = isAll ? simpleFilter(one, reader) : undefined;
    const isTaken = Object.keys(simple ?? {}).some((name) => plain[name as keyof QueueFilter] !== undefined);
    if (simple === undefined || isTaken) rest.push(one);
    else Object.assign(plain, simple);
  }
  const where = resolved(isAll ? { all: rest } : { any: rest }, reader);
  return where === undefined ? plain : { ...plain, where };
}

const NAMES: readonly string[] = PRIORITIES;

/** Undefined: it does not have the form of a plain filter. */
function simpleFilter(condition: TicketFilter, reader: FilterReader): QueueFilter | undefined {
  if (!('is' in condition)) return undefined;
  const [value, more] = condition.is;
  if (value === undefined || more !== undefined) return undefined;
  switch (condition.field) {
    case 'type':
    case 'platform':
    case 'appVersion':
    case 'locale':
      return { [condition.field]: value };
    case 'tag':
      return { tag: normalizeTag(value) };
    case 'priority':
      return { priority: NAMES.indexOf(value) };
    case 'assignee':
      return { assigneeId: value === NONE ? null : idOf(value, reader) };
    case 'knownIssue':
      return value === NONE ? undefined : { knownIssueId: value };
    default:
      return undefined;
  }
}

const idOf = (value: string, { memberId = '' }: FilterReader) => (value === ME ? memberId : value);

/** Undefined: a group without conditions excludes nothing. */
function resolved(filter: TicketFilter, reader: FilterReader): FilterTree | undefined {
  const members = membersOf(filter);
  if (members !== undefined) {
    const parts = members.map((one) => resolved(one, reader)).filter((one) => one !== undefined);
    if (parts.length === 0) return undefined;
    return 'all' in filter ? { all: parts } : { any: parts };
  }
  // The casts: it is no group.
  if ('is' in filter || 'not' in filter) return valueLeaf(filter as ValueCondition, reader);
  return timeLeaf(filter as TimeCondition, reader);
}

/** Counts from the last full minute, so that requests within a minute are the same. */
function timeLeaf(condition: TimeCondition, { now }: FilterReader): TimeLeaf {
  const field = condition.field === 'created' ? 'created_at' : 'attention_since';
  const ago = (minutes: number) => Math.floor(now / MINUTE) * MINUTE - minutes * MINUTE;
  if ('longer' in condition) return { field, to: ago(condition.longer) };
  if ('shorter' in condition) return { field, from: ago(condition.shorter) };
  if ('after' in condition) return { field, from: parseDayOrTime(condition.after) ?? 0 };
  return { field, to: parseDayOrTime(condition.before) ?? 0 };
}

function valueLeaf(condition: ValueCondition, reader: FilterReader): ValueLeaf {
  const isNot = 'not' in condition;
  const given = 'not' in condition ? condition.not : condition.is;
  const { field } = condition;
  const leaf = (values: ValueLeaf['values'], orNone = false) => ({ isNot, values, orNone });
  switch (field) {
    case 'status':
      return { field, ...leaf(STORED_STATUSES.filter((one) => given.includes(shownStatus(one)))) };
    case 'priority':
      return { field, ...leaf([...PRIORITIES.keys()].filter((index) => given.includes(PRIORITIES[index] ?? ''))) };
    case 'assignee':
    case 'knownIssue': {
      const ids = given.filter((value) => value !== NONE);
      const values = field === 'assignee' ? ids.map((value) => idOf(value, reader)) : ids;
      return { field, ...leaf(values, given.includes(NONE)) };
    }
    case 'tag':
      return { field, ...leaf(given.map((tag) => JSON.stringify(normalizeTag(tag)))) };
    case 'answer':
      return { field, ...leaf(given.map(answerOf)) };
    case 'verified': {
      // With both values every ticket matches, or no ticket.
      if (given.length > 1) return { field: 'project', isNot: !isNot, values: [''], orNone: false };
      return { field: 'account', isNot: isNot === given.includes('true'), values: [], orNone: false };
    }
    default:
      return { field, ...leaf(given) };
  }
}

function answerOf(value: string): string {
  const colon = value.indexOf(':');
  return searchedAnswer(value.slice(0, colon), value.slice(colon + 1));
}
