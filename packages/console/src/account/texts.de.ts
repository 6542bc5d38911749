import type { Translation } from '../i18n/catalogues.ts';
import type { texts as english } from './texts.en.ts';

export const texts: Translation<typeof english> = {
  'account.profile': 'Profil',
  'account.email.hint': 'Damit meldest du dich an. Sie lässt sich nicht ändern.',
  'account.look': 'Farben und Sprache',
  'account.look.hint': 'In diesem Browser.',
  'account.password': 'Passwort',
  'account.password.hint': 'Ein neues Passwort meldet dich überall sonst ab.',
  'account.password.current': 'Bisheriges Passwort',
  'account.password.change': 'Passwort ändern',
  'account.password.changed': 'Das Passwort ist geändert. Alle anderen Sitzungen sind beendet.',
  'account.password.wrong': 'Das ist nicht dein Passwort. Versuche es erneut.',
  'account.sessions': 'Sitzungen',
  'account.sessions.hint': 'Bist du auf einem Gerät angemeldet, das dir nicht mehr gehört? Dann beende alle Sitzungen.',
  'account.sessions.ask': 'Überall abmelden?',
  'account.sessions.ask.text': 'Alle deine Sitzungen enden, auch diese. Danach meldest du dich neu an.',

  'totp.title': 'Zweiter Faktor',
  'totp.text':
    'Mit einer Authenticator-App auf deinem Handy reicht ein gestohlenes Passwort nicht, um sich als du anzumelden. Jede App, die den QR-Code liest, ist recht.',
  'totp.off': 'Aus',
  'totp.on': 'Der zweite Faktor ist an',
  'totp.on.text': 'Zum Anmelden braucht es dein Passwort und einen Code.',
  'totp.begin': 'Einrichten',
  'totp.qr': 'QR-Code für die Authenticator-App',
  'totp.scan':
    'Scanne den QR-Code mit deiner Authenticator-App oder tippe das Geheimnis ein. Gib dann den Code ein, den sie zeigt.',
  'totp.secret': 'Geheimnis',
  'totp.code': 'Code',
  'totp.code.hint': 'Sechs Ziffern. Sie wechseln alle 30 Sekunden.',
  'totp.code.wrong':
    'Das ist nicht der Code, den die App jetzt zeigt. Bleibt es so, prüfe, ob die Uhr deines Handys stimmt.',
  'totp.confirm': 'Einschalten',
  'totp.end': 'Ausschalten',
  'totp.end.ask': 'Den zweiten Faktor ausschalten?',
  'totp.end.text': 'Zum Anmelden genügt dann das Passwort. Deine Wiederherstellungscodes verfallen.',

  'recovery.title': 'Deine Wiederherstellungscodes',
  'recovery.text':
    'Bewahre sie getrennt vom Handy auf. Ohne Handy gilt jeder für eine Anmeldung. Sie werden nur jetzt gezeigt.',
  'recovery.download': 'Herunterladen',
  'recovery.done': 'Ich habe sie verwahrt',
};
