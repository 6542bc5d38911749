import type { TicketType } from '@player-support/contract/team/projects';
import type { Language } from '../i18n/language.ts';
import { ticketTypeLabel } from './ticket-type-label.ts';

/** A type that is not in the project's list is shown as it was sent. */
export function labelOfType(types: readonly TicketType[] | undefined, type: string, language: Language): string {
  const listed = types?.find((one) => one.type === type);
  return listed === undefined ? type : ticketTypeLabel(listed, language);
}
