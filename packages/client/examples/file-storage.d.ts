import type { Storage } from '@player-support/client';

/** Keeps one file for each key in this folder. */
export function fileStorage(folder: string): Storage;
