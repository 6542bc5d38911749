import type { Translation } from '../i18n/catalogues.ts';
import type { texts as english } from './texts.en.ts';

export const texts: Translation<typeof english> = {
  'macros.results': { one: '{count} Makro', other: '{count} Makros' },
  'macros.label': 'Makros',
  'macros.none': 'So heißt kein Makro.',
  'macros.empty': 'Noch gibt es keine Makros. Ein Admin legt sie in den Einstellungen an.',
  'macros.create': 'Makro anlegen',
  'macros.edit': 'Makro bearbeiten',
  'macros.edit.one': '{name} bearbeiten',
  'macros.delete.one': '{name} löschen',
  'macros.delete.ask': 'Dieses Makro löschen?',
  'macros.delete.text': '„{name}“ ist dann für das ganze Team fort.',
  'macros.name': 'Name',
  'macros.name.hint': 'Was du nach / tippst, um es zu finden.',
  'macros.project': 'Projekt',
  'macros.all-projects': 'Alle Projekte',
  'macros.body': 'Text',
  'macros.variables': 'Variablen',
  'macros.variables.hint': 'Jede wird durch das ersetzt, was im Ticket steht. Drücke eine, um sie einzufügen.',
  'macros.unknown': 'Diese Variable gibt es nicht: {names}',
  'macros.preview': 'In einem Ticket',
  'macros.example.subject': 'Mein Kauf fehlt',
  'macros.empty.title': 'Noch keine Makros',
  'macros.empty.text': 'Ein Makro ist eine Antwort, die das Team oft gibt. Tippe im Ticket / und den Namen.',
};
