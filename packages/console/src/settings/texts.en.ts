export const texts = {
  'settings.closed.title': 'This page is not for your role',
  'settings.closed.text': 'It takes the role {role}. An owner or admin of your team can give it to you.',
  'settings.closed.everywhere': 'It takes the role {role} with access to all projects. An owner can give it to you.',
} as const;
