import { PRIORITIES, ROLES, STORM_MODES, TICKET_STATUSES } from '@player-support/contract/enums';
import type { Translate } from '../i18n/text.ts';

interface Context {
  readonly t: Translate;
  readonly memberName: (id: string) => string;
  readonly projectName: (id: string) => string;
  readonly typeLabel: (type: string) => string;
}

function oneOf<Value extends string>(values: readonly Value[], value: unknown): Value | undefined {
  return values.find((one) => one === value);
}

function isId(value: unknown): boolean {
  return typeof value === 'string' && /^[a-z]{3}_/.test(value);
}

/** Leaves out details that only a program could use. */
export function auditDetails(details: Readonly<Record<string, unknown>>, context: Context): string[] {
  return Object.entries(details).flatMap(([name, value]) => detailText(name, value, context) ?? []);
}

function detailText(
  name: string,
  value: unknown,
  { t, memberName, projectName, typeLabel }: Context,
): string | undefined {
  const list = Array.isArray(value) ? value.filter((one) => typeof one === 'string') : undefined;
  switch (name) {
    case 'role': {
      const role = oneOf(ROLES, value);
      return role && t(`role.${role}`);
    }
    case 'projectIds':
      if (value === null) return t('label.all-projects');
      return list && (list.map(projectName).join(', ') || t('label.no-projects'));
    // The length of a list that the log shortened.
    case 'projectIdsCount':
      return typeof value === 'number' ? `… (${value})` : undefined;
    case 'status': {
      const status = oneOf(TICKET_STATUSES, value);
      if (status) return t('label.status.now', { value: t(`status.${status}`) });
      const projectStatus = oneOf(['active', 'disabled'], value);
      return projectStatus && t(`audit.detail.project-${projectStatus}`);
    }
    case 'priority': {
      const priority = oneOf(PRIORITIES, value);
      return priority && t('label.priority.now', { value: t(`priority.${priority}`) });
    }
    case 'assigneeId':
      return typeof value === 'string'
        ? t('label.assignee.now', { value: memberName(value) })
        : t('audit.detail.unassigned');
    case 'tags':
      return list && (list.length > 0 ? t('audit.detail.tags', { tags: list.join(', ') }) : t('audit.detail.no-tags'));
    case 'addTags':
      return list && list.length > 0 ? t('audit.detail.tags-added', { tags: list.join(', ') }) : undefined;
    case 'removeTags':
      return list && list.length > 0 ? t('audit.detail.tags-removed', { tags: list.join(', ') }) : undefined;
    case 'apiKeyIds':
      return list && t('audit.detail.api-keys', { count: list.length });
    case 'ticketIds':
      return list && t('audit.detail.tickets', { count: list.length });
    case 'macros':
      return typeof value === 'number' && value > 0 ? t('audit.detail.macros', { count: value }) : undefined;
    case 'views':
      return typeof value === 'number' && value > 0 ? t('audit.detail.views', { count: value }) : undefined;
    case 'attachmentIds':
      return list && t('audit.detail.files', { count: list.length });
    case 'keptTicketIds':
      return list && t('audit.detail.tickets-kept', { count: list.length });
    case 'snooze':
      return t(value === null ? 'audit.detail.woken' : 'audit.detail.snoozed');
    case 'blocked':
      return t(value === true ? 'label.blocked' : 'audit.detail.unblocked');
    case 'disabled':
      return t(value === true ? 'audit.detail.disabled' : 'audit.detail.enabled');
    case 'withheldAnnouncements':
      return typeof value === 'number' ? t('audit.detail.announcements-withheld', { count: value }) : undefined;
    case 'stoppedAnswers':
      return typeof value === 'number' ? t('audit.detail.answers-stopped', { count: value }) : undefined;
    case 'locale':
      return typeof value === 'string' ? value : undefined;
    case 'autoCloseDays':
      return typeof value === 'number' ? t('label.auto-close', { count: value }) : undefined;
    case 'ticketType':
      return typeof value === 'string' ? typeLabel(value) || t('label.no-type') : undefined;
    case 'formVersion':
      return typeof value === 'number' ? t('audit.detail.form-version', { version: value }) : undefined;
    case 'stormMode': {
      const mode = oneOf(STORM_MODES, value);
      return mode && t(`audit.detail.storm-${mode}`);
    }
    case 'changed':
      return list && (changedFields(list, t).join(', ') || undefined);
    case 'name':
      return value === true ? t('label.name') : undefined;
    case 'password':
      return value === true ? t('label.password') : undefined;
    case 'webhook':
      return typeof value === 'string' ? t('audit.detail.webhook', { host: value }) : undefined;
    case 'removedWebhook':
      return typeof value === 'string' ? t('audit.detail.webhook-removed', { host: value }) : undefined;
    case 'failed':
      return failureText(value, t);
    case 'joined':
      return value === 'created' || value === 'linked' ? t(`audit.detail.joined-${value}`) : undefined;
    case 'groupsUnknown':
      return value === true ? t('audit.detail.groups-unknown') : undefined;
    case 'oidc':
      return value === false ? t('audit.detail.disconnected') : undefined;
    case 'secondFactorRequired':
      return t(value === true ? 'audit.detail.factor-required' : 'audit.detail.factor-optional');
    case 'refused': {
      const reason = oneOf(['revoked', 'suspended', 'expired', 'forbidden'], value);
      return reason && t(`audit.detail.refused-${reason}`);
    }
    case 'operation':
      return typeof value === 'string' ? value : undefined;
    default:
      return isId(value) ? undefined : `${name}: ${JSON.stringify(value)}`;
  }
}

const FAILURES = [
  'password',
  'code',
  'passkey',
  'password-off',
  'provider',
  'unverified',
  'no-access',
  'disabled',
  'other-account',
] as const;

function failureText(value: unknown, t: Translate): string | undefined {
  const failure = oneOf(FAILURES, value);
  return failure && t(`audit.failure.${failure}`);
}

function changedFields(fields: readonly string[], t: Translate): string[] {
  return [
    ...(fields.includes('name') ? [t('label.name')] : []),
    ...(fields.includes('ticketTypes') ? [t('label.ticket-types')] : []),
    ...(fields.includes('limits') ? [t('label.player-limits')] : []),
    ...(fields.includes('projectId') ? [t('label.project')] : []),
    ...(fields.includes('title') ? [t('label.title')] : []),
    ...(fields.includes('body') ? [t('label.text')] : []),
    ...(fields.includes('startsAt') ? [t('announcements.start')] : []),
    ...(fields.includes('endsAt') ? [t('announcements.end')] : []),
    ...(fields.includes('texts') ? [t('announcements.texts')] : []),
    ...(fields.includes('audience') ? [t('announcements.audience')] : []),
    ...(fields.includes('timeZone') ? [t('announcements.time-zone')] : []),
    ...(fields.includes('secret') ? [t('audit.detail.secret')] : []),
  ];
}
