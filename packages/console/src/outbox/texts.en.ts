export const texts = {
  'outbox.undo': 'Undo',
  'outbox.reply': 'Your reply to "{subject}" is being sent.',
  'outbox.note': 'Your note on "{subject}" is being added.',
  'outbox.failed': 'Your message to "{subject}" was not sent. It is kept there as a draft.',
  'outbox.changed': 'Your reply to "{subject}" was not sent: somebody wrote meanwhile.',
  'outbox.open': 'Open the ticket',
  'outbox.old': 'It has waited too long.',
} as const;
