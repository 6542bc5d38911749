export const texts = {
  'settings.closed.title': 'You do not have access to this page',
  'settings.closed.text': 'It requires the role {role}. Ask an owner or admin of your team.',
  'settings.closed.all-projects': 'It requires the role {role} with access to all projects. Ask an owner.',
} as const;
