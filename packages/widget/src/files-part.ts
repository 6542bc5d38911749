import { type NewFile, SupportError } from '@player-support/client';
import type { Files, PlayerFiles } from '@player-support/client/file-uploads';
import type { FilesPart } from './files/part.tsx';
import { urlBeside } from './locale.ts';
import { Fragment, h } from './ui/render.ts';

/** The name of the part for files, with a hash. The build sets it. */
declare const FILES_PART: string;

/** What the game gives for screenshots: its canvas, or a function that makes one. */
export type Screenshot = HTMLCanvasElement | OffscreenCanvas | (() => NewFile | Promise<NewFile>);

let part: FilesPart | undefined;
let loading: Promise<FilesPart> | undefined;
let failures = 0;

/** The part for files, if it is loaded. */
export const loadedPart = () => part;

/** @throws SupportError if it cannot be loaded now */
export function loadPart(baseUrl: string): Promise<FilesPart> {
  // Some browsers remember that a module could not be loaded.
  loading ??= import(urlBeside(FILES_PART, baseUrl) + (failures === 0 ? '' : `&${failures}`)).then(
    ({ createFilesPart }) => {
      part = createFilesPart({ h, Fragment });
      return part as FilesPart;
    },
    (error) => {
      failures++;
      loading = undefined;
      throw new SupportError({ slug: 'files-unavailable', message: String(error) });
    },
  );
  return loading;
}

/** Uploads files for the SDK. It loads the part when there are some. */
export function lazyFiles(baseUrl: string): Files {
  return (player, queue) => {
    let made: PlayerFiles | undefined;
    const now = () => {
      made ??= part?.files(player, queue);
      return made;
    };
    const later = () => loadPart(baseUrl).then(() => now() as PlayerFiles);
    return {
      // The player could choose files, so the part is loaded.
      keep: (id, files) => (now() as PlayerFiles).keep(id, files),
      store: (id) => now()?.store(id),
      async upload(entry) {
        try {
          return await (await later()).upload(entry);
        } catch (error) {
          if (player.signal.aborted) throw error;
          return { entry, error: error as SupportError };
        }
      },
      tidy(entries) {
        if (now()) made?.tidy(entries);
        // Files that a crash left. They are removed after the next poll.
        else if (entries.some(({ files }) => files)) later().catch(() => {});
      },
      async erase() {
        if (now() || (await queue.read()).some(({ files }) => files)) await (await later()).erase();
      },
    };
  };
}
