/**
 * The variables of macros and of answers to known issues. This file imports no schema library, so
 * that the console can use it.
 */

/** The variables that a text can have, in double braces. */
export const VARIABLES = [
  'player.userId',
  'player.platform',
  'player.appVersion',
  'player.locale',
  'ticket.type',
  'ticket.subject',
  'ticket.id',
  'member.name',
  'project.name',
] as const;
export type Variable = (typeof VARIABLES)[number];
export type VariableValues = Readonly<Record<Variable, string | null>>;

/** Any text in double braces, so that a typo such as `{{player-id}}` is found as unknown. */
export const IN_BRACES = /\{\{([^{}]+)\}\}/g;

/** The names in double braces in a text, each once, without the space around them. */
export function namesInBraces(text: string): string[] {
  const names = Array.from(text.matchAll(IN_BRACES), ([, inside = '']) => inside.trim());
  return [...new Set(names)].filter((name) => name !== '');
}

function isVariable(name: string): name is Variable {
  return (VARIABLES as readonly string[]).includes(name);
}

/** What the values of the variables come from. */
interface VariableSource {
  readonly id: string;
  readonly type: string;
  readonly subject: string;
  readonly player: {
    readonly userId: string | null;
    readonly context: {
      readonly platform: string | null;
      readonly appVersion: string | null;
      readonly locale: string | null;
    };
  };
}

/** The values of the variables in a ticket; null if unknown. */
export function variableValues(ticket: VariableSource, member: string, project: string | undefined): VariableValues {
  const { userId, context } = ticket.player;
  return {
    'player.userId': userId,
    'player.platform': context.platform,
    'player.appVersion': context.appVersion,
    'player.locale': context.locale,
    'ticket.type': ticket.type,
    'ticket.subject': ticket.subject,
    'ticket.id': ticket.id,
    'member.name': member,
    'project.name': project ?? null,
  };
}

/** A text with variables that is parsed once, to be filled for many tickets. */
export interface Template {
  /** Parts of the text. A variable has its name, and is shown as `text` if it has no value. */
  readonly parts: readonly { readonly text: string; readonly variable?: Variable }[];
  /** Each variable once. */
  readonly variables: readonly Variable[];
}

/** Unknown variables are text. */
export function parseTemplate(text: string): Template {
  const parts: { text: string; variable?: Variable }[] = [];
  let end = 0;
  for (const { 0: match, 1: inside = '', index } of text.matchAll(IN_BRACES)) {
    const name = inside.trim();
    if (!isVariable(name)) continue;
    parts.push({ text: text.slice(end, index) }, { text: match, variable: name });
    end = index + match.length;
  }
  parts.push({ text: text.slice(end) });
  return { parts, variables: variablesIn(text).known };
}

const filledPart = ({ text, variable }: Template['parts'][number], values: VariableValues): string =>
  variable === undefined ? text : (values[variable] ?? text);

/** The length of the filled text in UTF-16 code units, without building it. */
export const filledLength = ({ parts }: Template, values: VariableValues): number =>
  parts.reduce((sum, part) => sum + filledPart(part, values).length, 0);

/**
 * Replaces variables by their values. Variables inside a value are not replaced, because a player
 * may have written it. Unknown variables and those without a value stay.
 */
export const fillTemplate = ({ parts }: Template, values: VariableValues): string =>
  parts.map((part) => filledPart(part, values)).join('');

/** The same for a text that is filled once. */
export const fillVariables = (text: string, values: VariableValues): string =>
  fillTemplate(parseTemplate(text), values);

/** The names in double braces in a text. Those that are no variables are `unknown`. */
export function variablesIn(text: string) {
  const names = namesInBraces(text);
  return { known: names.filter(isVariable), unknown: names.filter((name) => !isVariable(name)) };
}

/** The variables that a text still contains, grouped by the reason. */
export function unfilledVariables(text: string, values: VariableValues) {
  const { known, unknown } = variablesIn(text);
  return {
    /** There is no such variable. */
    unknown,
    /** This ticket has no value for it. */
    missing: known.filter((name) => values[name] === null),
    /** They have a value. Someone typed them. */
    fillable: known.filter((name) => values[name] !== null),
  };
}

/** Variables as they are written in a text. */
export function inBraces(names: readonly string[]): string {
  return names.map((name) => `{{${name}}}`).join(', ');
}

/** How many unknown names an error has, and how much of each. */
const MAX_NAMES = 5;
const MAX_NAME_LENGTH = 60;

/** Unknown names for an error: a caller may have written many, or long ones. */
export const unknownForError = (names: readonly string[]): string =>
  inBraces(names.slice(0, MAX_NAMES).map((name) => name.slice(0, MAX_NAME_LENGTH).toWellFormed()));
