import { MERGE_UNDO_DAYS } from '@player-support/contract/limits';
import { DAY } from './time.ts';

/** The last moment in which a merge can be undone. */
export const undoUntil = (mergedAt: number) => mergedAt + MERGE_UNDO_DAYS * DAY;
