import { MAX_FORM_FIELDS, MAX_FORM_LENGTH } from '@player-support/contract/limits';
import { LOCALES, localeChain } from '@player-support/contract/locales';
import type { TicketTypesResponse } from '@player-support/contract/player-extensions';
import {
  FIELD_NAME,
  type FormField,
  type FormFieldRequest,
  type LocalizedText,
} from '@player-support/contract/team/forms';

/** Messages by the path of a field in the request. */
type Problems = Record<string, string[]>;

const NAME = new RegExp(`^${FIELD_NAME}$`);

/** A form as it is stored: with every property, and the texts of a field in the order of LOCALES. */
export function formFields(fields: readonly FormFieldRequest[]): FormField[] {
  return fields.map(({ name, kind, required, label, help = [], choices = [], showIf = null }) => ({
    name,
    kind,
    required,
    label: inOrder(label),
    help: inOrder(help),
    choices: choices.map((choice) => ({ value: choice.value, label: inOrder(choice.label) })),
    showIf: showIf === null ? null : { field: showIf.field, value: showIf.value },
  }));
}

function inOrder(texts: readonly LocalizedText[]): LocalizedText[] {
  const position = ({ locale }: LocalizedText) => (LOCALES as readonly string[]).indexOf(locale);
  return texts.map(({ locale, text }) => ({ locale, text })).sort((a, b) => position(a) - position(b));
}

/** What no schema can check in a form. Undefined if there is nothing wrong. */
export function problemsOfForm(fields: readonly FormField[]): Problems | undefined {
  const problems: Problems = {};
  const add = (path: string, problem: string) => {
    problems[path] ??= [problem];
  };
  if (JSON.stringify(fields).length > MAX_FORM_LENGTH) {
    add('fields', `Must have at most ${MAX_FORM_LENGTH} characters as JSON.`);
  }
  fields.slice(0, MAX_FORM_FIELDS).forEach((field, at) => {
    const earlier = fields.slice(0, at);
    const path = `fields.${at}`;
    if (!NAME.test(field.name)) add(`${path}.name`, 'Must have small letters, digits and _, and a letter first.');
    if (earlier.some(({ name }) => name === field.name)) add(`${path}.name`, 'Is the name of an earlier field.');
    checkTexts(`${path}.label`, field.label, true, add);
    checkTexts(`${path}.help`, field.help, false, add);
    checkChoices(path, field, add);
    checkCondition(path, field, earlier, add);
  });
  return Object.keys(problems).length === 0 ? undefined : problems;
}

type Add = (path: string, problem: string) => void;

function checkTexts(path: string, texts: readonly LocalizedText[], needed: boolean, add: Add): void {
  if (needed && texts.length === 0) add(path, 'Must have a text.');
  if (new Set(texts.map(({ locale }) => locale)).size < texts.length) add(path, 'Must have one text for each locale.');
}

function checkChoices(path: string, { kind, choices }: FormField, add: Add): void {
  if (kind === 'choice' && choices.length === 0) add(`${path}.choices`, 'Must have a choice.');
  if (kind !== 'choice' && choices.length > 0) add(`${path}.choices`, 'Only a field of the kind choice has choices.');
  const values = choices.map(({ value }) => value);
  choices.forEach(({ value, label }, at) => {
    if (values.indexOf(value) < at) add(`${path}.choices.${at}.value`, 'Is the value of an earlier choice.');
    checkTexts(`${path}.choices.${at}.label`, label, true, add);
  });
}

function checkCondition(path: string, { showIf }: FormField, earlier: readonly FormField[], add: Add): void {
  if (showIf === null) return;
  const field = earlier.find(({ name }) => name === showIf.field);
  if (field === undefined || (field.kind !== 'choice' && field.kind !== 'yes_no')) {
    add(`${path}.showIf.field`, 'Must be the name of an earlier field of the kind choice or yes_no.');
  } else if (
    field.kind === 'yes_no'
      ? typeof showIf.value !== 'boolean'
      : !field.choices.some(({ value }) => value === showIf.value)
  ) {
    add(`${path}.showIf.value`, 'Must be an answer of that field.');
  }
}

/** The forms of a project's ticket types in one language, for players. */
export type PlayerField = TicketTypesResponse['types'][number]['fields'][number];

/** Fields with the texts that a player with this locale can read. @param locale as the game sent it */
export function fieldsFor(locale: string | null, fields: readonly FormField[]): PlayerField[] {
  const chain = localeChain(locale);
  const pick = (texts: readonly LocalizedText[]): string | null =>
    chain.flatMap((tag) => texts.filter((one) => one.locale === tag))[0]?.text ?? texts[0]?.text ?? null;
  return fields.map(({ name, kind, required, label, help, choices, showIf }) => ({
    name,
    kind,
    label: pick(label) ?? name,
    help: pick(help),
    required,
    choices: choices.map((choice) => ({ value: choice.value, label: pick(choice.label) ?? choice.value })),
    showIf,
  }));
}

/** The current version of each form of a project, by ticket type. */
export function formVersionsOf({ form_versions }: { readonly form_versions: string | null }): Map<string, number> {
  return new Map(form_versions === null ? [] : (JSON.parse(form_versions) as [string, number][]));
}
