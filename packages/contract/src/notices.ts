/**
 * The notices: the inbox messages that the service itself writes to a player. This file imports no
 * schema library, so that the console can use it.
 */

import { localeChain } from './locales.ts';
import { IN_BRACES, namesInBraces } from './variables.ts';

/** Every notice, with the variables that its texts can contain. */
export const NOTICES = [
  { id: 'ticket-resolved', variables: ['ticket.subject', 'project.name'] },
  { id: 'ticket-closed', variables: ['ticket.subject', 'project.name'] },
  // Also a message in the conversation. `merged.subject` is of the ticket that is no longer listed.
  { id: 'ticket-merged', variables: ['ticket.subject', 'merged.subject', 'project.name'] },
  // Asks. Games that know the extension show buttons with it, all others let the player reply.
  { id: 'ticket-fixed', variables: ['ticket.subject', 'fix.build', 'project.name'] },
  // To players who have the known issue too. `issue.note` is its public note.
  { id: 'issue-fixed', variables: ['issue.note', 'fix.build', 'project.name'] },
] as const satisfies readonly { readonly id: string; readonly variables: readonly string[] }[];

export type Notice = (typeof NOTICES)[number];
export type NoticeId = Notice['id'];
export type NoticeVariable = Notice['variables'][number];
export type NoticeValues = Readonly<Record<NoticeVariable, string>>;

/** The title and the body of an inbox message. Both can contain variables. */
export interface NoticeText {
  readonly title: string;
  readonly body: string;
}

export interface LocalizedText extends NoticeText {
  readonly locale: string;
}

/** The texts of one notice. */
export interface NoticeTexts {
  /** Those that the team wrote. */
  readonly texts: readonly LocalizedText[];
  /** Those that come with the server. English is among them. */
  readonly defaults: readonly LocalizedText[];
}

/**
 * The text of a notice for a player: the first that exists for the locales of `localeChain`. For
 * each of them the team's text comes before the default.
 *
 * @param sent the locale that the game sent, of any form
 */
export function chooseText(sent: string | null, { texts, defaults }: NoticeTexts): LocalizedText {
  for (const locale of localeChain(sent)) {
    const text = [...texts, ...defaults].find((one) => one.locale === locale);
    if (text !== undefined) return text;
  }
  throw new Error('there is no English default');
}

/** The names in double braces that are no variables of the notice. */
export function unknownVariables({ variables }: { readonly variables: readonly string[] }, text: string): string[] {
  return namesInBraces(text).filter((name) => !variables.includes(name));
}

/**
 * Replaces the variables of a text by their values, and cuts the result to `max` code points.
 * Variables inside a value are not replaced, because a player may have written it.
 */
export function fillNotice(text: string, values: NoticeValues, max: number): string {
  const filled = text.replace(IN_BRACES, (match, inside: string) => {
    const name = inside.trim();
    return Object.hasOwn(values, name) ? values[name as NoticeVariable] : match;
  });
  // Only a text with many code units can have too many code points.
  return filled.length <= max ? filled : Array.from(filled).slice(0, max).join('');
}
