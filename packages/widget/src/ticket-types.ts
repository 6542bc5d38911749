import type { TextKey } from './texts.ts';

/** What a ticket can be about. */
export interface TicketTypeChoice {
  /** As the project has it, such as `bug`. */
  readonly type: string;
  /** Default: the widget's own text for a known type, else the type. */
  readonly label?: string | undefined;
}

/** Of a new project. */
export const KNOWN_TYPES: Readonly<Record<string, TextKey>> = {
  // Without a prototype: a type could be `constructor`.
  __proto__: null as never,
  bug: 'typeBug',
  payment: 'typePayment',
  account: 'typeAccount',
  gameplay: 'typeGameplay',
  feedback: 'typeFeedback',
  report_player: 'typeReportPlayer',
  appeal: 'typeAppeal',
  other: 'typeOther',
};

export const DEFAULT_TYPES: readonly TicketTypeChoice[] = ['bug', 'payment', 'account', 'feedback', 'other'].map(
  (type) => ({ type }),
);

/** The API's limits. */
const MAX_TYPES = 100;
const MAX_TYPE_LENGTH = 30;

/**
 * Reads the types that the game offers.
 *
 * @param given a list of types, or their names separated by commas
 */
export function ticketTypes(given: unknown): readonly TicketTypeChoice[] {
  const list: unknown[] = typeof given === 'string' ? given.split(',') : Array.isArray(given) ? given : [];
  const types = list.slice(0, MAX_TYPES).flatMap((one): TicketTypeChoice[] => {
    const { type, label }: Partial<TicketTypeChoice> = typeof one === 'string' ? { type: one.trim() } : (one ?? {});
    if (typeof type !== 'string' || type === '' || type.length > MAX_TYPE_LENGTH) return [];
    return [{ type, label: typeof label === 'string' ? label : undefined }];
  });
  return types.length > 0 ? types : DEFAULT_TYPES;
}
