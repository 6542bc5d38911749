import { SupportError } from '@player-support/client';
import type { Files, PlayerFiles } from '@player-support/client/file-uploads';
import type { FilesModule } from './files/files-module.tsx';
import { importBeside } from './import-beside.ts';

/** Set by the build, with a hash. */
declare const FILES_MODULE: string;

let filesModule: FilesModule | undefined;
let loading: Promise<FilesModule> | undefined;
let failures = 0;

export const loadedFilesModule = () => filesModule;

/** @throws SupportError if it cannot be loaded now */
export function loadFilesModule(baseUrl: string): Promise<FilesModule> {
  loading ??= importBeside<FilesModule>(FILES_MODULE, baseUrl, failures).then(
    (loaded) => {
      filesModule = loaded;
      return loaded;
    },
    (error) => {
      failures++;
      loading = undefined;
      throw new SupportError({ slug: 'files-unavailable', message: String(error) });
    },
  );
  return loading;
}

/** Loads the files module when the SDK has files. */
export function lazyFiles(baseUrl: string): Files {
  return (player, queue) => {
    let files: PlayerFiles | undefined;
    const ifLoaded = () => {
      files ??= filesModule?.files(player, queue);
      return files;
    };
    const whenLoaded = () => loadFilesModule(baseUrl).then(() => ifLoaded() as PlayerFiles);
    return {
      // Only after the module is loaded.
      add: (id, added) => (ifLoaded() as PlayerFiles).add(id, added),
      store: (id) => ifLoaded()?.store(id),
      async upload(entry) {
        try {
          return await (await whenLoaded()).upload(entry);
        } catch (error) {
          if (player.signal.aborted) throw error;
          return { entry, error: error as SupportError };
        }
      },
      prune(entries) {
        if (ifLoaded()) files?.prune(entries);
        // Left by a crash. They are removed after the next poll.
        else if (entries.some((entry) => entry.files)) whenLoaded().catch(() => {});
      },
      async erase() {
        if (ifLoaded() || (await queue.read()).some((entry) => entry.files)) await (await whenLoaded()).erase();
      },
    };
  };
}
