import { FILE_PART, operation } from '../operations/operation.ts';
import { requireAttachments, uploaderOf } from './uploads.ts';

export const sendPart = operation({
  id: 'SendPart',
  tag: 'Attachments',
  summary: 'Send a part of a file',
  description:
    'The body is the next bytes of the file, from `Upload-Offset`. Its media type is `application/offset+octet-stream`. A part has at least 256 KiB, except the last one. A file has at most 1,000 parts. If the connection is lost, ask GetUpload for the offset, and continue there. The response to the last part comes after the file is checked. If the file is refused, the upload is deleted. Otherwise the id now works in `attachments` of a message.',
  method: 'PATCH',
  url: '/api/v1/player/attachments/resumable/:attachmentId',
  auth: 'player',
  limits: ['uploadPart'],
  takesFile: FILE_PART,
  tusHeaders: ['Upload-Offset'],
  needs: ['attachments'],
  success: { status: 204 },
  failures: [409, 412],

  async handle({ caller, params, file, uploadHeaders, now }, { attachments }) {
    const { attachmentId } = params;
    const request = { method: 'PATCH', attachmentId, headers: uploadHeaders(), file: file() } as const;
    const { headers } = await requireAttachments(attachments).handleUpload(request, uploaderOf(caller), now);
    return { status: 204, headers };
  },
});
