export const texts = {
  'projects.create': 'Create project',
  'projects.name.hint': 'Usually the name of the game.',
  'projects.active': 'Enabled',
  'projects.active.hint': 'If you turn this off, the game cannot identify players, and cannot send or read tickets.',
  'projects.disabled': 'Disabled',
  'projects.key': 'Public key',
  'projects.key.hint': 'The game sends this key. It is not secret.',
  'projects.auto-close': 'Days until resolved tickets close',
  'projects.auto-close.hint': 'Counted from the last reply.',
  'projects.notices.one': 'Notices to players of {name}',
  'projects.types.none': 'none',

  'label.response-targets': 'Response targets',
  'targets.hint':
    'Minutes until a waiting ticket is due in the queue, by its priority. A change applies immediately. It changes no notifications: each member chooses when a ticket waits too long.',
  'targets.invalid': 'Enter a whole number from 1 to 43,200.',
  'limits.hint':
    'They prevent someone with the public key from creating large numbers of players and tickets. A player is new for 24 hours. 0 means no limit.',
  'limits.newPlayersPerAddress': 'New players per IP address',
  'limits.newPlayersPerProject': 'New players in total',
  'limits.newPlayerTicketsPerAddress': 'Tickets per IP address',
  'limits.newPlayerTicketsPerProject': 'Tickets in total',
  'limits.per-minute': 'Per minute.',
  'limits.per-10-minutes': 'Per 10 minutes.',
  'limits.invalid': 'Enter a whole number from 0 to 1,000,000.',

  'projects.empty.title': 'No projects yet',
  'projects.empty.text': 'Create a project for your game. It gets a public key, which the game needs to send tickets.',
  'projects.empty.ask': 'An owner or admin can create a project or give you access to one.',

  'types.hint':
    'The type that the game sends, and the label that the team sees. A type without a label is shown as it was sent.',
  'types.type': 'Type {position}, as the game sends it',
  'types.type.placeholder': 'Type',
  'types.label': 'Label of type {position}',
  'types.label.placeholder': 'Label',
  'types.up': 'Move type {position} up',
  'types.down': 'Move type {position} down',
  'types.remove': 'Remove type {position}',
  'types.add': 'Add a type',

  'first-ticket.title': 'Send your first ticket',
  'first-ticket.identify': 'The game identifies its installation. This stores the token of the response in TOKEN.',
  'first-ticket.create': 'The player creates a ticket.',
  'first-ticket.answer': 'Answer it in the',
  'first-ticket.docs': 'For everything else see the',
  'first-ticket.docs.link': 'API documentation',
} as const;
