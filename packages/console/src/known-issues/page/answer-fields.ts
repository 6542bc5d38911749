import { MAX_TEAM_TEXT_LENGTH } from '@player-support/contract/limits';
import { LOCALES, type Locale } from '@player-support/contract/locales';
import type { AnswerPreview, KnownIssueAnswer } from '@player-support/contract/team/known-issues';
import type { MacroResponse } from '@player-support/contract/team/macros';
import { variablesIn } from '@player-support/contract/variables';
import { cutText, hasVisible } from '@player-support/contract/visible-text';
import { macroText } from '../../data/macro-content.ts';
import { fieldOf, textsOf } from '../../data/macro-fields.ts';

/** In this time an answer can be undone. */
export const UNDO_SECONDS = 60;

/** `message`, `status`, and a text for each locale. */
export type AnswerFields = Readonly<Record<string, string>>;
export type AnswerDraft = Pick<KnownIssueAnswer, 'message' | 'status'> & Partial<Pick<KnownIssueAnswer, 'texts'>>;

/** Undefined: the text for all other locales. */
export const textField = (locale: Locale | undefined) => (locale === undefined ? 'message' : fieldOf(locale));

export function answerFields(draft: AnswerDraft | undefined): AnswerFields {
  const texts = LOCALES.map((locale) => [fieldOf(locale), draft?.texts?.[locale] ?? '']);
  return { message: draft?.message ?? '', status: draft?.status ?? 'pending', ...Object.fromEntries(texts) };
}

/** Builds the texts. Without other languages, earlier nodes accept it too. */
export function textsOfRequest(fields: AnswerFields) {
  const texts = textsOf(fields);
  return { message: fields.message ?? '', ...(Object.keys(texts).length === 0 ? {} : { texts }) };
}

/** Undefined: the text for all other languages. */
export const writtenLocales = (fields: AnswerFields): readonly (Locale | undefined)[] =>
  [undefined, ...LOCALES].filter((locale) => hasVisible(fields[textField(locale)] ?? ''));

/** Finds the first language with an unknown or incomplete variable. */
export function badVariables(fields: AnswerFields) {
  for (const locale of writtenLocales(fields)) {
    const { unknown } = variablesIn(fields[textField(locale)] ?? '');
    if (unknown.length > 0) return { locale, unknown };
  }
  return undefined;
}

export const withText = (fields: AnswerFields, locale: Locale | undefined, text: string): AnswerFields => ({
  ...fields,
  [textField(locale)]: cutText(text, MAX_TEAM_TEXT_LENGTH),
});

export const macroTextIn = (macro: Pick<MacroResponse, 'body' | 'texts'>, locale: Locale | undefined): string =>
  locale === undefined ? macro.body : macroText(macro, locale);

/** Lists languages in which the macro has a text and nothing is written yet. */
export const filledBy = (fields: AnswerFields, { texts }: Pick<MacroResponse, 'texts'>): readonly Locale[] =>
  LOCALES.filter((locale) => texts[locale] !== undefined && !hasVisible(fields[fieldOf(locale)] ?? ''));

/** Two samples with the same text and values show nothing new. */
export const distinctSamples = (samples: AnswerPreview['samples']): AnswerPreview['samples'] =>
  samples.filter(
    ({ text, message }, index) => samples.findIndex((one) => one.text === text && one.message === message) === index,
  );
