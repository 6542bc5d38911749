export const texts = {
  'mentions.unread': 'Not read yet',
  'mentions.read-all': 'Mark all as read',
  'mentions.more': 'Show older mentions',
  'mentions.empty.title': 'No mentions',
  'mentions.empty.text':
    'In a note, type @ and the name of a member to show them the ticket. Mentions of you appear here.',
} as const;
