import type { NotificationLanguage } from '@player-support/contract/enums';
import { iso } from '../domain/time.ts';
import { oneLine, ticketName, ticketUrl } from './message-text.ts';
import type { ResolvedItem } from './payload.ts';
import { TEXTS } from './texts.ts';

export interface WebhookContent {
  /** Empty: a test. */
  readonly items: readonly ResolvedItem[];
  /** Items that the message leaves out. */
  readonly more: number;
  readonly language: NotificationLanguage;
  /** Of the console, without a final slash. Empty: no links. */
  readonly publicUrl: string;
}

/** Of a chat message, with its characters. Discord refuses more than 2,000. */
const MAX_LINES = 12;
const MAX_CHARACTERS = 1900;

/** Names and links for a chat, so that texts of players and teams stay plain. */
interface Chat {
  name(text: string): string;
  link(url: string, label: string): string;
}

// Slack: https://api.slack.com/reference/surfaces/formatting#escaping
const escapeSlack = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const SLACK: Chat = {
  // Slack links anything that looks like a link, except in code.
  name: (text) => `\`${escapeSlack(text.replaceAll('`', "'"))}\``,
  link: (url, label) => `<${url}|${escapeSlack(label.replaceAll('|', '/'))}>`,
};

// In code, Discord shows no links, mentions or formats.
const DISCORD: Chat = {
  name: (text) => `\`${text.replaceAll('`', "'")}\``,
  link: (url, label) => `${DISCORD.name(label)} <${url}>`,
};

function lines({ items, more, language, publicUrl }: WebhookContent, chat: Chat): string {
  const texts = TEXTS[language];
  if (items.length === 0) return texts.test;
  const all = items.flatMap(({ kind, count, project, tickets }) => {
    const heading = texts.items[kind](count, chat.name(oneLine(project.name)));
    const links = tickets.flatMap((ticket) => {
      const url = ticketUrl(publicUrl, ticket.id);
      return url === null ? [] : [`• ${chat.link(url, ticketName(ticket))}`];
    });
    return [heading, ...links];
  });
  let length = 0;
  const fitting = all.filter((line, index) => {
    length += line.length + 1;
    return index < MAX_LINES && length <= MAX_CHARACTERS;
  });
  return [...fitting, ...(more > 0 || fitting.length < all.length ? [texts.more] : [])].join('\n');
}

/** Returns the body for Slack, or a service that takes its messages. */
export const slackBody = (content: WebhookContent) =>
  JSON.stringify({ text: lines(content, SLACK), unfurl_links: false, unfurl_media: false });

/** Mentions nobody and shows no previews of links. */
export const discordBody = (content: WebhookContent) =>
  JSON.stringify({ content: lines(content, DISCORD), allowed_mentions: { parse: [] }, flags: SUPPRESS_EMBEDS });
const SUPPRESS_EMBEDS = 4;

/** Our own format. */
export const standardBody = ({ items, more, publicUrl }: WebhookContent, now: number) =>
  JSON.stringify({
    type: items.length === 0 ? 'test' : 'notification',
    timestamp: iso(now),
    data: {
      items: items.map(({ kind, count, project, tickets }) => ({
        kind,
        count,
        project,
        tickets: tickets.map(({ id, number, subject }) => ({ id, number, subject, url: ticketUrl(publicUrl, id) })),
      })),
      more,
    },
  });
