import type { TicketType } from '@player-support/contract/team/projects';
import type { Language } from '../i18n/language.ts';

/** Picks the member's language, else the label for other languages. */
export const ticketTypeLabel = ({ label, labels }: TicketType, language: Language): string =>
  labels?.[language] ?? label;
