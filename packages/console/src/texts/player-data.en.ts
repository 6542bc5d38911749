export const texts = {
  'player-data.title': 'Player data',
  'player-data.loading': 'Player data is loading.',
  'player-data.loaded': 'From your own service,',
  'player-data.empty': 'Your own service has no data about this player.',
  'player-data.ask': 'If it stays so, tell an admin of this project.',
  'player-data.settings': 'Settings of the player data',

  'player-data.error.address':
    'The address of your own service leads to no server, or to a network that this server must not use. An admin can change it.',
  'player-data.error.connection': 'Your own service cannot be reached, or has no valid certificate. Try again later.',
  'player-data.error.time-out': 'Your own service did not respond within 3 seconds. Try again.',
  'player-data.error.redirect': 'The address of your own service redirects to another one. An admin can change it.',
  'player-data.error.status': 'Your own service responded with the status {status}. It must be 200.',
  'player-data.error.answer': 'The response of your own service cannot be shown.',
  'player-data.error.media-type': 'It must have the type application/json.',
  'player-data.error.compressed': 'It must not be compressed.',
  'player-data.error.too-large': 'It must have at most 64 KiB.',
  'player-data.error.not-utf-8': 'It must be in UTF-8.',
  'player-data.error.not-json': 'It must be JSON.',
  'player-data.error.invalid': 'Something in it is missing, unknown, too long or of the wrong type:',
  'player-data.error.busy': 'Too many requests to your own service are running. Try again in a moment.',
  'player-data.error.secret-key':
    'This server cannot read the secret for your own service. Contact the operator of this server.',
  'player-data.error.not-set': 'The project has no address for player data.',

  'player-data.hint':
    'Beside the tickets of {project}, the team sees what a service of yours knows about the player, such as purchases. This server asks your service when somebody opens a ticket, and stores nothing.',
  'player-data.guide': 'How to write such a service',
  'player-data.url': 'Address of your own service',
  'player-data.url.hint':
    'An https address that is reachable from the Internet. All members of the project see its data.',
  'player-data.secret': 'Signing secret',
  'player-data.secret.hint': 'With it, your service checks that a request is from this server. It is shown only now.',
  'player-data.replace': 'Replace the secret',
  'player-data.replace.title': 'Replace the signing secret?',
  'player-data.replace.text':
    'From now on requests are signed with the new secret. Until your service knows it, the team sees no player data.',
  'player-data.remove': 'Remove',
  'player-data.remove.title': 'Remove the address?',
  'player-data.remove.text': 'The team no longer sees player data, and the signing secret is deleted.',
  'player-data.test': 'Test',
  'player-data.test.hint': 'Asks your own service about the player ply_test, and shows its response.',
  'player-data.test.send': 'Send a test request',
  'player-data.test.done': 'Your own service responded:',
} as const;
