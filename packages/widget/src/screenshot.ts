import type { NewFile } from '@player-support/client';

/** The game's canvas, or a function that makes a screenshot. */
export type Screenshot = HTMLCanvasElement | OffscreenCanvas | (() => NewFile | Promise<NewFile>);
