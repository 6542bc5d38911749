import type { AttachmentRow } from '../store/tables.ts';
import type { FileStore } from './file-store.ts';

/** Leaves out the player, because files can move. The end of an id is random. */
export const fileKey = ({ attachment_id }: Pick<AttachmentRow, 'attachment_id'>) =>
  `${attachment_id.slice(-2)}/${attachment_id}`;

export const partKey = (row: Pick<AttachmentRow, 'attachment_id'>, number: number) => `${fileKey(row)}_part${number}`;

export const partKeys = (row: Pick<AttachmentRow, 'attachment_id' | 'next_part_number'>) =>
  Array.from({ length: Number(row.next_part_number ?? 0) }, (_, number) => partKey(row, number));

/** Throws FilesUnavailableError. */
export async function deleteParts(
  files: Pick<FileStore, 'delete'>,
  row: Pick<AttachmentRow, 'attachment_id' | 'next_part_number'>,
): Promise<void> {
  for (const key of partKeys(row)) await files.delete(key);
}
