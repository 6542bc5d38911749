import { fromVisible, shortText } from '@player-support/contract/visible-text';
import type { Translate } from '../../i18n/text.ts';
import { isolated } from '../../ui/isolated.ts';

const MAX_SUBJECTS = 3;
const MAX_LENGTH = 60;

export function firstSubjects(subjects: readonly string[], t: Translate): string {
  const first = subjects
    .slice(0, MAX_SUBJECTS)
    .map((subject) => t('outbox.subject', { subject: isolated(shortText(fromVisible(subject), MAX_LENGTH)) }));
  const more = subjects.length - first.length;
  const names = first.join(', ');
  return more === 0 ? names : t('outbox.subjects.more', { names, count: more });
}
