import { Readable } from 'node:stream';
import { FileQuery } from '@player-support/contract/attachments';
import { Type } from 'typebox';
import { isReadable } from '../attachments/attachments.ts';
import { contentDisposition, nameForType } from '../domain/file-name.ts';
import { isId } from '../domain/ids.ts';
import { SECOND } from '../domain/time.ts';
import { AppError } from '../errors.ts';
import { fileKey } from '../files/file-keys.ts';
import { FILE, operation } from '../operations/operation.ts';

/** Browsers may show these: images are re-encoded, and a text is shown as text. */
const SHOWN = new Set(['image/png', 'image/jpeg', 'image/webp', 'text/plain']);

/** Nothing in a file may run, even at its URL. The sandbox gives it its own origin. */
const POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

export const getAttachmentFile = operation({
  id: 'GetAttachmentFile',
  tag: 'Attachments',
  summary: 'Read a file',
  description: 'Send a GET to the `url` of an attachment. It needs no token, and expires within an hour.',
  method: 'GET',
  url: '/api/v1/attachments/:attachmentId',
  auth: 'none',
  addressLimit: 'fileAddress',
  query: FileQuery,
  needs: ['attachments'],
  success: { status: 200, schema: Type.Unknown({ description: 'The bytes of the file.' }), type: FILE },

  async handle({ params, query, head, now }, { attachments, store }) {
    const { attachmentId } = params;
    const { player: playerId, signature } = query;
    const expires = Number(query.expires);
    const isFile = isId('attachment', attachmentId) && isId('player', playerId);
    if (attachments === undefined || !isFile) throw new AppError('not-found');
    if (!(await attachments.urls.isValid({ playerId, attachmentId, expires }, signature, now))) {
      throw new AppError('not-found', { detail: 'This address is wrong or has expired. Load the ticket again.' });
    }
    const row = await store.attachments.byId(playerId, attachmentId);
    const file = row !== undefined && isReadable(row) ? await attachments.files.open(fileKey(row)) : undefined;
    if (row === undefined || file === undefined) throw new AppError('not-found');
    if (head) file.stream.destroy();
    const { content_type: contentType } = row;
    // The last release kept names such as `report.html` for a PDF.
    const name = nameForType(row.name, contentType);
    return {
      status: 200,
      body: head ? Readable.from([]) : file.stream,
      headers: {
        'content-type': contentType === 'text/plain' ? 'text/plain; charset=utf-8' : contentType,
        'content-disposition': contentDisposition(SHOWN.has(contentType) ? 'inline' : 'attachment', name),
        'content-security-policy': POLICY,
        'cache-control': `private, max-age=${Math.floor((expires - now) / SECOND)}, immutable`,
        ...(head ? {} : { 'content-length': String(file.size) }),
      },
    };
  },
});
