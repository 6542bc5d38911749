/** The begin and the end of a part of a text that has its own direction. */
const [FIRST_STRONG_ISOLATE, POP_ISOLATE] = ['\u2068', '\u2069'];
const EMBEDDINGS = /[\u202a-\u202e\u2066-\u2069]/g;
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * A part of a longer text that somebody else wrote, such as a tag. Its direction does not change the
 * rest of the text. The marks in it that reverse letters or end the isolation are left out.
 */
export const isolated = (part: string) => `${FIRST_STRONG_ISOLATE}${part.replace(EMBEDDINGS, '')}${POP_ISOLATE}`;

/** A part of a text that is stored, and so should have no marks. */
export const withoutDirection = (part: string) => part.replace(DIRECTION_MARKS, '');
