import { type FieldProblem, type FieldProblems, fieldProblem } from '@player-support/contract/field-problems';
import { FIELD_NAME, MAX_FORM_LENGTH } from '@player-support/contract/limits';
import type { TicketTypesResponse } from '@player-support/contract/player-extensions';
import type { FormChoiceRequest, FormField, FormFieldRequest, FormResponse } from '@player-support/contract/team/forms';
import type { Texts } from '@player-support/contract/team/localized-texts';
import { inOrder, textFor } from './localized-texts.ts';

/** As stored: with its choices, and texts in the order of LOCALES. */
export interface Field extends FormField {
  readonly choices: readonly { readonly value: string; readonly label: Texts }[];
}

const NAME = new RegExp(`^${FIELD_NAME}$`);

export function fieldsOf(fields: readonly FormFieldRequest[], choices: readonly FormChoiceRequest[]): Field[] {
  return fields.map(({ name, kind, required, label, help = {}, showIf = null }) => ({
    name,
    kind,
    required,
    label: inOrder(label),
    help: inOrder(help),
    choices: choices
      .filter(({ field }) => field === name)
      .map((choice) => ({ value: choice.value, label: inOrder(choice.label) })),
    showIf: showIf === null ? null : { field: showIf.field, value: showIf.value },
  }));
}

export function presentForm(type: string, version: number, fields: readonly Field[]): FormResponse {
  return {
    type,
    version,
    fields: fields.map(({ choices: _choices, ...field }) => field),
    choices: fields.flatMap(({ name, choices }) => choices.map(({ value, label }) => ({ field: name, value, label }))),
  };
}

type Add = (path: string, problem: FieldProblem) => void;

/** What no schema can check, by the path of a field. */
export function problemsOfForm(fields: readonly Field[], choices: readonly FormChoiceRequest[]): FieldProblems {
  const problems: FieldProblems = {};
  const add: Add = (path, problem) => {
    problems[path] ??= [problem];
  };
  if (JSON.stringify(fields).length > MAX_FORM_LENGTH) {
    add('fields', fieldProblem('form-too-long', { max: MAX_FORM_LENGTH }));
  }
  fields.forEach((field, at) => {
    const earlier = fields.slice(0, at);
    const path = `fields.${at}`;
    if (!NAME.test(field.name)) add(`${path}.name`, fieldProblem('wrong-field-name'));
    if (earlier.some(({ name }) => name === field.name)) add(`${path}.name`, fieldProblem('field-name-taken'));
    if (isEmpty(field.label)) add(`${path}.label`, fieldProblem('no-text'));
    if (field.kind === 'choice' && field.choices.length === 0) add(`${path}.kind`, fieldProblem('no-choices'));
    checkCondition(`${path}.showIf`, field, earlier, add);
  });
  choices.forEach(({ field, value, label }, at) => {
    const path = `choices.${at}`;
    if (!fields.some(({ name, kind }) => name === field && kind === 'choice')) {
      add(`${path}.field`, fieldProblem('not-a-choice-field'));
    }
    if (choices.slice(0, at).some((one) => one.field === field && one.value === value)) {
      add(`${path}.value`, fieldProblem('choice-taken'));
    }
    if (isEmpty(label)) add(`${path}.label`, fieldProblem('no-text'));
  });
  return problems;
}

const isEmpty = (texts: Texts) => Object.keys(texts).length === 0;

function checkCondition(path: string, { showIf }: Field, earlier: readonly Field[], add: Add): void {
  if (showIf === null) return;
  const field = earlier.find(({ name }) => name === showIf.field);
  if (field === undefined || (field.kind !== 'choice' && field.kind !== 'yes_no')) {
    add(`${path}.field`, fieldProblem('not-an-earlier-field'));
    return;
  }
  const answers = field.kind === 'yes_no' ? ['true', 'false'] : field.choices.map(({ value }) => value);
  if (!answers.includes(showIf.value)) add(`${path}.value`, fieldProblem('not-an-answer'));
}

type PlayerField = TicketTypesResponse['types'][number]['fields'][number];

/** Returns the fields with texts that this player can read. `locale`: as the game sent it. */
export function fieldsFor(locale: string | null, fields: readonly Field[]): PlayerField[] {
  const textOf = (texts: Texts) => textFor(locale, texts);
  return fields.map(({ name, kind, required, label, help, choices, showIf }) => ({
    name,
    kind,
    label: textOf(label) ?? name,
    help: textOf(help),
    required,
    choices: choices.map((choice) => ({ value: choice.value, label: textOf(choice.label) ?? choice.value })),
    showIf,
  }));
}

/** Reads a project's current form versions, by ticket type. */
export const formVersionsOf = ({ form_versions }: { readonly form_versions: string | null }): Map<string, number> =>
  new Map(form_versions === null ? [] : (JSON.parse(form_versions) as [string, number][]));
