export const texts = {
  'created-at': 'Erstellt',

  'created-by': 'von {name}',
  'created-by.operator': 'einem Betreiber',

  'access.role': 'Rolle',
  'access.all.hint': 'Auch künftige Projekte.',
  'access.projects.none': 'Projekte auswählen',
  'access.projects.clear': 'Alle entfernen',

  'role.viewer.description': 'Kann alles lesen und Notizen schreiben.',
  'role.viewer.key': 'Kann alles lesen.',
  'role.agent.description': 'Kann Tickets bearbeiten.',
  'role.admin.description': 'Kann Tickets bearbeiten und Einstellungen ändern.',
  'role.owner.description': 'Kann alles tun und das Audit-Log lesen.',
};
