export const texts = {
  'first-steps.title': 'Erste Schritte',
  'first-steps.done': '{done} von {all} erledigt',
  'first-steps.hide': 'Ausblenden',
  'first-steps.is-done': 'Erledigt:',
  'first-steps.project': 'Ein Projekt für dein Spiel anlegen',
  'first-steps.project.text':
    'Oder das Demo-Projekt umbenennen. Das Spiel sendet Tickets mit dem öffentlichen Schlüssel seines Projekts.',
  'first-steps.ticket': 'Ein Test-Ticket senden',
  'first-steps.ticket.text':
    'Dieser Browser sendet es wie ein Spiel, über die Spieler-API. Es kommt unten an, und du kannst es beantworten.',
  'first-steps.ticket.wait': 'Dafür braucht es ein aktiviertes Projekt.',
  'first-steps.ticket.sent': 'Das Test-Ticket wurde an {project} gesendet.',
  'first-steps.ticket.player': 'Test von {name}',
  'first-steps.ticket.subject': 'Test-Ticket aus der Konsole',
  'first-steps.ticket.message':
    'Dieses Ticket kommt aus der Konsole, nicht aus einem Spiel. Antworte darauf oder löse es: Kein Spieler erfährt davon.',
  'first-steps.member': 'Jemanden einladen',
  'first-steps.member.text': 'Du bekommst einen Link und verschickst ihn selbst.',
};
