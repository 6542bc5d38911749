import { MERGE_UNDO_DAYS } from '@player-support/contract/limits';
import { DAY } from './time.ts';

export const undoUntil = (mergedAt: number) => mergedAt + MERGE_UNDO_DAYS * DAY;
