import type { NewsKind, NotificationLanguage } from '@player-support/contract/enums';
import { MAX_COUNT } from './news-of-member.ts';

const number = (count: number, more: string) => (count >= MAX_COUNT ? `${MAX_COUNT} ${more}` : String(count));

/** English if the member has not chosen one. */
export const languageOf = (chosen: NotificationLanguage | null | undefined) => chosen ?? 'en';

export const TEXTS = {
  en: {
    items: {
      storm_began: (_count, project) =>
        `New players write far more tickets than usual in ${project}. New tickets of new players are held from now on`,
      storm_ended: (_count, project) =>
        `New tickets in ${project} are no longer held. Those that were held wait until you release or delete them`,
      new_ticket: (count, project) =>
        count === 1 ? `New ticket in ${project}` : `${number(count, 'or more')} new tickets in ${project}`,
      reply: (count, project) =>
        count === 1
          ? `A player replied to your ticket in ${project}`
          : `Players replied to ${number(count, 'or more')} of your tickets in ${project}`,
      assigned: (count, project) =>
        count === 1
          ? `A ticket in ${project} was assigned to you`
          : `${number(count, 'or more')} tickets in ${project} were assigned to you`,
      mention: (count, project) =>
        count === 1
          ? `A note in ${project} mentions you`
          : `Notes in ${number(count, 'or more')} tickets in ${project} mention you`,
      woken: (count, project) =>
        count === 1
          ? `Your ticket in ${project} is no longer snoozed`
          : `${number(count, 'or more')} of your tickets in ${project} are no longer snoozed`,
      spike: (count, project) =>
        count === 1
          ? `One build has far more tickets than usual in ${project}. See the radar`
          : `${number(count, 'or more')} kinds of tickets are far more frequent than usual in ${project}. See the radar`,
      waiting: (count, project) =>
        count === 1
          ? `Your ticket in ${project} waits for a reply`
          : `${number(count, 'or more')} of your tickets in ${project} wait for a reply`,
    },
    more: 'and more',
    test: 'This is a test from Player Support. Messages arrive here.',
    testSubject: 'Test from Player Support',
    digestSubject: 'Your daily summary',
    digestProject: (project: string, attention: string, pending: string) =>
      `${project}: ${attention} need attention, ${pending} waiting for players`,
    digestMine: (count: string) => `Assigned to you: ${count}`,
    settings: 'Change what you are told:',
    invitationSubject: 'Your invitation to Player Support',
    invitation: 'You are invited to the support team. Open this link to create your account:',
    passwordSubject: 'Set a new password',
    password: 'Open this link to set a new password for Player Support:',
    linkHint: 'The link works once, within 7 days. If you did not expect this mail, ignore it.',
    wrongCodesSubject: 'Wrong codes for an account of Player Support',
    wrongCodes: 'Somebody with the right password entered several wrong codes of the second factor.',
    wrongCodesOwn: 'If it was not you, change your password now:',
    wrongCodesOther: 'Ask this member. If it was somebody else, the password must be changed. The audit log:',
  },
  de: {
    items: {
      storm_began: (_count, project) =>
        `Neue Spieler schreiben in ${project} viel mehr Tickets als sonst. Neue Tickets neuer Spieler werden ab jetzt zurückgehalten`,
      storm_ended: (_count, project) =>
        `Neue Tickets in ${project} werden nicht mehr zurückgehalten. Die zurückgehaltenen warten, bis du sie freigibst oder löschst`,
      new_ticket: (count, project) =>
        count === 1 ? `Neues Ticket in ${project}` : `${number(count, 'oder mehr')} neue Tickets in ${project}`,
      reply: (count, project) =>
        count === 1
          ? `Antwort von einem Spieler auf dein Ticket in ${project}`
          : `Antworten von Spielern auf ${number(count, 'oder mehr')} deiner Tickets in ${project}`,
      assigned: (count, project) =>
        count === 1
          ? `Dir wurde ein Ticket in ${project} zugewiesen`
          : `Dir wurden ${number(count, 'oder mehr')} Tickets in ${project} zugewiesen`,
      mention: (count, project) =>
        count === 1
          ? `Eine Notiz in ${project} erwähnt dich`
          : `Notizen in ${number(count, 'oder mehr')} Tickets in ${project} erwähnen dich`,
      woken: (count, project) =>
        count === 1
          ? `Dein Ticket in ${project} ist nicht mehr zurückgestellt`
          : `${number(count, 'oder mehr')} deiner Tickets in ${project} sind nicht mehr zurückgestellt`,
      spike: (count, project) =>
        count === 1
          ? `Zu einem Build kommen in ${project} viel mehr Tickets als sonst. Siehe Radar`
          : `${number(count, 'oder mehr')} Arten von Tickets sind in ${project} viel häufiger als sonst. Siehe Radar`,
      waiting: (count, project) =>
        count === 1
          ? `Dein Ticket in ${project} wartet auf eine Antwort`
          : `${number(count, 'oder mehr')} deiner Tickets in ${project} warten auf eine Antwort`,
    },
    more: 'und weitere',
    test: 'Dies ist ein Test von Player Support. Nachrichten kommen hier an.',
    testSubject: 'Test von Player Support',
    digestSubject: 'Deine tägliche Übersicht',
    digestProject: (project: string, attention: string, pending: string) =>
      `${project}: ${attention} brauchen eine Antwort, ${pending} warten auf Spieler`,
    digestMine: (count: string) => `Dir zugewiesen: ${count}`,
    settings: 'Lege fest, was du erfährst:',
    invitationSubject: 'Deine Einladung zu Player Support',
    invitation: 'Du bist in das Support-Team eingeladen. Öffne diesen Link, um dein Konto zu erstellen:',
    passwordSubject: 'Neues Passwort festlegen',
    password: 'Öffne diesen Link, um ein neues Passwort für Player Support festzulegen:',
    linkHint: 'Der Link gilt einmal und 7 Tage lang. Wenn du diese Mail nicht erwartest, ignoriere sie.',
    wrongCodesSubject: 'Falsche Codes für ein Konto von Player Support',
    wrongCodes: 'Jemand mit dem richtigen Passwort hat mehrere falsche Codes des zweiten Faktors eingegeben.',
    wrongCodesOwn: 'Wenn du das nicht warst, ändere jetzt dein Passwort:',
    wrongCodesOther: 'Frage das Mitglied. Wenn es jemand anders war, muss das Passwort geändert werden. Das Protokoll:',
  },
} as const satisfies Record<
  NotificationLanguage,
  { readonly items: Record<NewsKind, (count: number, project: string) => string> } & Record<string, unknown>
>;
