import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { aTicket, getTicket, type Player } from './builders.ts';
import type { Api, CallOptions, Reply } from './call.ts';
import { executeSql } from './databases.ts';
import type { TestServer } from './harness.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** A copy with its own memory, as `fetch` wants it. */
export const bytesOf = (data: Buffer | string): Bytes => Uint8Array.from(Buffer.from(data as Buffer));

export async function aPicture(format: 'png' | 'jpeg' | 'webp' | 'gif' = 'png', side = 8): Promise<Bytes> {
  const create = { width: side, height: side, channels: 3, background: '#336699' } as const;
  return bytesOf(await sharp({ create }).toFormat(format).toBuffer());
}

/** No format makes it small. `most`: its most bytes. */
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

export function upload(server: Api, player: Player, raw: Bytes, options: UploadOptions = {}): Promise<Reply> {
  const { name = 'screenshot.png', type = 'image/png', ...more } = options;
  return server.call('POST', '/api/v1/player/attachments', {
    token: player.token,
    raw,
    ...more,
    headers: { 'content-type': type, 'x-file-name': encodeURIComponent(name), ...more.headers },
  });
}

/** Uploads a team's file for a ticket, by default with the tests' key. */
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

/** A picture by default. Returns its id. */
export async function anAttachment(server: Api, player: Player, raw?: Bytes, options?: UploadOptions): Promise<string> {
  const { status, body, text } = await upload(server, player, raw ?? (await aPicture()), options);
  assert.equal(status, 201, text);
  return body.attachmentId;
}

/** Returns the last message's attachments, as the player sees them. */
export async function attachmentsOf(server: Api, player: Player, ticketId: string): Promise<Reply['body']> {
  return (await getTicket(server, player, ticketId)).body.messages.at(-1)?.attachments;
}

/** Leaves a player's files to the job that deletes them. */
export const filesAreDeleted = ({ databaseUrl, clock }: TestServer, { id }: Player): Promise<void> =>
  executeSql(
    databaseUrl,
    `UPDATE attachment SET state = 'deleted', name = '', scan_at = NULL, expires_at = ${clock.now} WHERE player_id = '${id}'`,
  );

export async function aFileUrl(server: Api, player: Player, raw?: Bytes, options?: UploadOptions): Promise<string> {
  const ticketId = await aTicket(server, player, { attachments: [await anAttachment(server, player, raw, options)] });
  const [file] = await attachmentsOf(server, player, ticketId);
  return file.url;
}
