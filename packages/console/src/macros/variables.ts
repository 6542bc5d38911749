import type { TeamTicketResponse } from '@player-support/contract/team/tickets';

/** What a macro may name in double braces. */
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

/** What the variables are in a ticket; null: not known. */
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
 * Puts in what is known. What a player wrote is put in as it is: a variable that it holds is not looked at. Unknown
 * variables, and those without a value, stay.
 */
export function fillVariables(text: string, values: VariableValues): string {
  return text.replace(PATTERN, (all, name: string) => (isVariable(name) ? (values[name] ?? all) : all));
}

/** The variables that a text holds still, each once, by why they are there. */
export function openVariables(text: string, values: VariableValues) {
  const names = new Set([...text.matchAll(PATTERN)].map(([, name = '']) => name));
  return {
    /** There is no such variable. */
    unknown: [...names].filter((name) => !isVariable(name)),
    /** This ticket has no value for it. */
    missing: [...names].filter((name) => isVariable(name) && values[name] === null),
    /** Could be put in, as of one that was typed. */
    fillable: [...names].filter((name) => isVariable(name) && values[name] !== null),
  };
}

/** Variables as they stand in a text. */
export function inBraces(names: readonly string[]): string {
  return names.map((name) => `{{${name}}}`).join(', ');
}
