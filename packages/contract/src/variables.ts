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

/** A variable with a text for tickets without a value. */
export const FALLBACK_EXAMPLE = '{{player.userId|there}}';

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

/**
 * A variable in double braces, perhaps with a fallback: `{{player.userId|there}}`. Undefined: it is
 * none, or nothing follows the line.
 */
function parseVariable(inside: string): { readonly variable: Variable; readonly fallback?: string } | undefined {
  const bar = inside.indexOf('|');
  const variable = (bar === -1 ? inside : inside.slice(0, bar)).trim();
  if (!isVariable(variable)) return undefined;
  if (bar === -1) return { variable };
  const fallback = inside.slice(bar + 1).trim();
  return fallback === '' ? undefined : { variable, fallback };
}

/** The beginning of a variable whose braces do not close. */
const UNCLOSED = /\{\{\s*(?:player|ticket|member|project)\.[^{}\n]{0,60}\}?/g;

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

interface Part {
  readonly text: string;
  readonly variable?: Variable;
  /** The text for tickets without a value. */
  readonly fallback?: string;
}

/** A text with variables that is parsed once, to be filled for many tickets. */
export interface Template {
  /** Parts of the text. A variable without a value is its fallback, else its `text`. */
  readonly parts: readonly Part[];
  /** The variables that have no fallback somewhere, each once. */
  readonly required: readonly Variable[];
}

/** Unknown variables are text. */
export function parseTemplate(text: string): Template {
  const parts: Part[] = [];
  let end = 0;
  for (const { 0: match, 1: inside = '', index } of text.matchAll(IN_BRACES)) {
    const parsed = parseVariable(inside);
    if (parsed === undefined) continue;
    parts.push({ text: text.slice(end, index) }, { text: match, ...parsed });
    end = index + match.length;
  }
  parts.push({ text: text.slice(end) });
  return { parts, required: requiredIn(parts) };
}

const requiredIn = (parts: readonly Part[]) => [
  ...new Set(parts.flatMap(({ variable, fallback }) => (variable && fallback === undefined ? [variable] : []))),
];

/** Whether a fallback stands for a value that is missing. An empty text is no value. */
export const usesFallback = ({ parts }: Template, values: VariableValues): boolean =>
  parts.some(({ variable, fallback }) => variable !== undefined && fallback !== undefined && !values[variable]);

function filledPart({ text, variable, fallback }: Part, values: VariableValues): string {
  if (variable === undefined) return text;
  return fallback === undefined ? (values[variable] ?? text) : values[variable] || fallback;
}

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

/**
 * The variables of a text. `unknown` has other names in double braces, and variables that are not
 * complete, such as `{{player.userId|}}`, as they are written.
 */
export function variablesIn(text: string) {
  const names = namesInBraces(text);
  const parsed = names.map(parseVariable);
  const unknown = names
    .filter((_name, at) => parsed[at] === undefined)
    .map((name) => (name.includes('|') ? `{{${name}}}` : name));
  const unclosed = text.replace(IN_BRACES, ' ').match(UNCLOSED) ?? [];
  return {
    known: [...new Set(parsed.flatMap((one) => (one === undefined ? [] : [one.variable])))],
    unknown: [...unknown, ...new Set(unclosed)],
  };
}

/** The variables that a text still contains, grouped by the reason. */
export function unfilledVariables(text: string, values: VariableValues) {
  const { known, unknown } = variablesIn(text);
  const missing = parseTemplate(text).required.filter((name) => values[name] === null);
  return {
    /** There is no such variable. */
    unknown,
    /** This ticket has no value for it, and the text has no fallback. */
    missing,
    /** They have a value or a fallback. Someone typed them. */
    fillable: known.filter((name) => !missing.includes(name)),
  };
}

/** Variables as they are written in a text. Incomplete ones have their braces. */
export function inBraces(names: readonly string[]): string {
  return names.map((name) => (name.startsWith('{{') ? name : `{{${name}}}`)).join(', ');
}

/** How many unknown names an error has, and how much of each. */
const MAX_NAMES = 5;
const MAX_NAME_LENGTH = 60;

/** Unknown names for an error: a caller may have written many, or long ones. */
export const unknownForError = (names: readonly string[]): string =>
  inBraces(names.slice(0, MAX_NAMES).map((name) => name.slice(0, MAX_NAME_LENGTH).toWellFormed()));
