export const texts = {
  created: 'Created',

  'created-by': 'by {name}',
  'created-by.operator': 'an operator',

  'access.role': 'Role',
  'access.all': 'All projects',
  'access.all.hint': 'Also those to come.',
  'access.none': 'No project',
  'access.projects': 'Projects',
  'access.projects.none': 'Choose projects',
  'access.projects.clear': 'Remove all',

  'role.viewer.may': 'Reads everything, changes nothing.',
  'role.agent.may': 'Works on tickets.',
  'role.admin.may': 'Works on tickets, and changes settings.',
  'role.owner.may': 'May do everything, and reads the audit log.',
} as const;
