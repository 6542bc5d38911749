import { UploadedAttachmentResponse, UploadQuery } from '@player-support/contract/attachments';
import { countedAs } from '../../domain/counted-caller.ts';
import { AppError, ticketMerged } from '../../errors.ts';
import { findVisibleTicket } from '../../operations/find-ticket.ts';
import { operation } from '../../operations/operation.ts';

export const uploadTicketAttachment = operation({
  id: 'UploadTicketAttachment',
  tag: 'Tickets',
  summary: 'Upload a file for a reply or a note',
  description:
    'The body is the file. Then send its id in `attachments` of ReplyToTicket or AddNote, at most 5 for a message. Only the member or key that uploaded it can do that, and only in this ticket. Without a message it is deleted after 7 days. The name goes into the header `X-File-Name`, percent-encoded in UTF-8, or into the query. The server finds the type in the bytes, and encodes PNG, JPEG, WebP and GIF images anew, without their metadata. A server without a store of files responds with 404.',
  method: 'POST',
  url: '/api/v1/team/tickets/:ticketId/attachments',
  auth: 'team',
  role: 'agent',
  takesFile: true,
  // The client may be slow. `attachments` limits a caller's uploads.
  waitsForOthers: true,
  query: UploadQuery,
  needs: ['attachments', 'limits'],
  success: { status: 201, schema: UploadedAttachmentResponse },
  failures: [409],

  async handle({ caller, params, file, now }, { attachments, limits, store }) {
    limits.consumeByCaller('teamUpload', caller);
    if (attachments === undefined) throw new AppError('not-found', { detail: 'This server does not accept files.' });
    const { ticketId } = params;
    const ticket = await findVisibleTicket(store, caller, ticketId);
    if (ticket.status === 'held') throw new AppError('ticket-held');
    if (ticket.merged_into !== null) throw ticketMerged(ticket.merged_into);
    const { player_id, project_id } = ticket;
    const uploader = { player_id, project_id, uploaded_by: caller.id, ticket_id: ticketId };
    const body = await attachments.take(file(), uploader, now, countedAs(caller));
    await caller.checkAgain?.();
    return { status: 201, body };
  },
});
