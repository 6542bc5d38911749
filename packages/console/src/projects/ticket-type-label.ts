import type { TicketType } from '@player-support/contract/team/projects';
import type { Language } from '../i18n/language.ts';

/** What a member reads for a ticket type: the label in the language of the console, else the label. */
export const ticketTypeLabel = ({ label, labels }: TicketType, language: Language): string =>
  labels?.[language] ?? label;
