import type { FILE_TEXTS } from './files/texts.ts';
import type { KNOWN_TEXTS } from './known/texts.ts';

/** In English. `locales/` has the other languages. */
export const ENGLISH = {
  title: 'Support',
  openLabel: 'Open support',
  unreadLabel: 'Unread: {count}',
  close: 'Close',
  back: 'Back',
  tickets: 'Tickets',
  inbox: 'Inbox',
  newTicket: 'New ticket',
  noTickets: 'How can we help?',
  noTicketsHint: 'Write to us. You will find our reply here.',
  noMessages: 'Nothing here yet',
  noMessagesHint: 'Replies and news from our team appear here.',
  loading: 'Loading',
  loadFailed: 'This could not be loaded.',
  ticketMissing: 'This ticket no longer exists.',

  type: 'What is it about?',
  subject: 'Subject',
  subjectHint: 'In a few words',
  message: 'Message',
  messageHint: 'What happened? What did you expect?',
  reply: 'Your reply',
  replyHint: 'Write a reply',
  send: 'Send',
  addFile: 'Add file',
  addScreenshot: 'Add screenshot',
  required: 'Please fill this in.',
  charactersLeft: 'Characters left: {count}',
  tooLong: 'Too long by {count} characters.',

  you: 'You',
  team: 'Support team',
  newReply: 'New reply from the support team: {text}',
  statusOpen: 'In progress',
  statusPending: 'Waiting for you',
  statusResolved: 'Resolved',
  statusClosed: 'Closed',
  statusUnsent: 'Not sent yet',
  resolvedHint: 'This ticket is resolved. Reply to open it again.',
  closedHint: 'This ticket is closed. If you need more help, write a new one.',

  queued: 'Waiting to be sent',
  sending: 'Sending',
  sent: 'Sent',
  failed: 'Not sent',
  notStored: 'Not saved on this device yet',
  tryAgain: 'Try again',
  delete: 'Delete',

  offline: 'You are offline. What you write is kept here and sent later.',
  unreachable: 'We cannot reach the support service. We keep trying.',
  busy: 'The support service is busy. We keep trying.',
  unavailable: 'Support is not available for this game right now.',

  whatWeSend: 'What we send',
  whatWeSendHint: 'The support team gets this together with your messages.',
  whatWeSendFiles:
    'Pictures (JPEG, PNG, WebP, GIF) are sent without the place where you took them. Videos, HEIC photos and other files can contain it.',
  appVersion: 'Game version',
  buildNumber: 'Build',
  platform: 'Platform',
  locale: 'Language',
  deviceModel: 'Device',
  osVersion: 'System',
  userId: 'Your ID in the game',
  installation: 'ID of this installation',
  installationValue: 'A random number',
  sendDevice: 'Send device details',
  sendDeviceHint: 'They help us to find problems faster.',
  notSent: 'Not sent',

  errorClosed: 'This ticket is closed.',
  errorTicketLimit: 'You have too many open tickets. Use one, or wait until one is closed.',
  errorBlocked: 'You cannot write to support any more.',
  errorRefused: 'The support service did not accept this text.',
  errorExpired: 'It could not be sent for days. Check whether it arrived before you try again.',
  errorFull: 'Too many messages are waiting to be sent. Try again later.',
  errorSignedOut: 'Another player is signed in now.',
  errorFiles: 'Files cannot be added right now. Your text is still here.',
  errorOther: 'Something went wrong.',

  typeBug: 'Bug',
  typePayment: 'Payment',
  typeAccount: 'Account',
  typeGameplay: 'Gameplay',
  typeFeedback: 'Feedback',
  typeReportPlayer: 'Report a player',
  typeAppeal: 'Appeal',
  typeOther: 'Other',
};

export type Texts = typeof ENGLISH & typeof FILE_TEXTS & typeof KNOWN_TEXTS;
export type TextKey = keyof Texts;

/** Variables are text, never HTML. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all));
}
