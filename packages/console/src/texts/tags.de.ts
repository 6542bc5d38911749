export const texts = {
  'tags.hint':
    'Wörter, mit denen das Team Tickets versieht. Um zwei Tags zusammenzuführen, gib einem den Namen des anderen.',
  'tags.find': 'Tag suchen',
  'tags.none': 'Kein Tag gefunden',
  'tags.first': 'Nur {count} Tags sind zu sehen. Tippe einen Teil des Namens, um andere zu finden.',
  'tags.capped':
    'Nicht alles ist gezählt: höchstens {count} Tickets, und nicht beliebig viele Tags. Es kann also mehr geben.',
  'tags.empty.title': 'Noch keine Tags',
  'tags.empty.text':
    'Hier stehen die Tags von Tickets, Makros und gespeicherten Ansichten. In einem Ticket fügst du sie unter Tags hinzu.',
  'tags.column.tag': 'Tag',
  'tags.column.tickets': 'Tickets',
  'tags.column.users': 'Auch in',
  'tags.tickets': { one: '{count} Ticket', other: '{count} Tickets' },
  'tags.macros': { one: '{count} Makro', other: '{count} Makros' },
  'tags.views': { one: '{count} gespeicherte Ansicht', other: '{count} gespeicherte Ansichten' },
  'tags.rename': 'Umbenennen',
  'tags.rename.one': '{name} umbenennen',
  'tags.rename.title': 'Das Tag {name} umbenennen',
  'tags.new': 'Neuer Name',
  'tags.merge': 'Zusammenführen',
  'tags.merge.title': '{name} mit {other} zusammenführen?',
  'tags.change': { one: '{count} Ticket hat dieses Tag.', other: '{count} Tickets haben dieses Tag.' },
  'tags.change.users': 'Auch in: {users}, darunter private Ansichten anderer Mitglieder.',
  'tags.change.kept': {
    one: '{count} Makro oder gespeicherte Ansicht für alle Projekte behält den alten Namen.',
    other: '{count} Makros und gespeicherte Ansichten für alle Projekte behalten den alten Namen.',
  },
  'tags.change.merge': {
    one: '{count} Ticket hat {name} schon. Aus beiden Tags wird eines. Niemand kann sie wieder trennen.',
    other: '{count} Tickets haben {name} schon. Aus beiden Tags wird eines. Niemand kann sie wieder trennen.',
  },
  'tags.delete.one': '{name} löschen',
  'tags.delete.title': 'Das Tag {name} löschen?',
  'tags.delete.tickets': {
    one: 'Es wird von {count} Ticket entfernt.',
    other: 'Es wird von {count} Tickets entfernt.',
  },
  'tags.delete.final': 'Das lässt sich nicht rückgängig machen.',
  'tags.delete.macros': {
    one: '{count} Makro fügt es nicht mehr hinzu.',
    other: '{count} Makros fügen es nicht mehr hinzu.',
  },
  'tags.delete.views': {
    one: '{count} gespeicherte Ansicht filtert danach. Sie bleibt, wie sie ist, und findet mit diesem Tag nichts mehr.',
    other:
      '{count} gespeicherte Ansichten filtern danach. Sie bleiben, wie sie sind, und finden mit diesem Tag nichts mehr.',
  },
  'tags.delete.kept': {
    one: '{count} Makro oder gespeicherte Ansicht für alle Projekte nennt es weiter.',
    other: '{count} Makros und gespeicherte Ansichten für alle Projekte nennen es weiter.',
  },
  'tags.working': {
    one: 'Bisher ist {count} Ticket geändert, Makros und gespeicherte Ansichten kommen zuletzt. Du kannst dieses Fenster schließen. Schließt du die Konsole, bleibt der Rest, wie er ist.',
    other:
      'Bisher sind {count} Tickets geändert, Makros und gespeicherte Ansichten kommen zuletzt. Du kannst dieses Fenster schließen. Schließt du die Konsole, bleibt der Rest, wie er ist.',
  },
  'tags.stopped': {
    one: '{count} Ticket ist geändert. Die anderen haben noch das alte Tag, ebenso Makros und gespeicherte Ansichten: Sie kommen zuletzt. Versuche es noch einmal, um fortzufahren.',
    other:
      '{count} Tickets sind geändert. Die anderen haben noch das alte Tag, ebenso Makros und gespeicherte Ansichten: Sie kommen zuletzt. Versuche es noch einmal, um fortzufahren.',
  },
  'tags.renamed': { one: 'Tag an {count} Ticket geändert.', other: 'Tag an {count} Tickets geändert.' },
  'tags.deleted': { one: 'Tag von {count} Ticket entfernt.', other: 'Tag von {count} Tickets entfernt.' },
} as const;
