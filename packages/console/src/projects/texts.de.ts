import type { Translation } from '../i18n/catalogues.ts';
import type { texts as english } from './texts.en.ts';

export const texts: Translation<typeof english> = {
  'projects.create': 'Projekt anlegen',
  'projects.name': 'Name',
  'projects.name.hint': 'Meist der des Spiels.',
  'projects.edit': '{name} bearbeiten',
  'projects.active': 'Offen für Spieler',
  'projects.active.hint': 'Ausgeschaltet kann das Spiel weder Spieler anmelden noch Tickets senden oder lesen.',
  'projects.disabled': 'Ausgeschaltet',
  'projects.key': 'Öffentlicher Schlüssel',
  'projects.key.hint': 'Das Spiel schickt ihn mit. Er ist nicht geheim.',
  'projects.auto-close': 'Tage, bis gelöste Tickets schließen',
  'projects.auto-close.hint': 'Gezählt ab der letzten Antwort.',
  'projects.auto-close.after': {
    one: 'Gelöste Tickets schließen nach {count} Tag',
    other: 'Gelöste Tickets schließen nach {count} Tagen',
  },
  'projects.types': 'Ticket-Typen',
  'projects.types.none': 'keine',

  'limits.title': 'Grenzen für neue Spieler',
  'limits.hint':
    'Sie verhindern, dass jemand mit dem öffentlichen Schlüssel massenhaft Spieler und Tickets anlegt. Ein Spieler gilt 24 Stunden lang als neu. 0 bedeutet: keine Grenze.',
  'limits.newPlayersPerAddress': 'Neue Spieler pro IP-Adresse',
  'limits.newPlayersPerProject': 'Neue Spieler insgesamt',
  'limits.newPlayerTicketsPerAddress': 'Tickets pro IP-Adresse',
  'limits.newPlayerTicketsPerProject': 'Tickets insgesamt',
  'limits.per-minute': 'Pro Minute.',
  'limits.per-10-minutes': 'Pro 10 Minuten.',
  'limits.wrong': 'Gib eine ganze Zahl von 0 bis 1.000.000 ein.',

  'projects.empty.title': 'Noch kein Projekt',
  'projects.empty.text':
    'Lege eines für dein Spiel an. Es bekommt einen öffentlichen Schlüssel, mit dem das Spiel Tickets sendet.',
  'projects.empty.ask': 'Ein Owner oder Admin kann eines anlegen oder dir Zugriff geben.',

  'types.title': 'Ticket-Typen',
  'types.hint':
    'Was das Spiel sendet und wie das Team es liest. Ein Typ, der hier fehlt, erscheint so, wie er gesendet wurde.',
  'types.type': 'Typ {place}, wie das Spiel ihn sendet',
  'types.type.placeholder': 'Typ',
  'types.label': 'Bezeichnung von Typ {place}',
  'types.label.placeholder': 'Bezeichnung',
  'types.up': 'Typ {place} nach oben',
  'types.down': 'Typ {place} nach unten',
  'types.remove': 'Typ {place} entfernen',
  'types.add': 'Typ hinzufügen',

  'first-ticket.title': 'Das erste Ticket senden',
  'first-ticket.identify':
    'Ein Spiel meldet seine Installation an. In der Antwort steht playerAccessToken; lege es in TOKEN ab.',
  'first-ticket.create': 'Der Spieler schreibt ein Ticket.',
  'first-ticket.answer': 'Beantworte es hier:',
  'first-ticket.docs': 'Was ein Spiel sonst noch kann, steht in der',
  'first-ticket.docs.link': 'API-Dokumentation',
};
