import type { FieldKind } from '@player-support/contract/enums';
import { DEFAULT_LOCALE, localeChain } from '@player-support/contract/locales';
import type { FormField, FormResponse, SetFormRequest } from '@player-support/contract/team/forms';
import type { Texts } from '@player-support/contract/team/localized-texts';

/** The key stays when the choice moves. */
export interface DraftChoice {
  readonly key: string;
  readonly value: string;
  readonly label: Texts;
}

export interface DraftField extends FormField {
  readonly key: string;
  readonly choices: readonly DraftChoice[];
}

let keys = 0;
const newKey = () => `new-${++keys}`;

export const newChoice = (): DraftChoice => ({ key: newKey(), value: '', label: {} });

export const newField = (): DraftField => ({
  key: newKey(),
  name: '',
  kind: 'text',
  required: false,
  label: {},
  help: {},
  choices: [],
  showIf: null,
});

export function draftOf({ fields, choices }: FormResponse): DraftField[] {
  return fields.map((field) => ({
    ...field,
    key: newKey(),
    choices: choices
      .filter((choice) => choice.field === field.name)
      .map(({ value, label }) => ({ key: newKey(), value, label })),
  }));
}

/** Only fields of this kind send choices. Others keep theirs until the form is saved. */
const choicesIn = ({ kind, choices }: DraftField) => (kind === 'choice' ? choices : []);

export function requestOf(fields: readonly DraftField[]): Pick<SetFormRequest, 'fields' | 'choices'> {
  return {
    fields: fields.map(({ name, kind, required, label, help, showIf }) => ({
      name,
      kind,
      required,
      label,
      help,
      showIf,
    })),
    choices: fields.flatMap((field) =>
      choicesIn(field).map(({ value, label }) => ({ field: field.name, value, label })),
    ),
  };
}

/** The path under which the server reports a problem of the choice. */
export function choicePath(fields: readonly DraftField[], field: number, choice: number): string {
  const before = fields.slice(0, field).reduce((sum, one) => sum + choicesIn(one).length, 0);
  return `choices.${before + choice}`;
}

/** An empty text removes the locale. */
export function withText(texts: Texts, locale: string, text: string): Texts {
  const others = Object.entries(texts).filter(([one]) => one !== locale);
  return Object.fromEntries(text === '' ? others : [...others, [locale, text]]);
}

/** Returns the text in the language, else in another one, else an empty one. */
export function textFor(texts: Texts, language: string): string {
  const byLocale = new Map(Object.entries(texts));
  const best = localeChain(language).find((locale) => byLocale.has(locale)) ?? DEFAULT_LOCALE;
  return byLocale.get(best) ?? [...byLocale.values()][0] ?? '';
}

export function possibleAnswers(field: DraftField): readonly string[] {
  if (field.kind === 'yes_no') return ['true', 'false'];
  return choicesIn(field).map(({ value }) => value);
}

export const canDecide = (kind: FieldKind) => kind === 'choice' || kind === 'yes_no';
