/**
 * No writing system needs more marks on one character (UAX #15, section 13). NFKC makes marks of
 * the two halfwidth ones of Japanese.
 */
const EXCESS_MARKS = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/**
 * The text with at most 30 marks, such as accents, one after another. To normalize a text takes a
 * time that grows with the square of that number.
 */
export const streamSafe = (text: string): string => text.replace(EXCESS_MARKS, '$1');
