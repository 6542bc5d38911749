/**
 * With descriptions, in the order of the OpenAPI documents. Each operation has one: its resource.
 */

export const PLAYER_TAGS = {
  Players: 'The installation of a player.',
  Tickets: 'Conversations with the team.',
  Inbox: 'Replies, direct messages and announcements.',
} as const;

export const EXTENSION_TAGS = {
  Identity: 'The account of a player, and how a player returns to it.',
  Questions: 'What a game asks when a player creates a ticket.',
  'Known issues': 'What is known for a build, and whether it is fixed for the player.',
  Tickets: 'Operations of the player API that have more properties here.',
  Attachments: 'Files of a player.',
} as const;

export const TEAM_TAGS = {
  Session: 'Sign in and out.',
  Projects: 'Games, each with its own players and settings.',
  Forms: 'The questions that players answer when they create a ticket.',
  'Verified identity': 'How the backend of a game proves who a player is.',
  Notices: 'Inbox messages that the server itself writes to players.',
  Tickets: 'Conversations with players, and their queue.',
  Search: 'Full text over tickets, and ids.',
  'Held tickets': 'Tickets of new players that are kept out of the queue in a storm.',
  Players: 'The people who play, and direct messages to them.',
  'Saved views': 'Filters and orders of the queue with a name.',
  Tags: 'Words that the team puts on tickets.',
  Macros: 'Texts that the team often sends.',
  Mentions: 'The notes that mention you.',
  'Known issues': 'What many tickets are about, and one answer to all of them.',
  Radar: 'Tickets per build, hour by hour, and what is unusual.',
  Announcements: 'Inbox messages for many players of a project.',
  'Live updates': 'The change feed, and who has a ticket open.',
  Account: "The signed-in member's own settings.",
  Members: 'The members of the team.',
  Team: 'Settings of the whole team.',
  Invitations: 'Links with which people join the team or set a new password.',
  'API keys': 'Access for programs.',
  'Audit log': 'Who did what and when.',
} as const;

export type Tag = keyof typeof PLAYER_TAGS | keyof typeof EXTENSION_TAGS | keyof typeof TEAM_TAGS;
