import { PRIORITIES, ROLES, TICKET_STATUSES } from '@player-support/contract/enums';
import type { Translate } from '../text.ts';

interface Names {
  readonly t: Translate;
  readonly member: (id: string) => string;
  readonly project: (id: string) => string;
}

function oneOf<Word extends string>(words: readonly Word[], value: unknown): Word | undefined {
  return words.find((word) => word === value);
}

/** An id, whatever it is of. */
function isId(value: unknown): boolean {
  return typeof value === 'string' && /^[a-z]{3}_/.test(value);
}

/** What the log knows of an action, as people say it. What only a program could use, such as an id, is left out. */
export function auditDetails(details: Readonly<Record<string, unknown>>, names: Names): string[] {
  return Object.entries(details).flatMap(([name, value]) => detail(name, value, names) ?? []);
}

function detail(name: string, value: unknown, { t, member, project }: Names): string | undefined {
  const list = Array.isArray(value) ? value.filter((one) => typeof one === 'string') : undefined;
  switch (name) {
    case 'role': {
      const role = oneOf(ROLES, value);
      return role && t(`role.${role}`);
    }
    case 'projectIds':
      if (value === null) return t('access.all');
      return list && (list.map(project).join(', ') || t('access.none'));
    // Of a list that is too long to be told whole.
    case 'projectIdsCount':
      return typeof value === 'number' ? `… (${value})` : undefined;
    case 'status': {
      const status = oneOf(TICKET_STATUSES, value);
      if (status) return `${t('queue.filter.status')}: ${t(`queue.status.${status}`)}`;
      const projectStatus = oneOf(['active', 'disabled'], value);
      return projectStatus && t(`projects.${projectStatus}`);
    }
    case 'priority': {
      const priority = oneOf(PRIORITIES, value);
      return priority && `${t('queue.filter.priority')}: ${t(`queue.priority.${priority}`)}`;
    }
    case 'assigneeId': {
      const who = typeof value === 'string' ? member(value) : t('queue.assignee.nobody');
      return `${t('queue.filter.assignee')}: ${who}`;
    }
    case 'tags':
      return list && `${t('queue.bulk.tags')}: ${list.join(', ') || t('projects.types.none')}`;
    case 'addTags':
    case 'removeTags': {
      const verb = t(name === 'addTags' ? 'queue.tags.add' : 'queue.tags.remove');
      return list && list.length > 0 ? `${verb}: ${list.join(', ')}` : undefined;
    }
    case 'apiKeyIds':
      return list && t('api-keys.count', { count: list.length });
    case 'ticketIds':
      return list && t('queue.list.count', { count: list.length });
    case 'blocked':
      return t(value === true ? 'audit.detail.blocked' : 'audit.detail.unblocked');
    case 'disabled':
      return t(value === true ? 'members.disabled' : 'members.may-sign-in');
    case 'autoCloseDays':
      return typeof value === 'number' ? t('projects.auto-close.after', { count: value }) : undefined;
    case 'changed':
      return list && ([...changed(list, t)].join(', ') || undefined);
    case 'name':
      return value === true ? t('projects.name') : undefined;
    case 'password':
      return value === true ? t('account.password') : undefined;
    case 'failed':
      return t(value === 'code' ? 'audit.detail.code' : 'audit.detail.password');
    default:
      return isId(value) ? undefined : `${name}: ${JSON.stringify(value)}`;
  }
}

/** Those parts of a project of which nothing more is known. */
function* changed(fields: readonly string[], t: Translate): Generator<string> {
  if (fields.includes('name')) yield t('projects.name');
  if (fields.includes('ticketTypes')) yield t('projects.types');
  if (fields.includes('limits')) yield t('limits.title');
}
