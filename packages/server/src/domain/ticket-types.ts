import { isDeepStrictEqual } from 'node:util';
import { KNOWN_TICKET_TYPES, type KnownTicketType } from '@player-support/contract/enums';
import type { TicketType, TicketTypeRequest } from '@player-support/contract/team/projects';
import { inOrder } from './localized-texts.ts';

const LABELS: Readonly<Record<KnownTicketType, Omit<TicketType, 'type'>>> = {
  bug: { label: 'Bug', labels: { de: 'Fehler' } },
  payment: { label: 'Payment', labels: { de: 'Zahlung' } },
  account: { label: 'Account', labels: { de: 'Konto' } },
  gameplay: { label: 'Gameplay', labels: { de: 'Spielablauf' } },
  feedback: { label: 'Feedback', labels: { de: 'Feedback' } },
  report_player: { label: 'Report a player', labels: { de: 'Spieler melden' } },
  appeal: { label: 'Appeal', labels: { de: 'Einspruch' } },
  other: { label: 'Other', labels: { de: 'Anderes' } },
};

export const DEFAULT_TICKET_TYPES: readonly TicketType[] = KNOWN_TICKET_TYPES.map((type) => ({
  type,
  ...LABELS[type],
}));

/**
 * Writes JSON with only the contract's fields, without default labels: nodes of the last release
 * refuse types with labels.
 */
export const storedTicketTypes = (types: readonly TicketTypeRequest[]): string =>
  JSON.stringify(
    types.map(({ type, label, labels }) => {
      const own = labels && inOrder(labels);
      return { type, label, labels: isDeepStrictEqual(own, defaultLabels({ type, label })) ? undefined : own };
    }),
  );

/** Earlier releases stored no labels by language: unchanged default types get the default ones. */
export const ticketTypesOf = ({ ticket_types }: { readonly ticket_types: string }): TicketType[] =>
  (JSON.parse(ticket_types) as TicketType[]).map((one) => {
    const labels = one.labels ?? defaultLabels(one);
    return labels === undefined ? one : { ...one, labels };
  });

const defaultLabels = ({ type, label }: Pick<TicketType, 'type' | 'label'>) =>
  DEFAULT_TICKET_TYPES.find((one) => one.type === type && one.label === label)?.labels;
