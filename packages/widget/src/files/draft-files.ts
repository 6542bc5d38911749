import type { NewFile } from '@player-support/client/file-uploads';
import type { TextKey } from '../texts.ts';

/** Per message. */
export const MAX_FILES = 5;

/** Chosen, but not sent. */
export interface DraftFile {
  readonly id: string;
  readonly name: string;
  readonly blob: Blob;
}

export interface RejectedFile {
  readonly key: TextKey;
  readonly name: string;
}

export interface DraftFiles {
  readonly files: readonly DraftFile[];
  readonly problems: readonly RejectedFile[];
  /** The names of the last added ones. */
  readonly added: readonly string[];
}

export const NO_FILES: DraftFiles = { files: [], problems: [], added: [] };

let count = 0;

function toDraftFile(file: NewFile): DraftFile {
  const { blob, name } = 'blob' in file ? file : { blob: file, name: (file as Partial<File>).name };
  return {
    id: `file-${++count}`,
    name: name || 'file',
    blob,
  };
}

/** Adds what a message can have. The rest becomes problems. */
export function addFiles({ files }: DraftFiles, added: readonly NewFile[], maxBytes: number): DraftFiles {
  const problems: RejectedFile[] = [];
  const accepted: DraftFile[] = [];
  for (const one of added.map(toDraftFile)) {
    const { name } = one;
    if (one.blob.size === 0) problems.push({ key: 'fileEmpty', name });
    else if (one.blob.size > maxBytes) problems.push({ key: 'fileTooLarge', name });
    else if (files.length + accepted.length < MAX_FILES) accepted.push(one);
    else if (!problems.some(({ key }) => key === 'tooManyFiles')) problems.push({ key: 'tooManyFiles', name });
  }
  return { files: [...files, ...accepted], problems, added: accepted.map(({ name }) => name) };
}
