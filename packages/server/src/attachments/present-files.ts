import type { AttachmentResponse } from '@player-support/contract/attachments';
import type { MessageFile } from '../store/message-files.ts';
import { type Attachments, isReadable } from './attachments.ts';

export function presentFiles(
  attachments: Attachments | undefined,
  files: readonly MessageFile[],
  now: number,
): Map<string, AttachmentResponse[]> {
  const byMessage = new Map<string, AttachmentResponse[]>();
  for (const file of files) {
    const { attachment_id: id, player_id, message_id, name, content_type: contentType, size, scan } = file;
    const url = attachments !== undefined && isReadable(file) ? attachments.urls.pathOf(player_id, id, now) : null;
    const why = scan === 'waiting' || scan === 'infected' ? { scan } : {};
    const list = byMessage.get(message_id ?? '') ?? [];
    byMessage.set(message_id ?? '', [...list, { id, name, contentType, size, url, ...why }]);
  }
  return byMessage;
}
