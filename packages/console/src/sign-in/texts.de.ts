import type { Translation } from '../i18n/catalogues.ts';
import type { texts as english } from './texts.en.ts';

export const texts: Translation<typeof english> = {
  'sign-in.title': 'Anmelden',
  'sign-in.email': 'E-Mail',
  'sign-in.password': 'Passwort',
  'sign-in.submit': 'Anmelden',
  'sign-in.refused': 'E-Mail und Passwort passen zu keinem Konto. Prüfe beide und versuche es erneut.',
  'sign-in.code': 'Code',
  'sign-in.code.hint': 'Sechs Ziffern aus deiner Authenticator-App.',
  'sign-in.recovery': 'Wiederherstellungscode',
  'sign-in.recovery.hint': 'Einer von denen, die du beim Einrichten verwahrt hast. Jeder gilt für eine Anmeldung.',
  'sign-in.recovery.use': 'Kein Handy zur Hand? Wiederherstellungscode benutzen',
  'sign-in.code.use': 'Authenticator-App benutzen',
  'sign-in.code.refused': 'Der Code ist falsch oder schon benutzt. Warte auf den nächsten.',
  'sign-in.back': 'Anderes Konto benutzen',
  'sign-in.help': 'Noch kein Konto? Bitte einen Owner oder Admin deines Teams um einen Einladungslink.',

  'password.show': 'Passwort zeigen',
  'password.short': 'Zu kurz: mindestens 12 Zeichen.',
  'password.fair': 'Lang genug. Ein paar Wörter mehr machen es besser.',
  'password.good': 'Gut.',

  'join.title': 'Dem Team beitreten',
  'join.setup': 'Player Support einrichten',
  'join.as': 'Deine Rolle: {role}.',
  'join.name': 'Dein Name',
  'join.name.hint': 'So sehen dich deine Kollegen. Spieler sehen ihn nicht.',
  'join.password': 'Passwort',
  'join.password.hint': 'Mindestens 12 Zeichen. Ein paar Wörter ohne Zusammenhang sind gut.',
  'join.submit': 'Konto anlegen',
  'join.new-password': 'Neues Passwort setzen',
  'join.set-password': 'Passwort setzen und anmelden',
  'join.exists': 'Mit dieser E-Mail gibt es schon ein Mitglied.',
  'join.invalid.title': 'Diese Einladung gilt nicht',
  'join.invalid.text': 'Einladungen gelten einmal und 7 Tage lang. Bitte um einen neuen Link.',

  'password.new': 'Neues Passwort',
};
