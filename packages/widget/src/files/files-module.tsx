import {
  browserFiles,
  type FileStore,
  type Files,
  fileUploads,
  memoryFiles,
} from '@player-support/client/file-uploads';
import { connect, type Host } from '../host.ts';
import { createFilesView, type FilesView, type ViewOptions } from './files-view.tsx';
import { FILE_TEXTS } from './texts.ts';

export interface FilesModule {
  /** For the SDK. */
  readonly files: Files;
  readonly texts: typeof FILE_TEXTS;
  /** Opens a panel's files. */
  readonly open: (options: ViewOptions) => FilesView;
}

/** Called once by the script. */
export function create(host: Host): FilesModule {
  connect(host);
  return { files: fileUploads({ store: keptFiles() }), texts: FILE_TEXTS, open: createFilesView };
}

/** In a sandboxed frame even reading `indexedDB` may throw. */
function keptFiles(): FileStore {
  try {
    return globalThis.indexedDB ? browserFiles() : memoryFiles();
  } catch {
    return memoryFiles();
  }
}
