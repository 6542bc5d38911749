export const texts = {
  'tags.hint': 'Words that the team puts on tickets. To merge two tags, give one the name of the other.',
  'tags.find': 'Find a tag',
  'tags.none': 'No tag found',
  'tags.first': 'Only {count} tags are shown. Type a part of a name to find others.',
  'tags.capped': 'Not everything is counted: at most {count} tickets, and a limited number of tags. There can be more.',
  'tags.empty.title': 'No tags yet',
  'tags.empty.text': 'Tags of tickets, macros and saved views appear here. In a ticket, you add one under Tags.',
  'tags.column.tag': 'Tag',
  'tags.column.tickets': 'Tickets',
  'tags.column.users': 'Also in',
  'tags.tickets': { one: '{count} ticket', other: '{count} tickets' },
  'tags.macros': { one: '{count} macro', other: '{count} macros' },
  'tags.views': { one: '{count} saved view', other: '{count} saved views' },
  'tags.rename': 'Rename',
  'tags.rename.one': 'Rename {name}',
  'tags.rename.title': 'Rename the tag {name}',
  'tags.new': 'New name',
  'tags.merge': 'Merge',
  'tags.merge.title': 'Merge {name} into {other}?',
  'tags.change': { one: '{count} ticket has this tag.', other: '{count} tickets have this tag.' },
  'tags.change.users': 'Also in: {users}. This includes private saved views of other members.',
  'tags.change.kept': {
    one: '{count} macro or saved view for all projects keeps the old name.',
    other: '{count} macros and saved views for all projects keep the old name.',
  },
  'tags.change.merge': {
    one: '{name} is already on {count} ticket. Both become one tag. Nobody can take them apart again.',
    other: '{name} is already on {count} tickets. Both become one tag. Nobody can take them apart again.',
  },
  'tags.delete.one': 'Delete {name}',
  'tags.delete.title': 'Delete the tag {name}?',
  'tags.delete.tickets': {
    one: 'It is removed from {count} ticket.',
    other: 'It is removed from {count} tickets.',
  },
  'tags.delete.final': 'This cannot be undone.',
  'tags.delete.macros': {
    one: '{count} macro no longer adds it.',
    other: '{count} macros no longer add it.',
  },
  'tags.delete.views': {
    one: '{count} saved view names it in its filter, stays as it is, and finds nothing any more by this tag.',
    other: '{count} saved views name it in their filters, stay as they are, and find nothing any more by this tag.',
  },
  'tags.delete.kept': {
    one: '{count} macro or saved view for all projects still names it.',
    other: '{count} macros and saved views for all projects still name it.',
  },
  'tags.working': {
    one: '{count} ticket changed so far, macros and saved views come last. You can close this window. If you close the console, the rest stays as it is.',
    other:
      '{count} tickets changed so far, macros and saved views come last. You can close this window. If you close the console, the rest stays as it is.',
  },
  'tags.stopped': {
    one: '{count} ticket is changed. The others still have the old tag. So do macros and saved views, which come last. Try again to go on.',
    other:
      '{count} tickets are changed. The others still have the old tag. So do macros and saved views, which come last. Try again to go on.',
  },
  'tags.renamed': { one: 'Tag changed on {count} ticket.', other: 'Tag changed on {count} tickets.' },
  'tags.deleted': { one: 'Tag removed from {count} ticket.', other: 'Tag removed from {count} tickets.' },
} as const;
