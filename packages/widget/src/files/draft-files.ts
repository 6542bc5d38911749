import type { NewFile } from '@player-support/client/file-uploads';
import type { TextKey } from '../texts.ts';

/** As many as a message can have. */
export const MAX_FILES = 5;

/** A file that the player has chosen and not sent. */
export interface DraftFile {
  readonly id: string;
  readonly name: string;
  readonly blob: Blob;
}

/** Why a file was not added. */
export interface RejectedFile {
  readonly key: TextKey;
  readonly name: string;
}

/** The files of one draft. */
export interface DraftFiles {
  readonly files: readonly DraftFile[];
  readonly problems: readonly RejectedFile[];
  /** The names of those that were added last. */
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
