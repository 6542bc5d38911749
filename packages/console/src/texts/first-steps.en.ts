export const texts = {
  'first-steps.title': 'First steps',
  'first-steps.done': '{done} of {all} done',
  'first-steps.hide': 'Hide',
  'first-steps.is-done': 'Done:',
  'first-steps.project': 'Create a project for your game',
  'first-steps.project.text': 'Or rename the demo project. The game sends tickets with the public key of its project.',
  'first-steps.ticket': 'Send a test ticket',
  'first-steps.ticket.text':
    'This browser sends it as a game does, through the player API. It arrives below, and you can reply to it.',
  'first-steps.ticket.wait': 'It needs an enabled project.',
  'first-steps.ticket.sent': 'The test ticket was sent to {project}.',
  'first-steps.ticket.player': 'Test by {name}',
  'first-steps.ticket.subject': 'Test ticket from the console',
  'first-steps.ticket.message':
    'This ticket comes from the console, not from a game. Reply to it, or resolve it: no player is told.',
  'first-steps.notifications': 'Be told of new tickets',
  'first-steps.notifications.text':
    'In Slack, in Discord, by mail or by a webhook. Only you, and only what you choose.',
  'first-steps.member': 'Invite somebody',
  'first-steps.member.text': 'You get a link to send. If this server can send mail, it also mails the link.',
} as const;
