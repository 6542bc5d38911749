import type { Translation } from '../i18n/catalogues.ts';
import type { texts as english } from './texts.en.ts';

export const texts: Translation<typeof english> = {
  'app.name': 'Player Support',
  'app.skip': 'Zum Inhalt springen',

  'action.close': 'Schließen',
  'action.retry': 'Erneut versuchen',
  'action.cancel': 'Abbrechen',
  'action.save': 'Speichern',

  'nav.main': 'Hauptmenü',
  'nav.open': 'Navigation öffnen',
  'nav.queue': 'Warteschlange',
  'nav.announcements': 'Ankündigungen',
  'nav.settings': 'Einstellungen',
  'nav.go': 'Gehe zu: {page}',

  'menu.account': 'Konto: {name}',
  'menu.profile': 'Dein Konto',
  'menu.theme': 'Design',

  'theme.auto': 'System',
  'theme.light': 'Hell',
  'theme.dark': 'Dunkel',

  'menu.language': 'Sprache',
  'menu.shortcuts': 'Tastenkürzel',
  'menu.sign-out': 'Abmelden',
  'menu.sign-out-everywhere': 'Überall abmelden',

  'commands.open': 'Befehle suchen',
  'commands.placeholder': 'Befehl oder Ticket-ID eingeben',
  'commands.ticket': 'Ticket {id} öffnen',
  'commands.none': 'Keine Befehle gefunden',

  'shortcuts.title': 'Tastenkürzel',
  'shortcuts.letters': 'Kürzel mit einer einzelnen Taste verwenden',
  'shortcuts.letters.hint': 'Schalte sie aus, wenn sie Spracheingabe oder Screenreader stören.',
  'shortcuts.help': 'Diese Hilfe anzeigen',
  'shortcuts.commands': 'Befehle suchen',

  'role.viewer': 'Viewer',
  'role.agent': 'Agent',
  'role.admin': 'Admin',
  'role.owner': 'Owner',

  'view.attention': 'Braucht Antwort',
  'view.mine': 'Meine',
  'view.unassigned': 'Nicht zugewiesen',
  'view.open': 'Offen',
  'view.pending': 'Wartend',
  'view.resolved': 'Gelöst',
  'view.closed': 'Geschlossen',
  'view.all': 'Alle Tickets',

  'status.open': 'Offen',
  'status.pending': 'Wartend',
  'status.resolved': 'Gelöst',
  'status.closed': 'Geschlossen',

  'priority.low': 'Niedrig',
  'priority.normal': 'Normal',
  'priority.high': 'Hoch',
  'priority.urgent': 'Dringend',

  'settings.title': 'Einstellungen',
  'settings.account': 'Dein Konto',
  'settings.security': 'Anmeldesicherheit',
  'settings.members': 'Mitglieder',
  'settings.projects': 'Projekte',
  'settings.macros': 'Makros',
  'settings.api-keys': 'API-Schlüssel',
  'settings.audit': 'Audit-Log',

  'copy.copy': 'Kopieren',
  'copy.done': 'Kopiert',
  'copy.failed': 'Bitte manuell kopieren',

  'form.email': 'Gib eine E-Mail-Adresse ein, zum Beispiel ada@studio.example.',
  'form.unsaved': 'Es gibt ungespeicherte Änderungen. Trotzdem verlassen?',

  'live.down': 'Offline, verbindet neu',
  'live.hint': 'Keine Live-Verbindung. Die Seite aktualisiert sich alle 30 Sekunden.',

  'loading.label': 'Wird geladen',

  'error.title': 'Diese Seite konnte nicht geladen werden',
  'error.offline': 'Der Server antwortet nicht. Prüfe die Verbindung und versuche es erneut.',
  'error.busy': {
    one: 'Zu viele Anfragen. Versuche es in {count} Sekunde erneut.',
    other: 'Zu viele Anfragen. Versuche es in {count} Sekunden erneut.',
  },
  'error.forbidden': 'Dazu fehlt dir die Berechtigung. Frage einen Owner oder Admin.',
  'error.not-found': 'Nicht gefunden, oder du hast keinen Zugriff.',
  'error.conflict': 'Jemand anderes hat das geändert. Lade neu und prüfe es, bevor du es erneut versuchst.',
  'error.validation': 'Einige Angaben sind ungültig. Prüfe deine Eingaben.',
  'error.unauthorized': 'Du bist abgemeldet. Melde dich erneut an.',
  'error.second-factor': 'Ein Code aus deiner Authenticator-App ist erforderlich.',
  'error.cross-site': 'Die Anfrage kam nicht von dieser Seite. Lade die Seite neu.',
  'error.player-blocked': 'Dieser Spieler ist gesperrt.',
  'error.ticket-closed': 'Dieses Ticket ist geschlossen. Öffne es zuerst wieder.',
  'error.already-exists': 'Das gibt es schon.',
  'error.member-disabled': 'Dieses Mitglied ist deaktiviert. Aktiviere es zuerst.',
  'error.key-not-suspended': 'Einer dieser Schlüssel ist nicht mehr gesperrt. Lade die Liste neu.',
  'error.repeated': 'Das wurde schon mit einem anderen Text gesendet. Prüfe es, bevor du es erneut sendest.',
  'error.too-large': 'Das ist zu groß. Kürze es.',
  'error.server': 'Serverfehler. Versuche es später erneut. Bleibt der Fehler, wende dich an den Betreiber.',
  'error.version': 'Die Konsole wurde aktualisiert. Lade die Seite neu.',
  'error.unexpected': 'Etwas ist schiefgelaufen. Lade die Seite neu.',

  'field.required': 'Dieses Feld ist erforderlich.',
  'field.short': { one: 'Mindestens {count} Zeichen.', other: 'Mindestens {count} Zeichen.' },
  'field.long': { one: 'Höchstens {count} Zeichen.', other: 'Höchstens {count} Zeichen.' },
  'field.many': { one: 'Höchstens {count}.', other: 'Höchstens {count}.' },
  'field.least': { one: 'Mindestens {count}.', other: 'Mindestens {count}.' },
  'field.most': { one: 'Höchstens {count}.', other: 'Höchstens {count}.' },
  'field.number': 'Gib eine Zahl ein.',
  'field.characters': 'Enthält ein Zeichen, das nicht erlaubt ist.',
  'field.time': 'Gib Datum und Uhrzeit ein.',
  'field.last-owner': 'Das ist der letzte Owner aller Projekte. Mache zuerst ein anderes Mitglied zum Owner.',
  'field.project': 'Wähle ein vorhandenes Projekt.',

  'not-found.title': 'Seite nicht gefunden',
  'not-found.text': 'Vielleicht ist die Adresse falsch, oder die Seite gibt es nicht mehr.',
  'not-found.back': 'Zur Warteschlange',

  'action.edit': 'Bearbeiten',
  'action.delete': 'Löschen',
  'action.done': 'Fertig',

  'form.saved': 'Gespeichert.',
};
