import { isDeepStrictEqual } from 'node:util';
import type { TicketType, TicketTypeRequest } from '@player-support/contract/team/projects';
import { inOrder } from './localized-texts.ts';

/** The ticket types of a new project. */
export const DEFAULT_TICKET_TYPES: readonly TicketType[] = [
  { type: 'bug', label: 'Bug', labels: { de: 'Fehler' } },
  { type: 'payment', label: 'Payment', labels: { de: 'Zahlung' } },
  { type: 'account', label: 'Account', labels: { de: 'Konto' } },
  { type: 'gameplay', label: 'Gameplay', labels: { de: 'Spielablauf' } },
  { type: 'feedback', label: 'Feedback', labels: { de: 'Feedback' } },
  { type: 'report_player', label: 'Report a player', labels: { de: 'Spieler melden' } },
  { type: 'appeal', label: 'Appeal', labels: { de: 'Einspruch' } },
  { type: 'other', label: 'Other', labels: { de: 'Anderes' } },
];

/**
 * JSON of ticket types, with only the fields of the contract. Default labels are not stored:
 * `ticketTypesOf` adds them, and nodes of the last release refuse types with labels.
 */
export const storedTicketTypes = (types: readonly TicketTypeRequest[]): string =>
  JSON.stringify(
    types.map(({ type, label, labels }) => {
      const own = labels && inOrder(labels);
      return { type, label, labels: isDeepStrictEqual(own, defaultLabels({ type, label })) ? undefined : own };
    }),
  );

/**
 * The ticket types of a project. Projects of earlier releases have no labels by language: a default
 * type whose label nobody changed gets the default ones.
 */
export const ticketTypesOf = ({ ticket_types }: { readonly ticket_types: string }): TicketType[] =>
  (JSON.parse(ticket_types) as TicketType[]).map((one) => {
    const labels = one.labels ?? defaultLabels(one);
    return labels === undefined ? one : { ...one, labels };
  });

const defaultLabels = ({ type, label }: Pick<TicketType, 'type' | 'label'>) =>
  DEFAULT_TICKET_TYPES.find((one) => one.type === type && one.label === label)?.labels;
