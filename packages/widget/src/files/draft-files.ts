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

/** Media types that the service accepts. It looks at the bytes, so all others are sent as bytes. */
const ACCEPTED = /^(image\/(png|jpeg|webp|gif)|text\/plain|application\/(json|pdf|zip|gzip)|video\/(mp4|webm))$/;

let count = 0;

function toDraftFile(file: NewFile): DraftFile {
  const { blob, name } = 'blob' in file ? file : { blob: file, name: (file as Partial<File>).name };
  const type = ACCEPTED.test(blob.type)
    ? blob.type
    : /^text\//.test(blob.type)
      ? 'text/plain'
      : 'application/octet-stream';
  return {
    id: `file-${++count}`,
    name: name || 'file',
    blob: type === blob.type ? blob : blob.slice(0, blob.size, type),
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
