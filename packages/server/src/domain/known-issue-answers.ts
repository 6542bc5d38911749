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

interface Receiver {
  readonly status: string;
  readonly player_blocked: number;
  readonly merged_into: string | null;
  readonly message_count: number;
  readonly merged_messages: number | null;
}

interface ChosenText {
  /** Without the region. Null: unknown, or a language without texts. */
  readonly language: string | null;
  /** Null: the text for all other locales. */
  readonly locale: string | null;
  readonly template: Template;
}

/** Returns the text for the player's locale with region, else for its language, else `message`. */
export function answerTexts(message: string, texts: Texts): (playerLocale: string | null) => ChosenText {
  const other = parseTemplate(message);
  const byLocale = new Map(Object.entries(texts).map(([locale, text]) => [locale, parseTemplate(text)]));
  // Tickets have few locales, and parsing one takes longer than filling a text.
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

type FilledAnswer = { readonly text: string } | { readonly skip: AnswerSkip };

/** Closed and merged tickets get no answer: nobody reads them. Blocked players get none either. */
export function fillAnswer(
  message: Template,
  ticket: Receiver,
  values: VariableValues,
  messagesPerTicket: number,
): FilledAnswer {
  // Before `closed`: a merged ticket is closed too.
  if (ticket.merged_into !== null) return { skip: 'merged' };
  if (ticket.status === 'closed') return { skip: 'closed' };
  if (ticket.status === 'held') return { skip: 'held' };
  if (ticket.player_blocked === 1) return { skip: 'blocked' };
  if (ticket.message_count + (ticket.merged_messages ?? 0) >= messagesPerTicket) return { skip: 'full' };
  if (missingValues(message, values).length > 0) return { skip: 'value' };
  // Limits count code points, which are at most two code units.
  const length = filledLength(message, values);
  if (length > 2 * MAX_TEAM_TEXT_LENGTH) return { skip: 'length' };
  const text = fillTemplate(message, values);
  const isTooLong = length > MAX_TEAM_TEXT_LENGTH && [...text].length > MAX_TEAM_TEXT_LENGTH;
  return isTooLong ? { skip: 'length' } : { text };
}

/** Variables without a value and a fallback. An empty text is no value. */
export const missingValues = ({ required }: Template, values: VariableValues) =>
  required.filter((name) => !values[name]);

/** Tickets without an answer, by reason. */
export type SkipCounts = Readonly<Partial<Record<AnswerSkip, number>>>;

export const addSkips = (counts: SkipCounts, reason: AnswerSkip, more: number): SkipCounts =>
  more === 0 ? counts : { ...counts, [reason]: (counts[reason] ?? 0) + more };

export const sumOfSkips = (counts: SkipCounts): number => Object.values(counts).reduce((sum, count) => sum + count, 0);
