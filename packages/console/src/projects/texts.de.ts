export const texts = {
  'projects.create': 'Projekt erstellen',
  'projects.name.hint': 'Meist der Name des Spiels.',
  'projects.active': 'Aktiviert',
  'projects.active.hint':
    'Wenn du das ausschaltest, kann das Spiel keine Spieler identifizieren und keine Tickets senden oder lesen.',
  'projects.disabled': 'Deaktiviert',
  'projects.key': 'Öffentlicher Schlüssel',
  'projects.key.hint': 'Das Spiel sendet diesen Schlüssel. Er ist nicht geheim.',
  'projects.auto-close': 'Tage, bis gelöste Tickets schließen',
  'projects.auto-close.hint': 'Gezählt ab der letzten Antwort.',
  'projects.notices.one': 'Automatische Nachrichten von {name}',
  'projects.types.none': 'keine',

  'label.response-targets': 'Antwortziele',
  'targets.hint':
    'Minuten, bis ein Ticket, das auf eine Antwort wartet, in der Warteschlange fällig ist, nach seiner Priorität. Eine Änderung gilt sofort. Benachrichtigungen ändert sie nicht: Jedes Mitglied wählt selbst, wann ein Ticket zu lange wartet.',
  'targets.invalid': 'Gib eine ganze Zahl von 1 bis 43.200 ein.',
  'limits.hint':
    'Sie verhindern, dass jemand mit dem öffentlichen Schlüssel massenhaft Spieler und Tickets erstellt. Ein Spieler gilt 24 Stunden lang als neu. 0 bedeutet: kein Limit.',
  'limits.newPlayersPerAddress': 'Neue Spieler pro IP-Adresse',
  'limits.newPlayersPerProject': 'Neue Spieler insgesamt',
  'limits.newPlayerTicketsPerAddress': 'Tickets pro IP-Adresse',
  'limits.newPlayerTicketsPerProject': 'Tickets insgesamt',
  'limits.per-minute': 'Pro Minute.',
  'limits.per-10-minutes': 'Pro 10 Minuten.',
  'limits.invalid': 'Gib eine ganze Zahl von 0 bis 1.000.000 ein.',

  'projects.empty.title': 'Noch keine Projekte',
  'projects.empty.text':
    'Erstelle ein Projekt für dein Spiel. Es bekommt einen öffentlichen Schlüssel, mit dem das Spiel Tickets sendet.',
  'projects.empty.ask': 'Ein Owner oder Admin kann ein Projekt erstellen oder dir Zugriff geben.',

  'types.hint':
    'Der Typ, den das Spiel sendet, und die Bezeichnung, die das Team sieht. Ein Typ ohne Bezeichnung erscheint so, wie er gesendet wurde.',
  'types.type': 'Typ {position}, wie das Spiel ihn sendet',
  'types.type.placeholder': 'Typ',
  'types.label': 'Bezeichnung von Typ {position}',
  'types.label.placeholder': 'Bezeichnung',
  'types.up': 'Typ {position} nach oben',
  'types.down': 'Typ {position} nach unten',
  'types.remove': 'Typ {position} entfernen',
  'types.add': 'Typ hinzufügen',

  'first-ticket.title': 'Das erste Ticket senden',
  'first-ticket.identify': 'Das Spiel identifiziert seine Installation. Damit steht der Token der Antwort in TOKEN.',
  'first-ticket.create': 'Der Spieler erstellt ein Ticket.',
  'first-ticket.answer': 'Beantworte es hier:',
  'first-ticket.docs': 'Alles Weitere steht in der',
  'first-ticket.docs.link': 'API-Dokumentation',
};
