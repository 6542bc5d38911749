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
  'menu.theme': 'Farben',

  'theme.auto': 'Wie das System',
  'theme.light': 'Hell',
  'theme.dark': 'Dunkel',

  'menu.language': 'Sprache',
  'menu.shortcuts': 'Tastenkürzel',
  'menu.sign-out': 'Abmelden',
  'menu.sign-out-everywhere': 'Überall abmelden',

  'commands.open': 'Befehle suchen',
  'commands.placeholder': 'Was möchtest du tun?',
  'commands.ticket': 'Ticket {id} öffnen',
  'commands.none': 'So heißt kein Befehl.',

  'shortcuts.title': 'Tastenkürzel',
  'shortcuts.letters': 'Kürzel aus einer einzelnen Taste benutzen',
  'shortcuts.letters.hint': 'Schalte sie ab, wenn sie bei Spracheingabe oder Screenreader stören.',
  'shortcuts.help': 'Diese Hilfe zeigen',
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
  'settings.security': 'Anmeldeschutz',
  'settings.members': 'Mitglieder',
  'settings.projects': 'Projekte',
  'settings.macros': 'Makros',
  'settings.api-keys': 'API-Schlüssel',
  'settings.audit': 'Audit-Log',

  'copy.copy': 'Kopieren',
  'copy.done': 'Kopiert',
  'copy.failed': 'Bitte von Hand kopieren',

  'form.email': 'Gib eine E-Mail-Adresse ein, etwa ada@studio.example.',
  'form.unsaved': 'Deine Eingaben sind nicht gespeichert. Trotzdem verlassen?',

  'live.down': 'Offline, verbindet neu',
  'live.hint': 'Gerade gibt es keine Live-Verbindung. Was du siehst, wird alle 30 Sekunden neu abgefragt.',

  'loading.label': 'Lädt',

  'error.title': 'Diese Seite lässt sich nicht zeigen',
  'error.offline': 'Der Server hat nicht geantwortet. Prüfe die Verbindung und versuche es erneut.',
  'error.busy': {
    one: 'Zu viele Anfragen. Warte {count} Sekunde.',
    other: 'Zu viele Anfragen. Warte {count} Sekunden.',
  },
  'error.forbidden': 'Deine Rolle erlaubt das nicht. Ein Owner oder Admin kann das ändern.',
  'error.not-found': 'Das gibt es nicht, oder du darfst es nicht sehen.',
  'error.conflict': 'Jemand anderes hat es geändert. Lade neu und sieh nach, bevor du es wiederholst.',
  'error.validation': 'Etwas daran ist nicht gültig. Prüfe deine Eingaben.',
  'error.unauthorized': 'Du bist nicht mehr angemeldet. Melde dich erneut an.',
  'error.second-factor': 'Der Code deiner Authenticator-App wird gebraucht.',
  'error.cross-site': 'Das kam nicht von dieser Seite. Lade die Seite neu.',
  'error.player-blocked': 'Dieser Spieler ist gesperrt.',
  'error.ticket-closed': 'Dieses Ticket ist geschlossen. Öffne es zuerst wieder.',
  'error.already-exists': 'Das gibt es schon.',
  'error.member-disabled': 'Dieses Mitglied ist deaktiviert. Erlaube zuerst wieder die Anmeldung.',
  'error.key-not-suspended': 'Einer dieser Schlüssel ist nicht mehr gesperrt. Lade die Liste neu.',
  'error.repeated': 'Das wurde schon gesendet, mit anderem Text. Sieh nach, bevor du es erneut sendest.',
  'error.too-large': 'Das ist zu viel auf einmal. Kürze es.',
  'error.server': 'Der Server hat versagt. Versuche es erneut; bleibt es so, sag dem Betreiber Bescheid.',
  'error.version': 'Die Konsole wurde erneuert. Lade die Seite neu.',
  'error.unexpected': 'Etwas Unerwartetes ist passiert. Lade die Seite neu.',

  'field.required': 'Bitte ausfüllen.',
  'field.short': { one: 'Mindestens {count} Zeichen.', other: 'Mindestens {count} Zeichen.' },
  'field.long': { one: 'Höchstens {count} Zeichen.', other: 'Höchstens {count} Zeichen.' },
  'field.many': { one: 'Höchstens {count}.', other: 'Höchstens {count}.' },
  'field.least': { one: 'Mindestens {count}.', other: 'Mindestens {count}.' },
  'field.most': { one: 'Höchstens {count}.', other: 'Höchstens {count}.' },
  'field.number': 'Gib eine Zahl ein.',
  'field.characters': 'Ein Zeichen darin lässt sich nicht speichern. Tippe es neu.',
  'field.time': 'Gib Tag und Uhrzeit an.',
  'field.last-owner': 'Das ist der letzte Owner aller Projekte. Mach zuerst jemand anderen dazu.',
  'field.project': 'Wähle ein Projekt, das es gibt.',

  'not-found.title': 'Diese Seite gibt es nicht',
  'not-found.text': 'Vielleicht ist die Adresse vertippt, oder was sie nannte, ist fort.',
  'not-found.back': 'Zur Warteschlange',

  'action.edit': 'Bearbeiten',
  'action.delete': 'Löschen',
  'action.done': 'Fertig',

  'form.saved': 'Gespeichert.',
};
