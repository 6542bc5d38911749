import type { Translation } from '../i18n/catalogues.ts';
import type { texts as english } from './texts.en.ts';

export const texts: Translation<typeof english> = {
  'announcements.title': 'Ankündigungen',
  'announcements.create': 'Ankündigung anlegen',
  'announcements.project': 'Projekt',
  'announcements.name': 'Titel',
  'announcements.body': 'Text',
  'announcements.body.hint': 'Alle Spieler des Projekts lesen ihn im Postfach.',
  'announcements.start': 'Beginn',
  'announcements.start.hint': 'Leer: sofort.',
  'announcements.end': 'Ende',
  'announcements.end.hint': 'Leer: sie bleibt 90 Tage.',
  'announcements.end.wrong': 'Muss in der Zukunft und nach dem Beginn liegen.',
  'announcements.zone': 'Beides in deiner Zeitzone: {zone}.',
  'announcements.planned': 'Geplant',
  'announcements.shown': 'Jetzt sichtbar',
  'announcements.over': 'Vorbei',
  'announcements.starts': 'beginnt',
  'announcements.since': 'seit',
  'announcements.ends': 'endet',
  'announcements.ended': 'endete',
  'announcements.delete.one': '{title} löschen',
  'announcements.delete.ask': 'Diese Ankündigung löschen?',
  'announcements.delete.text': '„{title}“ verschwindet aus jedem Postfach, gelesen oder nicht.',
  'announcements.empty.title': 'Noch keine Ankündigungen',
  'announcements.empty.text':
    'Sag es allen Spielern eines Projekts auf einmal: ein bekanntes Problem, eine Wartung, ein Event. Es wartet in ihrem Postfach.',
};
