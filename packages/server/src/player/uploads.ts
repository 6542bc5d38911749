import type { ResumableUploadResponse } from '@player-support/contract/attachments';
import type { Attachments } from '../attachments/attachments.ts';
import type { Owner } from '../attachments/reserve.ts';
import { AppError } from '../errors.ts';
import type { Player } from '../operations/callers.ts';
import type { AttachmentRow } from '../store/tables.ts';

/** Throws AppError `not-found` if this server does not accept files. */
export function requireAttachments(attachments: Attachments | undefined): Attachments {
  if (attachments === undefined) throw new AppError('not-found', { detail: 'This server does not accept files.' });
  return attachments;
}

export const ownerOf = ({ session, project }: Player): Owner => ({
  playerId: session.player_id,
  projectId: project.project_id,
});

export function presentUpload(row: AttachmentRow): ResumableUploadResponse {
  const { attachment_id: attachmentId, name, content_type: contentType, size } = row;
  return {
    attachmentId,
    offset: Number(row.upload_offset),
    length: Number(row.upload_length),
    ...(row.state === 'ready' ? { file: { attachmentId, name, contentType, size } } : {}),
  };
}
