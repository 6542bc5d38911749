export const texts = {
  'storm.holding': 'Neue Tickets neuer Spieler werden zurückgehalten: {projects}.',
  'storm.since': 'Seit {time}.',
  'storm.held': {
    one: '{total} zurückgehaltenes Ticket wartet auf dich.',
    other: '{total} zurückgehaltene Tickets warten auf dich.',
  },
  'storm.look': 'Zurückgehaltene Tickets ansehen',
  'storm.panel': 'Bekannte Texte',
  'storm.panel.hint':
    'Zurückgehaltene Tickets sind nicht in der Warteschlange. Ihre Spieler merken nichts davon. Lösche die bekannten Texte eines Angriffs, und gib dann den Rest frei.',
  'storm.panel.choose':
    'Wähle ein Projekt, um seine bekannten Texte zu sehen und viele Tickets auf einmal freizugeben oder zu löschen.',
  'storm.panel.none': 'Kein Text kommt zweimal vor.',
  'storm.text.count': { one: '{total} Ticket', other: '{total} Tickets' },
  'storm.release': 'Freigeben',
  'storm.delete': 'Löschen',
  'storm.text.more': 'Spieler schickten noch eine Nachricht',
  'storm.release.all': 'Alle freigeben',
  'storm.delete.all': 'Alle löschen',
  'storm.release.text': 'Die Tickets mit diesem Text freigeben: {text}',
  'storm.delete.text': 'Die Tickets mit diesem Text löschen: {text}',
  'storm.working': '{count} fertig …',
  'storm.released': {
    one: '{count} Ticket ist jetzt in der Warteschlange.',
    other: '{count} Tickets sind jetzt in der Warteschlange.',
  },
  'storm.deleted': { one: '{count} Ticket ist gelöscht.', other: '{count} Tickets sind gelöscht.' },
  'storm.ask.title': {
    one: '{total} zurückgehaltenes Ticket löschen?',
    other: '{total} zurückgehaltene Tickets löschen?',
  },
  'storm.ask.title.all': {
    one: '{total} zurückgehaltenes Ticket von {project} löschen, mit allen Texten?',
    other: 'Alle {total} zurückgehaltenen Tickets von {project} löschen, mit allen Texten?',
  },
  'storm.ask.title.text': 'Die Tickets mit diesem Text löschen?',
  'storm.ask.text':
    'Sie werden endgültig gelöscht, mit allen Nachrichten. Sie verschwinden auch aus der Liste ihrer Spieler. Tickets, die ab jetzt eintreffen, werden nicht gelöscht.',
  'storm.ask.kept':
    'Tickets, deren Spieler noch eine Nachricht geschickt haben, bleiben. Sind es mindestens zwei, erscheinen sie als eigener bekannter Text.',
  'storm.ticket':
    'Dieses Ticket ist zurückgehalten: Es ist nicht in der Warteschlange, und sein Spieler merkt nichts davon.',
  'storm.ticket.label': 'Zurückgehaltenes Ticket',
  'storm.mode': 'Tickets neuer Spieler zurückhalten',
  'storm.mode.hint':
    'Zurückgehaltene Tickets sind nicht in der Warteschlange, bis du sie freigibst oder löschst. Tickets von Spielern mit einer Vorgeschichte werden nie zurückgehalten. Automatisch: bei einem Angriff, wenn neue Spieler viel mehr schreiben als sonst.',
  'storm.mode.off': 'Nie',
  'storm.mode.automatic': 'Automatisch',
  'storm.mode.on': 'Immer',
} as const;
