export const texts = {
  'created-at': 'Created',

  'created-by': 'by {name}',
  'created-by.operator': 'an operator',

  'access.role': 'Role',
  'access.all.hint': 'Including future projects.',
  'access.projects.none': 'Select projects',
  'access.projects.clear': 'Remove all',

  'role.viewer.description': 'Can read everything and write notes.',
  'role.viewer.key': 'Can read everything.',
  'role.agent.description': 'Can work on tickets.',
  'role.admin.description': 'Can work on tickets and change settings.',
  'role.owner.description': 'Can do everything and read the audit log.',
} as const;
