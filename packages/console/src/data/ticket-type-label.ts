import type { TicketType } from '@player-support/contract/team/projects';
import type { Language } from '../i18n/language.ts';

/** The label in the language of the member, else the one for other languages. */
export const ticketTypeLabel = ({ label, labels }: TicketType, language: Language): string =>
  labels?.[language] ?? label;
