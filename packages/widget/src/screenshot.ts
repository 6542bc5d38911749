import type { NewFile } from '@player-support/client';

/** What the game gives for screenshots: its canvas, or a function that makes one. */
export type Screenshot = HTMLCanvasElement | OffscreenCanvas | (() => NewFile | Promise<NewFile>);
