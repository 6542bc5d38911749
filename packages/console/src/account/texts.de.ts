export const texts = {
  'account.profile': 'Profil',
  'account.email.hint': 'Mit dieser Adresse meldest du dich an. Sie lässt sich nicht ändern.',
  'account.look': 'Design und Sprache',
  'account.look.hint': 'In diesem Browser.',
  'account.password.hint': 'Wenn du das Passwort änderst, wirst du überall sonst abgemeldet.',
  'account.password.current': 'Aktuelles Passwort',
  'account.password.change': 'Passwort ändern',
  'account.password.changed': 'Das Passwort wurde geändert. Deine anderen Sitzungen wurden beendet.',
  'account.password.wrong': 'Falsches Passwort. Versuche es erneut.',
  'account.sessions': 'Sitzungen',
  'account.sessions.hint':
    'Beende alle Sitzungen, wenn du auf einem Gerät angemeldet bist, das du nicht mehr verwendest.',
  'account.sessions.ask': 'Überall abmelden?',
  'account.sessions.ask.text': 'Alle deine Sitzungen enden, auch diese. Danach musst du dich neu anmelden.',

  'totp.text':
    'Mit einer Authenticator-App reicht ein gestohlenes Passwort nicht, um sich bei deinem Konto anzumelden. Du kannst jede App verwenden, die QR-Codes für die Anmeldung liest.',
  'totp.off': 'Aus',
  'totp.on': 'Der zweite Faktor ist an',
  'totp.on.text': 'Zum Anmelden brauchst du dein Passwort und einen Code.',
  'totp.begin': 'Einrichten',
  'totp.qr': 'QR-Code für die Authenticator-App',
  'totp.scan':
    'Scanne den QR-Code mit deiner Authenticator-App oder gib dort den Einrichtungsschlüssel ein. Gib dann den Code ein, den die App zeigt.',
  'totp.secret': 'Einrichtungsschlüssel',
  'totp.code.hint': 'Sechs Ziffern, die alle 30 Sekunden wechseln.',
  'totp.code.wrong': 'Falscher Code. Passiert das noch einmal, prüfe die Uhr deines Handys.',
  'totp.confirm': 'Einschalten',
  'totp.turn-off': 'Ausschalten',
  'totp.turn-off.ask': 'Den zweiten Faktor ausschalten?',
  'totp.turn-off.text':
    'Du meldest dich dann nur mit dem Passwort an. Deine Wiederherstellungscodes gelten nicht mehr.',

  'recovery.title': 'Deine Wiederherstellungscodes',
  'recovery.text':
    'Speichere sie an einem sicheren Ort. Wenn du dein Handy verlierst, gilt jeder Code für eine Anmeldung. Sie werden nur jetzt angezeigt.',
  'recovery.download': 'Herunterladen',
  'recovery.done': 'Ich habe sie gespeichert',
};
