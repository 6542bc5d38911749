import type { Translate } from '../../i18n/text.ts';
import { isolated } from '../../ui/isolated.ts';

const MAX_SUBJECTS = 3;
const MAX_LENGTH = 60;

function short(subject: string): string {
  const characters = [...subject];
  return characters.length > MAX_LENGTH ? `${characters.slice(0, MAX_LENGTH).join('')}…` : subject;
}

export function firstSubjects(subjects: readonly string[], t: Translate): string {
  const first = subjects
    .slice(0, MAX_SUBJECTS)
    .map((subject) => t('outbox.subject', { subject: isolated(short(subject)) }));
  const more = subjects.length - first.length;
  const names = first.join(', ');
  return more === 0 ? names : t('outbox.subjects.more', { names, count: more });
}
