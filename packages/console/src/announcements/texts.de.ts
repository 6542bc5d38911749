export const texts = {
  'announcements.create': 'Ankündigung anlegen',
  'announcements.body.hint': 'Erscheint im Posteingang aller Spieler des Projekts.',
  'announcements.start': 'Beginn',
  'announcements.start.hint': 'Leer: sofort.',
  'announcements.end': 'Ende',
  'announcements.end.hint': 'Leer: nach 90 Tagen.',
  'announcements.end.wrong': 'Muss in der Zukunft und nach dem Beginn liegen.',
  'announcements.zone': 'Beide Zeiten sind in deiner Zeitzone: {zone}.',
  'announcements.scheduled': 'Geplant',
  'announcements.active': 'Aktiv',
  'announcements.ended': 'Beendet',
  'announcements.starts': 'beginnt',
  'announcements.since': 'seit',
  'announcements.ends': 'endet',
  'announcements.ended-at': 'endete',
  'announcements.delete.one': '{title} löschen',
  'announcements.delete.ask': 'Diese Ankündigung löschen?',
  'announcements.delete.text':
    '„{title}“ wird aus allen Posteingängen entfernt, auch wenn die Ankündigung schon gelesen wurde.',
  'announcements.empty.title': 'Noch keine Ankündigungen',
  'announcements.empty.text':
    'Informiere alle Spieler eines Projekts: über ein bekanntes Problem, eine Wartung oder ein Event. Die Ankündigung erscheint in ihrem Posteingang.',
};
