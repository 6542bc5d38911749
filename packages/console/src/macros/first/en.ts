export const macros = [
  {
    name: 'Ask for details',
    body: [
      'Hello, this is {{member.name}} from {{project.name}}. Thank you for writing to us about “{{ticket.subject}}”.',
      '',
      'To help you, we need to know a little more:',
      '- What did you do just before it happened?',
      '- What did you expect, and what happened instead?',
      '- Does it happen every time?',
    ].join('\n'),
  },
  {
    name: 'Known issue',
    body: [
      'Thank you for telling us. We know about this problem and are working on it. An update will fix it. You do not need to do anything else.',
      '',
      'We are sorry for the trouble.',
    ].join('\n'),
  },
  {
    name: 'Refund by the store',
    body: [
      'Thank you for writing to us. Purchases are made through the store of your device or platform, so the store also handles refunds. Open your order history there, choose the purchase, and ask for a refund.',
      '',
      'If the store refuses, or if you paid but received nothing, reply here with the order number.',
    ].join('\n'),
  },
  {
    name: 'Lost account',
    body: [
      'We want to help you get your account back. Please tell us:',
      '- your player name or player ID',
      '- on which device you played',
      '- roughly when you started and when you last played',
      '- the order number of a purchase, if you made one',
      '',
      'Please do not send us your password. We never ask for it.',
    ].join('\n'),
  },
  {
    name: 'Crash steps',
    body: [
      'We are sorry that the game crashes. Please try these steps in this order:',
      '1. Close the game completely and start it again.',
      '2. Restart your device.',
      '3. Install the newest versions of the game and of your system.',
      '4. Make sure that some storage is free.',
      '',
      'If it still crashes, tell us at which point it happens.',
    ].join('\n'),
  },
  {
    name: 'Report received',
    body: 'Thank you for your report. We take it seriously and will look into it. We cannot tell you what we decide about other players, but every report helps to keep {{project.name}} fair.',
  },
  {
    name: 'Waiting for you',
    body: 'We asked you something about “{{ticket.subject}}” and have not heard from you yet. If you still need help, just reply here. If it is solved, you do not need to do anything.',
  },
  {
    name: 'Thank you',
    body: [
      'We are glad that we could help. Thank you for playing {{project.name}}! If anything else comes up, write to us at any time.',
      '',
      '{{member.name}}',
    ].join('\n'),
  },
];
