export const texts = {
  'sign-in.title': 'Anmelden',
  'sign-in.ended': 'Du wurdest abgemeldet. Dein Text ist noch da.',
  'sign-in.refused': 'E-Mail oder Passwort ist falsch.',
  'sign-in.code': 'Code',
  'sign-in.code.hint': 'Sechs Ziffern aus deiner Authenticator-App.',
  'sign-in.recovery': 'Wiederherstellungscode',
  'sign-in.recovery.hint': 'Einer der Codes, die du beim Einrichten der App gespeichert hast. Jeder gilt nur einmal.',
  'sign-in.recovery.use': 'Wiederherstellungscode verwenden',
  'sign-in.code.use': 'Authenticator-App verwenden',
  'sign-in.code.refused': 'Der Code ist falsch oder wurde schon verwendet. Warte auf den nächsten.',
  'sign-in.back': 'Anderes Konto verwenden',
  'sign-in.help':
    'Noch kein Konto oder das Passwort vergessen? Bitte einen Owner oder Admin deines Teams um einen Link.',
  'sign-in.plain':
    'Andere im Netz könnten das Passwort mitlesen, weil diese Seite ohne Verschlüsselung (HTTP) kam. Öffne sie über HTTPS.',

  'password.show': 'Passwort anzeigen',
  'password.short': 'Zu kurz: mindestens 12 Zeichen.',
  'password.fair': 'In Ordnung. Ein längeres Passwort ist besser.',
  'password.good': 'Gut.',

  'join.title': 'Dem Team beitreten',
  'join.setup': 'Player Support einrichten',
  'join.as': 'Deine Rolle: {role}.',
  'join.name': 'Dein Name',
  'join.name.hint': 'Sichtbar für dein Team. Spieler sehen ihn nur, wo ein Makro ihn enthält.',
  'join.password.hint': 'Mindestens 12 Zeichen, zum Beispiel ein paar Wörter ohne Zusammenhang.',
  'join.submit': 'Konto erstellen',
  'join.new-password': 'Neues Passwort setzen',
  'join.set-password': 'Passwort setzen und anmelden',
  'join.exists': 'Ein Mitglied mit dieser E-Mail-Adresse gibt es schon.',
  'join.invalid.title': 'Diese Einladung ist ungültig',
  'join.invalid.text': 'Eine Einladung gilt einmal und 7 Tage lang. Bitte um einen neuen Link.',

  'password.new': 'Neues Passwort',
};
