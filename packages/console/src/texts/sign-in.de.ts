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
  'sign-in.code.refused': 'Der Code oder Passkey ist falsch oder wurde schon benutzt. Versuche den nächsten Code.',
  'sign-in.passkey': 'Mit einem Passkey anmelden',
  'sign-in.passkey.use': 'Passkey benutzen',
  'sign-in.passkey.ask': 'Das Passwort ist richtig. Benutze jetzt deinen Passkey.',
  'passkey.cancelled': 'Der Passkey wurde nicht benutzt. Versuche es noch einmal oder wähle einen anderen Weg.',
  'sign-in.back': 'Anderes Konto verwenden',
  'sign-in.help':
    'Noch kein Konto oder das Passwort vergessen? Bitte einen Owner oder Admin deines Teams um einen Link.',
  'sign-in.with': 'Mit {name} anmelden',
  'sign-in.provider': 'Single Sign-on',
  'sign-in.or': 'oder mit einem Passwort',
  'sign-in.use-password': 'Passwort verwenden',
  'sign-in.help.provider':
    'Nur Owner können ein Passwort verwenden. Noch kein Konto? Frage einen Owner oder Admin deines Teams.',
  'sign-in.only-owners': 'Nur Owner können Passwort oder Passkey verwenden. Melde dich mit {name} an.',
  'sign-in.failed.unavailable':
    '{name} antwortet nicht. Versuche es gleich noch einmal. Owner können sich bis dahin mit ihrem Passwort anmelden.',
  'sign-in.failed.expired':
    'Das hat zu lange gedauert oder in einem anderen Browser begonnen. Versuche es noch einmal.',
  'sign-in.failed.refused':
    '{name} hat dich nicht angemeldet. Versuche es noch einmal oder wähle dort ein anderes Konto.',
  'sign-in.failed.failed':
    'Die Anmeldung mit {name} hat nicht geklappt. Versuche es noch einmal. Wenn es wieder nicht klappt, sage es dem Betreiber dieses Servers.',
  'sign-in.failed.unverified':
    '{name} hat deine E-Mail-Adresse nicht bestätigt. Bestätige sie dort und versuche es noch einmal.',
  'sign-in.failed.no-access':
    'Du hast noch keinen Zugang. Bitte einen Owner oder Admin deines Teams um eine Einladung.',
  'sign-in.failed.disabled': 'Dein Konto ist deaktiviert. Frage einen Owner oder Admin deines Teams.',
  'sign-in.failed.other-account':
    'Deine E-Mail-Adresse gehört zu einem Mitglied mit einem anderen Konto bei {name}. Frage einen Owner oder Admin deines Teams.',
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
  'join.provider': 'In diesem Team meldest du dich mit {name} an. Nimm dort das Konto mit der Adresse {email}.',
  'join.invalid.title': 'Diese Einladung ist ungültig',
  'join.invalid.text': 'Eine Einladung gilt einmal und 7 Tage lang. Bitte um einen neuen Link.',

  'password.new': 'Neues Passwort',
};
