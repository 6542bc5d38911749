import { ResumableUploadResponse } from '@player-support/contract/attachments';
import { AppError } from '../errors.ts';
import { operation } from '../operations/operation.ts';
import { presentUpload, requireAttachments, uploaderOf } from './uploads.ts';

export const getUpload = operation({
  id: 'GetUpload',
  tag: 'Attachments',
  summary: 'Ask how much of a file has arrived',
  description:
    'A HEAD gets only the headers: `Upload-Offset` is where the next part begins. While the whole file is checked: 503.',
  method: 'GET',
  url: '/api/v1/player/attachments/resumable/:attachmentId',
  auth: 'player',
  limits: ['uploadPart'],
  needs: ['attachments'],
  success: { status: 200, schema: ResumableUploadResponse },
  failures: [412],

  async handle({ caller, params, uploadHeaders, now }, { attachments }) {
    // tus has only HEAD. A GET is handled like it, with a body.
    const { 'tus-resumable': version = '1.0.0' } = uploadHeaders();
    const headers = { 'tus-resumable': version };
    const request = { method: 'HEAD', attachmentId: params.attachmentId, headers } as const;
    const upload = await requireAttachments(attachments).handleUpload(request, uploaderOf(caller), now);
    if (upload.row === undefined) throw new AppError('not-found');
    return { status: 200, headers: upload.headers, body: presentUpload(upload.row) };
  },
});
