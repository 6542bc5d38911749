import { operation } from '../operations/operation.ts';
import { requireAttachments, uploaderOf } from './uploads.ts';

export const deleteUpload = operation({
  id: 'DeleteUpload',
  tag: 'Attachments',
  summary: 'Cancel an upload',
  description:
    'What has arrived is deleted, and no longer counts towards the daily limit of the player. A complete file gets 409.',
  method: 'DELETE',
  url: '/api/v1/player/attachments/resumable/:attachmentId',
  auth: 'player',
  limits: ['uploadPart'],
  tusHeaders: [],
  needs: ['attachments'],
  success: { status: 204 },
  failures: [409, 412],

  async handle({ caller, params, uploadHeaders, now }, { attachments }) {
    const { 'tus-resumable': version = '' } = uploadHeaders();
    const headers: Record<string, string> = version === '' ? {} : { 'tus-resumable': version };
    const request = { method: 'DELETE', attachmentId: params.attachmentId, headers } as const;
    await requireAttachments(attachments).handleUpload(request, uploaderOf(caller), now);
    return { status: 204, headers: { 'tus-resumable': '1.0.0' } };
  },
});
