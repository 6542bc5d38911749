import { UploadedAttachmentResponse, UploadQuery } from '@player-support/contract/attachments';
import { operation } from '../operations/operation.ts';
import { requireAttachments, uploaderOf } from './uploads.ts';

export const uploadAttachment = operation({
  id: 'UploadAttachment',
  tag: 'Attachments',
  summary: 'Upload a file for a message',
  description:
    'The body is the file. Then send its id in `attachments` of CreateTicket or AddTicketMessage, at most 5 for a message. Without a message it is deleted after 7 days. The name goes into the header `X-File-Name`, percent-encoded in UTF-8, or into the query. The server finds the type in the bytes, and encodes PNG, JPEG, WebP and GIF images anew, without their metadata. A server without a store of files responds with 404.',
  method: 'POST',
  url: '/api/v1/player/attachments',
  auth: 'player',
  addressLimit: 'uploadAddress',
  limits: ['upload'],
  takesFile: true,
  query: UploadQuery,
  needs: ['attachments'],
  success: { status: 201, schema: UploadedAttachmentResponse },
  failures: [409],

  async handle({ caller, file, now }, { attachments }) {
    return { status: 201, body: await requireAttachments(attachments).take(file(), uploaderOf(caller), now) };
  },
});
