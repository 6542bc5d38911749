export const texts = {
  'first-steps.title': 'Erste Schritte',
  'first-steps.done': '{done} von {all} geschafft',
  'first-steps.hide': 'Ausblenden',
  'first-steps.is-done': 'Geschafft:',
  'first-steps.project': 'Ein Projekt für dein Spiel erstellen',
  'first-steps.project.text':
    'Oder das Demo-Projekt umbenennen. Das Spiel sendet Tickets mit dem öffentlichen Schlüssel seines Projekts.',
  'first-steps.ticket': 'Ein Test-Ticket senden',
  'first-steps.ticket.text':
    'Dieser Browser sendet es wie ein Spiel, über die Spieler-API. Es kommt unten an, und du kannst es beantworten.',
  'first-steps.ticket.wait': 'Dafür braucht es ein aktives Projekt.',
  'first-steps.ticket.sent': 'Das Test-Ticket wurde an {project} gesendet.',
  'first-steps.ticket.player': 'Test von {name}',
  'first-steps.ticket.subject': 'Test-Ticket aus der Konsole',
  'first-steps.ticket.message':
    'Dieses Ticket kommt aus der Konsole, nicht aus einem Spiel. Antworte darauf oder löse es: Kein Spieler erfährt davon.',
  'first-steps.notifications': 'Von neuen Tickets erfahren',
  'first-steps.notifications.text':
    'In Slack, in Discord, per E-Mail oder Webhook. Nur du, und nur das, was du auswählst.',
  'first-steps.member': 'Jemanden einladen',
  'first-steps.member.text':
    'Du bekommst einen Link zum Verschicken. Kann dieser Server E-Mails senden, verschickt er ihn auch.',
};
