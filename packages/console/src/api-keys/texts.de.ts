import type { Translation } from '../i18n/catalogues.ts';
import type { texts as english } from './texts.en.ts';

export const texts: Translation<typeof english> = {
  'api-keys.create': 'Schlüssel anlegen',
  'api-keys.created': 'Gib diesen Schlüssel dem Programm, das ihn braucht. Wer ihn hat, kann alles, was er darf.',
  'api-keys.key': 'Schlüssel',
  'api-keys.once': 'Er wird nur jetzt gezeigt.',
  'api-keys.name': 'Name',
  'api-keys.name.hint': 'Des Programms, das ihn benutzt. Er steht im Audit-Log und neben Antworten.',
  'api-keys.revoke': 'Widerrufen',
  'api-keys.revoke.one': '{name} widerrufen',
  'api-keys.revoke.ask': 'Diesen Schlüssel widerrufen?',
  'api-keys.revoke.text':
    'Programme, die „{name}“ benutzen, werden ab sofort abgewiesen. Links, die mit ihm erstellt wurden, werden ungültig, und mit ihm erstellte Schlüssel werden gesperrt. Das lässt sich nicht rückgängig machen.',
  'api-keys.revoked': 'Widerrufen',
  'api-keys.used': 'Zuletzt benutzt',
  'api-keys.never-used': 'Nie benutzt',
  'api-keys.expires': 'Läuft ab',
  'api-keys.expired': 'Abgelaufen',
  'api-keys.expires.hint': 'Danach wird der Schlüssel abgewiesen.',
  'api-keys.expires.never': 'Nie',
  'api-keys.expires.days': { one: 'In {count} Tag', other: 'In {count} Tagen' },
  'api-keys.suspended': 'Gesperrt',
  'api-keys.suspended.text': {
    one: '{count} Schlüssel ist gesperrt, weil sein Ersteller Zugriffsrechte verloren hat. Das Programm, das ihn benutzt, wird abgewiesen.',
    other:
      '{count} Schlüssel sind gesperrt, weil ihre Ersteller Zugriffsrechte verloren haben. Die Programme, die sie benutzen, werden abgewiesen.',
  },
  'api-keys.take-over': 'Übernehmen',
  'api-keys.take-over.one': '{name} übernehmen',
  'api-keys.take-over.all': { one: 'Diesen Schlüssel übernehmen', other: '{count} Schlüssel übernehmen' },
  'api-keys.take-over.ask': { one: 'Diesen Schlüssel übernehmen?', other: 'Diese {count} Schlüssel übernehmen?' },
  'api-keys.take-over.text': {
    one: '{names}\n\nDer Schlüssel funktioniert sofort wieder, und du giltst als sein Ersteller. Wer das Team verlassen hat, kennt ihn vielleicht noch: Im Zweifel widerrufe ihn und lege einen neuen an.',
    other:
      '{names}\n\nDie Schlüssel funktionieren sofort wieder, und du giltst als ihr Ersteller. Wer das Team verlassen hat, kennt sie vielleicht noch: Im Zweifel widerrufe sie und lege neue an.',
  },
  'api-keys.take-over.not-you': 'Ein anderes Mitglied muss diesen Schlüssel übernehmen',
  'api-keys.empty.title': 'Noch keine API-Schlüssel',
  'api-keys.empty.text':
    'Mit einem Schlüssel liest und beantwortet ein Programm von euch Tickets, etwa ein Bot oder ein Bericht.',
};
