import { PRIORITIES } from '@player-support/contract/enums';
import { type FieldProblems, fieldProblem } from '@player-support/contract/field-problems';
import { FIELD_NAME } from '@player-support/contract/limits';
import type { TicketCountsQuery } from '@player-support/contract/team/queue';
import { parseTicketFilter } from '@player-support/contract/ticket-filter';
import { targetMs, targetsOf } from '../../domain/response-targets.ts';
import { normalizeTag } from '../../domain/tags.ts';
import { parseDayOrTime } from '../../domain/time.ts';
import type { TeamCaller } from '../../operations/callers.ts';
import type { QueueFilter } from '../../store/queue-filter.ts';
import type { QueueProject } from '../../store/queue-order.ts';
import type { ProjectRow } from '../../store/tables.ts';
import { type FilterReader, withNested } from '../views/nested-filter.ts';

const ANSWER = new RegExp(`^(${FIELD_NAME}):(.+)$`, 's');

/** Adds a problem for each invalid answer, date, time or nested filter. */
export function filterOf(query: TicketCountsQuery, problems: FieldProblems, reader: FilterReader): QueueFilter {
  const time = (name: 'from' | 'to') => {
    const text = query[name];
    const value = text === undefined ? undefined : parseDayOrTime(text);
    if (text !== undefined && value === undefined) problems[name] = [fieldProblem('invalid-day-or-time')];
    return value;
  };
  const [, name, text = ''] = ANSWER.exec(query.answer ?? '') ?? [];
  if (query.answer !== undefined && name === undefined) problems.answer = [fieldProblem('filter-wrong-answer')];
  const flat = {
    type: query.type,
    status: query.status,
    priority: query.priority === undefined ? undefined : PRIORITIES.indexOf(query.priority),
    assigneeId: query.assigneeId === 'none' ? null : query.assigneeId,
    platform: query.platform,
    appVersion: query.appVersion,
    locale: query.locale,
    tag: query.tag === undefined ? undefined : normalizeTag(query.tag),
    answer: name === undefined ? undefined : { name, text },
    knownIssueId: query.knownIssueId,
    textKey: query.textKey,
    from: time('from'),
    to: time('to'),
  };
  if (query.filter === undefined) return flat;
  const nested = parseTicketFilter(query.filter);
  if ('filter' in nested) return withNested(flat, nested.filter, reader);
  problems.filter = [nested.error];
  return flat;
}

export const readerOf = ({ caller, now }: { readonly caller: TeamCaller; readonly now: number }): FilterReader => ({
  memberId: caller.type === 'member' ? caller.id : undefined,
  now,
});

/** What the order of the queue needs. */
export function queueProject(project: ProjectRow): QueueProject {
  const targets = targetsOf(project);
  return { projectId: project.project_id, targets: PRIORITIES.map((_name, priority) => targetMs(targets, priority)) };
}
