export const texts = {
  'outbox.undo': 'Rückgängig',
  'outbox.reply': 'Deine Antwort auf „{subject}“ wird gesendet.',
  'outbox.note': 'Deine Notiz zu „{subject}“ wird hinzugefügt.',
  'outbox.failed': 'Deine Nachricht zu „{subject}“ wurde nicht gesendet. Sie ist als Entwurf gespeichert.',
  'outbox.changed': 'Deine Antwort auf „{subject}“ wurde nicht gesendet: Es gibt neue Nachrichten.',
  'outbox.old': 'Die Nachricht ist zu alt, um gesendet zu werden.',
};
