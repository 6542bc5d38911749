import { ME, membersOf, NONE, type TicketFilter } from '@player-support/contract/ticket-filter';
import { useQuery } from '@tanstack/react-query';
import { knownIssuesQuery } from '../../data/queries/known-issues.ts';
import type { QueueNames } from '../../data/queue/use-queue-names.ts';
import { regional } from '../../i18n/language.ts';
import { useText } from '../../i18n/text.ts';
import { type EditorCondition, UNITS } from './editor-tree.ts';

/** `hasIssues`: known issues are among the values. */
export function useConditionTexts(names: QueueNames, hasIssues: boolean) {
  const { t } = useText();
  const { data: issues } = useQuery({ ...knownIssuesQuery, staleTime: 60_000, enabled: hasIssues });
  const fieldText = (field: EditorCondition['field']) => t(`views.field.${field}`);
  const valueText = (field: EditorCondition['field'], value: string): string => {
    switch (field) {
      case 'type':
        return names.typeLabel(value);
      case 'status':
        return t(`status.${value as 'open'}`);
      case 'priority':
        return t(`priority.${value as 'normal'}`);
      case 'assignee':
        return value === ME ? t('queue.assignee.me') : value === NONE ? t('label.nobody') : names.memberName(value);
      case 'project':
        return names.projectName(value);
      case 'knownIssue':
        return value === NONE ? t('views.value.none') : (issues?.find(({ id }) => id === value)?.title ?? value);
      case 'verified':
        return t(value === 'true' ? 'views.value.yes' : 'views.value.no');
      default:
        return value;
    }
  };
  return { issues, fieldText, valueText };
}

/** Writes for example "Priority: Urgent, High or (Tag: vip and Platform is not ios)". */
export function useFilterText(names: QueueNames, filter: TicketFilter): string {
  const { t, language } = useText();
  const { fieldText, valueText } = useConditionTexts(names, JSON.stringify(filter).includes('"knownIssue"'));
  const duration = (minutes: number) => {
    const unit = minutes % UNITS.days === 0 ? 'day' : minutes % UNITS.hours === 0 ? 'hour' : 'minute';
    const amount = minutes / UNITS[`${unit}s`];
    return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(amount);
  };
  const day = (time: string) =>
    new Intl.DateTimeFormat(regional(language), { dateStyle: 'medium' }).format(new Date(time));
  const textOf = (filter: TicketFilter, isInside: boolean): string => {
    const members = membersOf(filter);
    if (members !== undefined) {
      const texts = members.map((one) => textOf(one, members.length > 1));
      const text = texts.join(` ${t('all' in filter ? 'views.and' : 'views.or')} `);
      return isInside && texts.length > 1 ? `(${text})` : text;
    }
    // The cast: it is no group.
    const condition = filter as Exclude<TicketFilter, { all: unknown } | { any: unknown }>;
    const field = fieldText(condition.field);
    if ('is' in condition) return `${field}: ${condition.is.map((one) => valueText(condition.field, one)).join(', ')}`;
    if ('not' in condition) {
      const values = condition.not.map((one) => valueText(condition.field, one)).join(', ');
      return `${field} ${t('views.operator.not')} ${values}`;
    }
    if ('longer' in condition) return `${field} ${t('views.operator.longer')} ${duration(condition.longer)}`;
    if ('shorter' in condition) return `${field} ${t('views.operator.shorter')} ${duration(condition.shorter)}`;
    if ('after' in condition) return `${field} ${t('views.operator.after')} ${day(condition.after)}`;
    return `${field} ${t('views.operator.before')} ${day(condition.before)}`;
  };
  return textOf(filter, false);
}
