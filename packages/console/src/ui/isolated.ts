const [FIRST_STRONG_ISOLATE, POP_ISOLATE] = ['\u2068', '\u2069'];
const EMBEDDINGS = /[\u202a-\u202e\u2066-\u2069]/g;
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Isolates somebody else's words, such as a tag: their direction changes nothing around them. */
export const isolated = (part: string) => `${FIRST_STRONG_ISOLATE}${part.replace(EMBEDDINGS, '')}${POP_ISOLATE}`;

/** Removes direction marks from a text to be stored. */
export const withoutDirection = (part: string) => part.replace(DIRECTION_MARKS, '');
