/** No writing system needs more marks on a character (UAX #15, section 13). */
const EXCESS_MARKS = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/**
 * Keeps at most 30 marks, such as accents, in a row: the time to normalize grows with their square.
 */
export const streamSafe = (text: string): string => text.replace(EXCESS_MARKS, '$1');
