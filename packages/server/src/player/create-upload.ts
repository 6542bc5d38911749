import { ResumableUploadResponse } from '@player-support/contract/attachments';
import { UPLOADS_PATH } from '../attachments/resumable-uploads.ts';
import { operation } from '../operations/operation.ts';
import { requireAttachments, uploaderOf } from './uploads.ts';

export const createUpload = operation({
  id: 'CreateUpload',
  tag: 'Attachments',
  summary: 'Start an upload in parts',
  description:
    'For large files and slow networks: what has arrived stays when the connection is lost. It speaks tus 1.0.0 (https://tus.io) with the extensions creation, expiration and termination, so any client for tus can be used. Send `Tus-Resumable: 1.0.0`, the size of the file in `Upload-Length`, and its name in `Upload-Metadata` as `filename`, a space and base64. The header `Location` of the response is where to send the parts; its last segment is the id of the attachment. The limits are those of UploadAttachment. An upload is deleted if its first part has not arrived after 10 minutes, 6 hours after its last part, and after a day. `Upload-Expires` says when.',
  method: 'POST',
  url: '/api/v1/player/attachments/resumable',
  auth: 'player',
  addressLimit: 'uploadAddress',
  limits: ['upload'],
  tusHeaders: ['Upload-Length', 'Upload-Metadata'],
  needs: ['attachments'],
  success: { status: 201, schema: ResumableUploadResponse },
  failures: [400, 409, 412],

  async handle({ caller, uploadHeaders, now }, { attachments }) {
    // Without the extension `creation-with-upload`, the body is ignored.
    const { 'content-type': _type, 'content-length': _length, ...headers } = uploadHeaders();
    const uploads = requireAttachments(attachments);
    const response = await uploads.handleUpload({ method: 'POST', headers }, uploaderOf(caller), now);
    const attachmentId = response.headers.location?.slice(UPLOADS_PATH.length + 1) ?? '';
    const body = { attachmentId, offset: 0, length: Number(headers['upload-length']) };
    return { status: 201, headers: response.headers, body };
  },
});
