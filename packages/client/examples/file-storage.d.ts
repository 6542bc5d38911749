import type { Storage } from '@player-support/client';

/** Keeps a file for each key in this folder. */
export function fileStorage(folder: string): Storage;
