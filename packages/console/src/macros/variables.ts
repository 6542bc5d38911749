import type { TeamTicketResponse } from '@player-support/contract/team/tickets';

/** The variables that a macro can have, in double braces. */
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

/** The values of the variables in a ticket; null if unknown. */
export function variableValues(
  ticket: Pick<TeamTicketResponse, 'id' | 'type' | 'subject' | 'player'>,
  member: string,
  project: string | undefined,
): VariableValues {
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

/** The variables that a text still contains, grouped by the reason. */
export function unfilledVariables(text: string, values: VariableValues) {
  const names = new Set([...text.matchAll(PATTERN)].map(([, name = '']) => name));
  return {
    /** There is no such variable. */
    unknown: [...names].filter((name) => !isVariable(name)),
    /** This ticket has no value for it. */
    missing: [...names].filter((name) => isVariable(name) && values[name] === null),
    /** They have a value. Someone typed them. */
    fillable: [...names].filter((name) => isVariable(name) && values[name] !== null),
  };
}

/** Variables as they are written in a text. */
export function inBraces(names: readonly string[]): string {
  return names.map((name) => `{{${name}}}`).join(', ');
}
