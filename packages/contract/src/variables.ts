/**
 * Variables of macros and answers, without a schema library, because the console uses this file.
 */

import { hasVisible } from './visible-text.ts';

/** In double braces. */
export const VARIABLES = [
  'player.userId',
  'player.platform',
  'player.appVersion',
  'player.locale',
  'ticket.type',
  'ticket.subject',
  'ticket.id',
  'ticket.number',
  'member.name',
  'project.name',
] as const;
export type Variable = (typeof VARIABLES)[number];
export type VariableValues = Readonly<Record<Variable, string | null>>;

/** With a text for tickets without a value. */
export const FALLBACK_EXAMPLE = '{{player.userId|there}}';

/** Any text, so that a typo such as `{{player-id}}` is found. */
export const IN_BRACES = /\{\{([^{}]+)\}\}/g;

/** Finds the names in double braces, each once, without the space around. */
export function namesInBraces(text: string): string[] {
  const names = Array.from(text.matchAll(IN_BRACES), ([, inside = '']) => inside.trim());
  return [...new Set(names)].filter((name) => name !== '');
}

function isVariable(name: string): name is Variable {
  return (VARIABLES as readonly string[]).includes(name);
}

/**
 * Perhaps with a fallback: `{{player.userId|there}}`. Undefined: no variable, or an empty fallback.
 */
function parseVariable(inside: string): { readonly variable: Variable; readonly fallback?: string } | undefined {
  const bar = inside.indexOf('|');
  const variable = (bar === -1 ? inside : inside.slice(0, bar)).trim();
  if (!isVariable(variable)) return undefined;
  if (bar === -1) return { variable };
  const fallback = inside.slice(bar + 1).trim();
  return fallback === '' ? undefined : { variable, fallback };
}

/** A variable whose braces do not close. */
const UNCLOSED = /\{\{\s*(?:player|ticket|member|project)\.[^{}\n]{0,60}\}?/g;

interface VariableSource {
  readonly number: number | null;
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

/** Null: unknown, or nothing that anybody could see. */
export function variableValues(ticket: VariableSource, member: string, project: string | undefined): VariableValues {
  const { userId, context } = ticket.player;
  const visibleOrNull = (value: string | null) => (value !== null && hasVisible(value) ? value : null);
  return {
    'player.userId': visibleOrNull(userId),
    'player.platform': visibleOrNull(context.platform),
    'player.appVersion': visibleOrNull(context.appVersion),
    'player.locale': visibleOrNull(context.locale),
    'ticket.type': visibleOrNull(ticket.type),
    'ticket.subject': visibleOrNull(ticket.subject),
    'ticket.id': ticket.id,
    'ticket.number': ticket.number === null ? null : String(ticket.number),
    'member.name': member,
    'project.name': project ?? null,
  };
}

interface Part {
  readonly text: string;
  readonly variable?: Variable;
  /** For tickets without a value. */
  readonly fallback?: string;
}

/** Parsed once, to be filled for many tickets. */
export interface Template {
  /** A variable without a value is its fallback, else its `text`. */
  readonly parts: readonly Part[];
  /** Without a fallback somewhere, each once. */
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

/** A fallback stands for a missing value. An empty text is no value. */
export const usesFallback = ({ parts }: Template, values: VariableValues): boolean =>
  parts.some(({ variable, fallback }) => variable !== undefined && fallback !== undefined && !values[variable]);

function filledPart({ text, variable, fallback }: Part, values: VariableValues): string {
  if (variable === undefined) return text;
  return fallback === undefined ? (values[variable] ?? text) : values[variable] || fallback;
}

/** Returns the filled length in UTF-16 code units, without building it. */
export const filledLength = ({ parts }: Template, values: VariableValues): number =>
  parts.reduce((sum, part) => sum + filledPart(part, values).length, 0);

/**
 * Fills in values. Variables in a value stay: a player may have written it. Unknown ones stay too.
 */
export const fillTemplate = ({ parts }: Template, values: VariableValues): string =>
  parts.map((part) => filledPart(part, values)).join('');

/** Use it for a text that is filled once. */
export const fillVariables = (text: string, values: VariableValues): string =>
  fillTemplate(parseTemplate(text), values);

/** `unknown`: other names, and incomplete variables such as `{{player.userId|}}`, as written. */
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

/** Groups a text's unfilled variables by the reason. */
export function unfilledVariables(text: string, values: VariableValues) {
  const { known, unknown } = variablesIn(text);
  const missing = parseTemplate(text).required.filter((name) => values[name] === null);
  return {
    unknown,
    /** No value in this ticket, and no fallback. */
    missing,
    /** Someone typed them. */
    fillable: known.filter((name) => !missing.includes(name)),
  };
}

/** Writes variables as in a text. Incomplete ones have their braces. */
export function inBraces(names: readonly string[]): string {
  return names.map((name) => (name.startsWith('{{') ? name : `{{${name}}}`)).join(', ');
}

/** Unknown names in an error, and the length of each. */
const MAX_NAMES = 5;
const MAX_NAME_LENGTH = 60;

/** A caller may have written many, or long ones. */
export const unknownForError = (names: readonly string[]): string =>
  inBraces(names.slice(0, MAX_NAMES).map((name) => name.slice(0, MAX_NAME_LENGTH).toWellFormed()));
