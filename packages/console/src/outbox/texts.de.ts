import type { Translation } from '../i18n/catalogues.ts';
import type { texts as english } from './texts.en.ts';

export const texts: Translation<typeof english> = {
  'outbox.undo': 'Rückgängig',
  'outbox.reply': 'Deine Antwort auf „{subject}“ wird gesendet.',
  'outbox.note': 'Deine Notiz zu „{subject}“ wird angelegt.',
  'outbox.failed': 'Deine Nachricht zu „{subject}“ wurde nicht gesendet. Sie ist dort als Entwurf gemerkt.',
  'outbox.changed': 'Deine Antwort auf „{subject}“ wurde nicht gesendet: Jemand hat inzwischen geschrieben.',
  'outbox.open': 'Ticket öffnen',
  'outbox.old': 'Sie hat zu lange gewartet.',
};
