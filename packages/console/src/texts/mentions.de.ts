export const texts = {
  'mentions.unread': 'Noch nicht gelesen',
  'mentions.read-all': 'Alle als gelesen markieren',
  'mentions.more': 'Ältere Erwähnungen zeigen',
  'mentions.empty.title': 'Keine Erwähnungen',
  'mentions.empty.text':
    'Schreibe in einer Notiz @ und den Namen eines Mitglieds, um ihm das Ticket zu zeigen. Hier stehen die Notizen, die dich erwähnen.',
} as const;
