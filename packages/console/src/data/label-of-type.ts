import type { TicketType } from '@player-support/contract/team/projects';
import type { Language } from '../i18n/language.ts';
import { ticketTypeLabel } from './ticket-type-label.ts';

/** Returns the label of a type. One that is not in the list is shown as sent. */
export function labelOfType(types: readonly TicketType[] | undefined, type: string, language: Language): string {
  const listed = types?.find((one) => one.type === type);
  return listed === undefined ? type : ticketTypeLabel(listed, language);
}
