import type { NotificationLanguage } from '@player-support/contract/enums';
import { oneLine, ticketName, ticketUrl } from './message-text.ts';
import type { ResolvedItem } from './payload.ts';
import type { Mail } from './smtp-mailer.ts';
import { TEXTS } from './texts.ts';

type Part = { readonly text: string; readonly url?: string | null };

const escapeHtml = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

const asText = ({ text, url }: Part) => (url && url !== text ? `${text}\n${url}` : text);
const asHtml = ({ text, url }: Part) =>
  `<p>${url ? `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>` : escapeHtml(text)}</p>`;

function bodies(parts: readonly Part[], language: string): Pick<Mail, 'text' | 'html'> {
  return {
    text: `${parts.map(asText).join('\n\n')}\n`,
    html: `<!doctype html><html lang="${language}"><meta charset="utf-8"><body>${parts.map(asHtml).join('')}</body></html>`,
  };
}

interface NotificationMail {
  readonly id: string;
  readonly to: string;
  readonly language: NotificationLanguage;
  readonly publicUrl: string;
  readonly items: readonly ResolvedItem[];
  /** Items that the mail leaves out. */
  readonly more: number;
  /** Of the daily summary. Empty: not in the mail. */
  readonly digest: readonly string[];
}

/** News, the daily summary or both. Without both: a test. */
export function notificationMail({ id, to, language, publicUrl, items, more, digest }: NotificationMail): Mail {
  const texts = TEXTS[language];
  const headings = items.map(({ kind, count, project }) => texts.items[kind](count, oneLine(project.name)));
  const news = items.flatMap(({ tickets }, index): Part[] => [
    { text: headings[index] ?? '' },
    ...tickets.map((ticket) => ({ text: ticketName(ticket), url: ticketUrl(publicUrl, ticket.id) })),
  ]);
  const page = `${publicUrl}/settings/notifications`;
  const isTest = items.length === 0 && digest.length === 0;
  const parts = [
    ...(isTest ? [{ text: texts.test }] : []),
    ...news,
    ...(more > 0 ? [{ text: texts.more }] : []),
    ...digest.map((text) => ({ text })),
    { text: texts.settings, url: page },
  ];
  const subject = isTest ? texts.testSubject : digest.length > 0 ? texts.digestSubject : headings[0];
  return { id, to, subject: subject ?? '', ...bodies(parts, language), unsubscribe: page };
}

/** Writes a mail with a secret link: an invitation or new password. */
export function linkMail(
  { id, to, language, publicUrl }: Omit<NotificationMail, 'items' | 'more' | 'digest'>,
  kind: 'invitation' | 'password',
  token: string,
): Mail {
  const texts = TEXTS[language];
  const url = `${publicUrl}/join#${token}`;
  const parts = [{ text: texts[kind] }, { text: url, url }, { text: texts.linkHint }];
  return { id, to, subject: texts[`${kind}Subject`], ...bodies(parts, language) };
}

/**
 * `whose`: to the member (`own`) or to an owner (`other`). `who`: the member's name and address.
 */
export function wrongCodesMail(
  { id, to, language, publicUrl }: Omit<NotificationMail, 'items' | 'more' | 'digest'>,
  whose: 'own' | 'other',
  who: string,
): Mail {
  const texts = TEXTS[language];
  const url = whose === 'own' ? `${publicUrl}/account/security` : `${publicUrl}/settings/audit`;
  const advice = whose === 'own' ? texts.wrongCodesOwn : texts.wrongCodesOther;
  const parts = [{ text: `${oneLine(who)}: ${texts.wrongCodes}` }, { text: advice, url }];
  return { id, to, subject: texts.wrongCodesSubject, ...bodies(parts, language) };
}
