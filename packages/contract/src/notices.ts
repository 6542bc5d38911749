/**
 * Inbox messages of the service itself, without a schema library, because the console uses this
 * file.
 */

import { localeChain } from './locales.ts';
import { IN_BRACES, namesInBraces } from './variables.ts';
import { cutText } from './visible-text.ts';

/** With the variables of their texts. */
export const NOTICES = [
  { id: 'ticket-resolved', variables: ['ticket.subject', 'project.name'] },
  { id: 'ticket-closed', variables: ['ticket.subject', 'project.name'] },
  // Also in the conversation. `merged.subject` is of the ticket that is no longer listed.
  { id: 'ticket-merged', variables: ['ticket.subject', 'merged.subject', 'project.name'] },
  // A question. Games that know the extension show buttons, others let the player reply.
  { id: 'ticket-fixed', variables: ['ticket.subject', 'fix.build', 'project.name'] },
  // To players who have the issue too. `issue.note` is its public note.
  { id: 'issue-fixed', variables: ['issue.note', 'fix.build', 'project.name'] },
] as const satisfies readonly { readonly id: string; readonly variables: readonly string[] }[];

export type Notice = (typeof NOTICES)[number];
export type NoticeId = Notice['id'];
export type NoticeVariable = Notice['variables'][number];
export type NoticeValues = Readonly<Record<NoticeVariable, string>>;

/** Of an inbox message. Both can contain variables. */
export interface NoticeText {
  readonly title: string;
  readonly body: string;
}

export interface LocalizedText extends NoticeText {
  readonly locale: string;
}

export interface NoticeTexts {
  /** The team's. */
  readonly texts: readonly LocalizedText[];
  /** The server's. English is among them. */
  readonly defaults: readonly LocalizedText[];
}

/**
 * Chooses the first text for the locales of `localeChain`, the team's before the default. `sent`:
 * the game's locale in any form.
 */
export function chooseText(sent: string | null, { texts, defaults }: NoticeTexts): LocalizedText {
  for (const locale of localeChain(sent)) {
    const text = [...texts, ...defaults].find((one) => one.locale === locale);
    if (text !== undefined) return text;
  }
  throw new Error('there is no English default');
}

/** Finds names in double braces that the notice does not have. */
export function unknownVariables({ variables }: { readonly variables: readonly string[] }, text: string): string[] {
  return namesInBraces(text).filter((name) => !variables.includes(name));
}

/**
 * Cuts the result to `max` code points. Variables inside a value stay: a player may have written
 * it.
 */
export function fillNotice(text: string, values: NoticeValues, max: number): string {
  const filled = text.replace(IN_BRACES, (match, inside: string) => {
    const name = inside.trim();
    return Object.hasOwn(values, name) ? values[name as NoticeVariable] : match;
  });
  return cutText(filled, max);
}
