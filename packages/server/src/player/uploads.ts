import type { ResumableUploadResponse } from '@player-support/contract/attachments';
import { presentReceived } from '../attachments/accept.ts';
import type { Attachments } from '../attachments/attachments.ts';
import type { Uploader } from '../attachments/quotas.ts';
import { AppError } from '../errors.ts';
import type { Player } from '../operations/callers.ts';
import type { AttachmentRow } from '../store/tables.ts';

/** Throws AppError `not-found` if this server does not accept files. */
export function requireAttachments(attachments: Attachments | undefined): Attachments {
  if (attachments === undefined) throw new AppError('not-found', { detail: 'This server does not accept files.' });
  return attachments;
}

export const uploaderOf = ({ session, project }: Player): Uploader => ({
  player_id: session.player_id,
  project_id: project.project_id,
  uploaded_by: null,
  ticket_id: null,
});

export function presentUpload(row: AttachmentRow): ResumableUploadResponse {
  return {
    attachmentId: row.attachment_id,
    offset: Number(row.upload_offset),
    length: Number(row.upload_length),
    ...(row.state === 'ready' ? { file: presentReceived(row) } : {}),
  };
}
