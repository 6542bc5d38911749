import type { NotificationLanguage } from '@player-support/contract/enums';
import { iso } from '../domain/time.ts';
import { oneLine, ticketUrl } from './message-text.ts';
import type { ResolvedItem } from './payload.ts';
import { TEXTS } from './texts.ts';

/** What a webhook message is made of. */
export interface WebhookContent {
  /** Empty: a test. */
  readonly items: readonly ResolvedItem[];
  /** How many further items the message leaves out. */
  readonly more: number;
  readonly language: NotificationLanguage;
  /** The address of the console, without a slash at its end. Empty: messages have no links. */
  readonly publicUrl: string;
}

/** Lines and characters of a message for a chat. Discord refuses more than 2,000 characters. */
const MAX_LINES = 12;
const MAX_CHARACTERS = 1900;

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

function lines({ items, more, language, publicUrl }: WebhookContent, chat: Chat): string {
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
  let length = 0;
  const fitting = all.filter((line, index) => {
    length += line.length + 1;
    return index < MAX_LINES && length <= MAX_CHARACTERS;
  });
  return [...fitting, ...(more > 0 || fitting.length < all.length ? [texts.more] : [])].join('\n');
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
export const standardBody = ({ items, more, publicUrl }: WebhookContent, now: number) =>
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
      more,
    },
  });
