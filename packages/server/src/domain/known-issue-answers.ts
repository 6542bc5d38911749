import type { AnswerSkip } from '@player-support/contract/enums';
import { MAX_TEAM_TEXT_LENGTH } from '@player-support/contract/limits';
import { ownLocales } from '@player-support/contract/locales';
import type { Texts } from '@player-support/contract/team/localized-texts';
import {
  filledLength,
  fillTemplate,
  parseTemplate,
  type Template,
  type VariableValues,
} from '@player-support/contract/variables';
import { languageOf } from './localized-texts.ts';

/** What decides whether a ticket gets an answer to its known issue. */
interface Receiver {
  readonly status: string;
  readonly player_blocked: number;
  readonly merged_into: string | null;
  readonly message_count: number;
  readonly merged_messages: number | null;
}

/** The text of an answer for the players of one language. */
export interface ChosenText {
  /** The language of the player without its region. Null: unknown, or one without texts. */
  readonly language: string | null;
  /** The locale of the text. Null: it is the text for all others. */
  readonly locale: string | null;
  readonly template: Template;
}

/**
 * The texts of an answer, parsed once. Returns the one for a player: that of the language with its
 * region, else of the language, else `message`.
 */
export function answerTexts(message: string, texts: Texts): (playerLocale: string | null) => ChosenText {
  const other = parseTemplate(message);
  const byLocale = new Map(Object.entries(texts).map(([locale, text]) => [locale, parseTemplate(text)]));
  // Tickets have few locales, and it takes longer to parse one than to fill a text.
  const chosen = new Map<string | null, ChosenText>();
  return (playerLocale) => {
    const known = chosen.get(playerLocale);
    if (known !== undefined) return known;
    const locale = ownLocales(playerLocale).find((one) => byLocale.has(one)) ?? null;
    const text = {
      language: languageOf(playerLocale),
      locale,
      template: (locale === null ? undefined : byLocale.get(locale)) ?? other,
    };
    chosen.set(playerLocale, text);
    return text;
  };
}

/** The text that a ticket gets, or why it gets none. */
export type FilledAnswer = { readonly text: string } | { readonly skip: AnswerSkip };

/**
 * Fills an answer for one ticket. Closed and merged tickets get none: nobody reads them, and an
 * answer would open them again. The same is true of players who are blocked.
 */
export function fillAnswer(
  message: Template,
  ticket: Receiver,
  values: VariableValues,
  messagesPerTicket: number,
): FilledAnswer {
  // Before `closed`, because a merged ticket is closed.
  if (ticket.merged_into !== null) return { skip: 'merged' };
  if (ticket.status === 'closed') return { skip: 'closed' };
  if (ticket.status === 'held') return { skip: 'held' };
  if (ticket.player_blocked === 1) return { skip: 'blocked' };
  if (ticket.message_count + (ticket.merged_messages ?? 0) >= messagesPerTicket) return { skip: 'full' };
  if (missingValues(message, values).length > 0) return { skip: 'value' };
  // A code point, which limits count, is at most two code units. So very long texts are not built.
  const length = filledLength(message, values);
  if (length > 2 * MAX_TEAM_TEXT_LENGTH) return { skip: 'length' };
  const text = fillTemplate(message, values);
  const isTooLong = length > MAX_TEAM_TEXT_LENGTH && [...text].length > MAX_TEAM_TEXT_LENGTH;
  return isTooLong ? { skip: 'length' } : { text };
}

/** The variables of a text without a value and without a fallback. An empty text is no value. */
export const missingValues = ({ required }: Template, values: VariableValues) =>
  required.filter((name) => !values[name]);

/** How many tickets get no answer, by the reason. */
export type SkipCounts = Readonly<Partial<Record<AnswerSkip, number>>>;

/** The counts with some more tickets of one reason. */
export const addSkips = (counts: SkipCounts, reason: AnswerSkip, more: number): SkipCounts =>
  more === 0 ? counts : { ...counts, [reason]: (counts[reason] ?? 0) + more };

export const sumOfSkips = (counts: SkipCounts): number => Object.values(counts).reduce((sum, count) => sum + count, 0);
