import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { aTicket, getTicket, type Player } from './builders.ts';
import type { Api, CallOptions, Reply } from './call.ts';

/** Files that tests upload. */

type Bytes = Uint8Array<ArrayBuffer>;

/** A copy in memory of its own, as `fetch` wants it. */
export const bytesOf = (data: Buffer | string): Bytes => Uint8Array.from(Buffer.from(data as Buffer));

/** A small picture. */
export async function aPicture(format: 'png' | 'jpeg' | 'webp' | 'gif' = 'png', side = 8): Promise<Bytes> {
  const create = { width: side, height: side, channels: 3, background: '#336699' } as const;
  return bytesOf(await sharp({ create }).toFormat(format).toBuffer());
}

/** A picture that no format makes small. @param most the bytes that it has at most */
export async function noise(side: number, most: number): Promise<Bytes> {
  const raw = { width: side, height: side, channels: 3 } as const;
  const picture = await sharp(randomBytes(3 * side * side), { raw })
    .png({ compressionLevel: 0 })
    .toBuffer();
  assert.ok(picture.length <= most, `${picture.length} bytes`);
  return bytesOf(picture);
}

export interface UploadOptions extends CallOptions {
  readonly name?: string;
  readonly type?: string;
}

/** Uploads a file of a player. Returns the response, even a refusal. */
export function upload(server: Api, player: Player, raw: Bytes, options: UploadOptions = {}): Promise<Reply> {
  const { name = 'screenshot.png', type = 'image/png', ...more } = options;
  return server.call('POST', '/api/v1/player/attachments', {
    token: player.token,
    raw,
    ...more,
    headers: { 'content-type': type, 'x-file-name': encodeURIComponent(name), ...more.headers },
  });
}

/** Uploads a file of the team for a ticket, by default with the key of the tests. */
export function uploadForTicket(
  server: Api & { readonly teamKey: string },
  ticketId: string,
  raw: Bytes,
  options: UploadOptions = {},
): Promise<Reply> {
  const { name = 'fix.png', type = 'image/png', ...more } = options;
  const credentials = more.headers?.cookie === undefined ? { token: server.teamKey } : {};
  return server.call('POST', `/api/v1/team/tickets/${ticketId}/attachments`, {
    ...credentials,
    raw,
    ...more,
    headers: { 'content-type': type, 'x-file-name': encodeURIComponent(name), ...more.headers },
  });
}

/** Uploads a file, by default a picture. Returns its id. */
export async function anAttachment(server: Api, player: Player, raw?: Bytes, options?: UploadOptions): Promise<string> {
  const { status, body, text } = await upload(server, player, raw ?? (await aPicture()), options);
  assert.equal(status, 201, text);
  return body.attachmentId;
}

/** The attachments of the last message of a ticket, as its player sees them. */
export async function attachmentsOf(server: Api, player: Player, ticketId: string): Promise<Reply['body']> {
  return (await getTicket(server, player, ticketId)).body.messages.at(-1)?.attachments;
}

/** The URL of a file of a new ticket. */
export async function aFileUrl(server: Api, player: Player, raw?: Bytes, options?: UploadOptions): Promise<string> {
  const ticketId = await aTicket(server, player, { attachments: [await anAttachment(server, player, raw, options)] });
  const [file] = await attachmentsOf(server, player, ticketId);
  return file.url;
}
