import type { PRIORITIES, TICKET_STATUSES } from '@player-support/contract/enums';
import { type Filter, ME, NOBODY } from '../data/queue/queue-search.ts';
import type { QueueNames } from '../data/queue/use-queue-names.ts';
import { regional } from '../i18n/language.ts';
import { useText } from '../i18n/text.ts';

export function useValueText(names: QueueNames) {
  const { t, language } = useText();
  return (filter: Filter, value: string): string => {
    switch (filter) {
      case 'type':
        return names.typeLabel(value);
      case 'status':
        return t(`status.${value as (typeof TICKET_STATUSES)[number]}`);
      case 'priority':
        return t(`priority.${value as (typeof PRIORITIES)[number]}`);
      case 'assignee':
        return value === ME ? t('queue.assignee.me') : value === NOBODY ? t('label.nobody') : names.memberName(value);
      case 'from':
      case 'to':
        return new Intl.DateTimeFormat(regional(language), { dateStyle: 'medium', timeZone: 'UTC' }).format(
          new Date(value),
        );
      default:
        return value;
    }
  };
}
