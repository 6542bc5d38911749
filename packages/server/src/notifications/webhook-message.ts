import { createHmac } from 'node:crypto';
import type { NotificationLanguage } from '@player-support/contract/enums';
import { iso, SECOND } from '../domain/time.ts';
import type { ResolvedItem } from './payload.ts';
import { TEXTS } from './texts.ts';

/** What a webhook message is made of. */
export interface WebhookContent {
  /** Empty: a test. */
  readonly items: readonly ResolvedItem[];
  readonly language: NotificationLanguage;
  /** The address of the console, without a slash at its end. Empty: messages have no links. */
  readonly publicUrl: string;
}

/** Lines in a message for a chat. Discord refuses more than 2000 characters. */
const MAX_LINES = 12;
const MAX_SUBJECT = 80;

/** How a chat shows names and links, so that texts of players and teams stay plain texts. */
interface Chat {
  name(text: string): string;
  link(url: string, label: string): string;
}

// Slack: https://api.slack.com/reference/surfaces/formatting#escaping
const escapeSlack = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const SLACK: Chat = {
  // Slack makes a link of anything that looks like one, except in code.
  name: (text) => `\`${escapeSlack(text.replaceAll('`', "'"))}\``,
  link: (url, label) => `<${url}|${escapeSlack(label.replaceAll('|', '/'))}>`,
};

// In code, Discord shows neither links nor mentions nor other formats.
const DISCORD: Chat = {
  name: (text) => `\`${text.replaceAll('`', "'")}\``,
  link: (url, label) => `${DISCORD.name(label)} <${url}>`,
};

/** One line, so that a text cannot begin lines of its own. */
export function oneLine(text: string): string {
  const line = text.replace(/[\s\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
  return line.length > MAX_SUBJECT ? `${line.slice(0, MAX_SUBJECT - 1).toWellFormed()}…` : line;
}

/** The address of a ticket in the console. Null without a PUBLIC_URL. */
export const ticketUrl = (publicUrl: string, id: string) => (publicUrl === '' ? null : `${publicUrl}/tickets/${id}`);

function lines({ items, language, publicUrl }: WebhookContent, chat: Chat): string {
  const texts = TEXTS[language];
  if (items.length === 0) return texts.test;
  const all = items.flatMap(({ kind, count, project, tickets }) => {
    const heading = texts.items[kind](count, chat.name(oneLine(project.name)));
    const links = tickets.flatMap(({ id, subject }) => {
      const url = ticketUrl(publicUrl, id);
      return url === null ? [] : [`• ${chat.link(url, oneLine(subject))}`];
    });
    return [heading, ...links];
  });
  if (all.length <= MAX_LINES) return all.join('\n');
  return [...all.slice(0, MAX_LINES - 1), texts.more(all.length - MAX_LINES + 1)].join('\n');
}

/** The body of a message to Slack, or to a service that takes the same messages. */
export const slackBody = (content: WebhookContent) =>
  JSON.stringify({ text: lines(content, SLACK), unfurl_links: false, unfurl_media: false });

/** The body of a message to Discord. It mentions nobody and shows no previews of links. */
export const discordBody = (content: WebhookContent) =>
  JSON.stringify({
    content: lines(content, DISCORD),
    allowed_mentions: { parse: [] },
    flags: SUPPRESS_EMBEDS,
  });
const SUPPRESS_EMBEDS = 4;

/** The body of a webhook of our own. */
export const standardBody = ({ items, publicUrl }: WebhookContent, now: number) =>
  JSON.stringify({
    type: items.length === 0 ? 'test' : 'notification',
    timestamp: iso(now),
    data: {
      items: items.map(({ kind, count, project, tickets }) => ({
        kind,
        count,
        project,
        tickets: tickets.map(({ id, subject }) => ({ id, subject, url: ticketUrl(publicUrl, id) })),
      })),
    },
  });

const SECRET_PREFIX = 'whsec_';

/** The text of a secret, as receivers expect it. */
export const formatSecret = (bytes: Uint8Array) => SECRET_PREFIX + Buffer.from(bytes).toString('base64');

/**
 * The headers that let a receiver check a message and drop doubles: those of Standard Webhooks
 * (https://www.standardwebhooks.com). All attempts of a delivery have the same id.
 */
export function signedHeaders(id: string, body: string, secret: string, now: number): Record<string, string> {
  const timestamp = String(Math.floor(now / SECOND));
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
