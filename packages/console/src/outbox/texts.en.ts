export const texts = {
  'outbox.undo': 'Undo',
  'outbox.reply': 'Your reply to "{subject}" is being sent.',
  'outbox.note': 'Your note on "{subject}" is being added.',
  'outbox.failed': 'Your message to "{subject}" was not sent. It was saved as a draft.',
  'outbox.changed': 'Your reply to "{subject}" was not sent: there are new messages.',
  'outbox.old': 'The message is too old to be sent.',
} as const;
