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

const PATTERN = /\{\{\s*([\w.]+)\s*\}\}/g;

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

/**
 * Replaces variables by their values. Variables inside a value are not replaced, because a player
 * may have written it. Unknown variables and those without a value stay.
 */
export function fillVariables(text: string, values: VariableValues): string {
  return text.replace(PATTERN, (match, name: string) => (isVariable(name) ? (values[name] ?? match) : match));
}

/** The names in double braces in a text, each once. Those that are no variables are `unknown`. */
export function variablesIn(text: string) {
  const names = [...new Set([...text.matchAll(PATTERN)].map(([, name = '']) => name))];
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
