export const texts = {
  'settings.closed.title': 'Du hast keinen Zugriff auf diese Seite',
  'settings.closed.text': 'Sie erfordert die Rolle {role}. Frage einen Owner oder Admin deines Teams.',
  'settings.closed.all-projects': 'Sie erfordert die Rolle {role} mit Zugriff auf alle Projekte. Frage einen Owner.',
};
