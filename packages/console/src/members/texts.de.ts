export const texts = {
  'members.invite': 'Einladen',
  'members.invite.hint': 'Du bekommst einen Link zum Weitergeben.',
  'members.invite.hint.mail': 'Der Server schickt einen Link an diese Adresse. Du bekommst ihn auch, zum Weitergeben.',
  'members.invite.hint.no-mail': 'Dieser Server verschickt keine Mails. Du bekommst einen Link zum Weitergeben.',
  'members.invite.create': 'Link erstellen',
  'members.you': 'Du',
  'members.disabled': 'Deaktiviert',
  'members.can-sign-in': 'Darf sich anmelden',
  'members.can-sign-in.hint':
    'Wenn du das ausschaltest, enden alle Sitzungen des Mitglieds, und der Webhook wird entfernt.',
  'members.factor': 'Von allen einen zweiten Faktor verlangen',
  'members.factor.hint':
    'Mitglieder ohne Authenticator-App oder Passkey können nur noch einen einrichten. API-Schlüssel brauchen keinen.',
  'members.factor.own': 'Richte zuerst deinen eigenen zweiten Faktor ein: Einstellungen, Anmeldesicherheit.',
  'members.wrong-codes': 'Falsche Codes',
  'members.wrong-codes.hint': 'Jemand mit dem Passwort dieses Mitglieds hat falsche Codes eingegeben.',
  'members.no-factor': 'Kein zweiter Faktor',
  'members.link': 'Passwort-Link erstellen',
  'members.link.hint':
    'Für ein Mitglied, das sein Passwort vergessen hat: ein Link, um ein neues zu setzen. Das entfernt auch den Webhook.',
  'members.oidc': 'Single Sign-on',
  'members.oidc.hint':
    'Das Mitglied meldet sich mit Single Sign-on an. Wenn du das Konto trennst, enden die Sitzungen, die beim Anbieter begonnen haben. Bei der nächsten Anmeldung wird das Konto mit derselben bestätigten E-Mail-Adresse verbunden.',
  'members.oidc.disconnect': 'Konto trennen',
  'members.webhook': 'Webhook: {host}',
  'members.webhook.hint': 'Nachrichten zu Tickets gehen an {host}. Das Mitglied kann einen neuen Webhook einrichten.',
  'members.webhook.remove': 'Webhook entfernen',
  'members.loses-access':
    'Beim Speichern werden offene Links ungültig, die dieses Mitglied erstellt hat. API-Schlüssel dieses Mitglieds werden ausgesetzt, bis ein anderes Mitglied sie übernimmt. Geplante Ankündigungen von beiden werden nicht gesendet.',

  'invitations.title': 'Offene Links',
  'invitations.text': 'Einladungen und Passwort-Links, die noch gelten.',
  'invitations.none': 'Keine offenen Links.',
  'invitations.first-owner': 'Der erste Owner',
  'invitations.anybody': 'Alle mit dem Link',
  'invitations.joins': 'Einladung,',
  'invitations.password': 'Passwort-Link,',
  'invitations.expires': 'läuft ab',
  'invitations.created-by': 'erstellt von {name}',
  'invitations.revoke.one': 'Link für {email} widerrufen',
  'invitations.revoke.ask': 'Diesen Link widerrufen?',
  'invitations.revoke.text': 'Der Link für {email} gilt dann nicht mehr.',

  'link.invitation': 'Die Einladung ist bereit',
  'link.invitation.text': 'Schicke diesen Link an {email}. Er gilt einmal und 7 Tage lang.',
  'link.password': 'Der Passwort-Link ist bereit',
  'link.password.text':
    'Schicke diesen Link an {email}. Damit lässt sich innerhalb von 7 Tagen einmal ein neues Passwort setzen.',
  'link.mail.sent': 'Der Server hat ihn auch per Mail geschickt.',
  'link.mail.failed': 'Der Versand per Mail ist nicht bestätigt.',
  'link.label': 'Link',
  'link.once': 'Der Link wird nur jetzt angezeigt.',
};
