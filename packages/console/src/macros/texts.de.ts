export const texts = {
  'macros.results': { one: '{count} Makro', other: '{count} Makros' },
  'macros.none': 'Keine Makros gefunden',
  'macros.empty': 'Es gibt noch keine Makros. Ein Admin kann sie in den Einstellungen erstellen.',
  'macros.create': 'Makro erstellen',
  'macros.edit': 'Makro bearbeiten',
  'macros.delete.one': '{name} löschen',
  'macros.delete.ask': 'Dieses Makro löschen?',
  'macros.delete.text': '„{name}“ wird für das ganze Team gelöscht.',
  'macros.name.hint': 'Tippe in einem Ticket / und diesen Namen, um es zu finden.',
  'macros.variables': 'Variablen',
  'macros.variables.hint': 'Eine Variable wird durch ihren Wert im Ticket ersetzt. Wähle eine, um sie einzufügen.',
  'macros.unknown': 'Unbekannte Variable: {names}',
  'macros.preview': 'Vorschau',
  'macros.example.subject': 'Mein Kauf fehlt',
  'macros.empty.title': 'Noch keine Makros',
  'macros.empty.text':
    'Ein Makro ist ein Text, den das Team oft sendet. Tippe im Ticket / und den Namen, um es einzufügen.',
};
