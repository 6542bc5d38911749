import type { Translation } from '../i18n/catalogues.ts';
import type { texts as english } from './texts.en.ts';

export const texts: Translation<typeof english> = {
  created: 'Angelegt',

  'created-by': 'von {name}',
  'created-by.operator': 'einem Betreiber',

  'access.role': 'Rolle',
  'access.all': 'Alle Projekte',
  'access.all.hint': 'Auch künftige.',
  'access.none': 'Kein Projekt',
  'access.projects': 'Projekte',
  'access.projects.none': 'Projekte wählen',
  'access.projects.clear': 'Alle entfernen',

  'role.viewer.may': 'Liest alles, ändert nichts.',
  'role.agent.may': 'Bearbeitet Tickets.',
  'role.admin.may': 'Bearbeitet Tickets und ändert Einstellungen.',
  'role.owner.may': 'Darf alles und liest das Audit-Log.',
};
