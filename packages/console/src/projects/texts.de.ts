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
  'projects.player-data.one': 'Spielerdaten von {name}',
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

  'snippets.title': 'In dein Spiel einbauen',
  'snippets.widget': 'Widget',
  'snippets.widget.text': 'Füge diese Zeilen in die Seite deines Spiels ein. Ein runder Knopf öffnet den Support.',
  'snippets.sdk': 'SDK',
  'snippets.sdk.text': 'Für ein Spiel in JavaScript oder TypeScript, das Tickets selbst anzeigt.',
  'snippets.sdk.install': 'Installiere zuerst das SDK',
  'snippets.curl': 'curl',
  'snippets.curl.text':
    'Für jedes andere Spiel. Im Terminal identifizieren diese Zeilen einen neuen Spieler und erstellen ein Ticket.',
  'snippets.answer': 'Antworte auf das erste Ticket hier:',
  'snippets.more': 'Alles Weitere:',
  'snippets.guide': 'die Anleitung für jede Aufgabe (reiner Text, englisch)',
  'snippets.docs': 'API-Dokumentation',
};
