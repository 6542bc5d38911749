import { fold } from '@player-support/contract/fold';

/** Folds a text, and leaves out white space: what people type of a name need not have it. */
export const squeezed = (text: string): string => fold(text).replaceAll(/\s/g, '');
