import type { Translation } from '../i18n/catalogues.ts';
import type { texts as english } from './texts.en.ts';

export const texts: Translation<typeof english> = {
  'members.invite': 'Einladen',
  'members.invite.hint': 'Dorthin wird nichts geschickt: Du bekommst einen Link und gibst ihn weiter.',
  'members.invite.create': 'Link erstellen',
  'members.email': 'E-Mail',
  'members.edit': '{name} bearbeiten',
  'members.you': 'Du',
  'members.disabled': 'Gesperrt',
  'members.totp': 'Zweiter Faktor',
  'members.may-sign-in': 'Darf sich anmelden',
  'members.may-sign-in.hint': 'Ausgeschaltet enden alle Sitzungen des Mitglieds sofort.',
  'members.link': 'Passwort-Link erstellen',
  'members.link.hint': 'Für jemanden, der sein Passwort vergessen hat: ein Link, der ein neues setzt.',
  'members.loses-access':
    'Beim Speichern werden offene Links ungültig, die dieses Mitglied erstellt hat. Seine API-Schlüssel werden gesperrt, bis ein anderes Mitglied sie übernimmt.',

  'invitations.title': 'Offene Links',
  'invitations.text': 'Einladungen und Passwort-Links, die noch jemand benutzen kann.',
  'invitations.none': 'Es gibt keine.',
  'invitations.first-owner': 'Der erste Owner',
  'invitations.anybody': 'Wer den Link hat',
  'invitations.joins': 'Einladung,',
  'invitations.password': 'Passwort-Link,',
  'invitations.expires': 'läuft ab',
  'invitations.created-by': 'erstellt von {name}',
  'invitations.revoke': 'Zurückziehen',
  'invitations.revoke.one': 'Link für {email} zurückziehen',
  'invitations.revoke.ask': 'Diesen Link zurückziehen?',
  'invitations.revoke.text': 'Der Link für {email} gilt dann nicht mehr.',

  'link.invitation': 'Die Einladung ist bereit',
  'link.invitation.text': 'Schicke diesen Link an {email}. Er gilt einmal und 7 Tage lang.',
  'link.password': 'Der Passwort-Link ist bereit',
  'link.password.text': 'Schicke diesen Link an {email}. Er setzt ein neues Passwort, einmal, 7 Tage lang.',
  'link.label': 'Link',
  'link.once': 'Er wird nur jetzt gezeigt.',
};
