import { randomBytes } from 'node:crypto';

/** Every kind of id and its prefix; a prefix stands before the first underscore and is never reused. */
export const ID_PREFIX = {
  project: 'prj',
  player: 'ply',
  ticket: 'tkt',
  message: 'msg',
  inboxMessage: 'inb',
  announcement: 'ann',
  apiKey: 'key',
  member: 'mem',
  invitation: 'inv',
  macro: 'mac',
  ticketEvent: 'evt',
  auditEntry: 'aud',
} as const;
export type IdKind = keyof typeof ID_PREFIX;

const ALPHABET = '0123456789abcdefghijklmnopqrstuv';

const CODES = Buffer.from(ALPHABET);

/**
 * The "extended hex" base32 of RFC 4648, section 7, lower case, without padding: texts sort as their bytes do. Written to
 * a buffer first: a string put together piece by piece is a tree, whose every piece the collector copies as long as it lives.
 */
export function base32(bytes: Uint8Array): string {
  const text = Buffer.allocUnsafe(Math.ceil((bytes.length * 8) / 5));
  let length = 0;
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    for (bits += 8; bits >= 5; ) {
      bits -= 5;
      text[length++] = CODES[(value >>> bits) & 31] ?? 0;
    }
    value &= 31;
  }
  if (bits > 0) text[length] = CODES[(value << (5 - bits)) & 31] ?? 0;
  return text.toString('latin1');
}

/** The characters that 16 bytes take in base32. */
const PLAYER_PART = 26;

let lastTime = 0;
let lastTail = 0;

/**
 * So many bytes, ten at least, that grow with every call of this process: 48 bits of time in milliseconds, 32 that begin
 * at random, random ones. Two calls in one millisecond count upwards, so that ids sort in the order in which they were
 * made.
 */
function timeOrdered(length: number, now: number): Buffer {
  const bytes = randomBytes(length);
  if (now > lastTime) {
    lastTime = now;
    lastTail = bytes.readUInt32BE(6);
  } else if (lastTail < 0xffff_ffff) {
    lastTail++;
  } else {
    lastTime++;
    lastTail = 0;
  }
  bytes.writeUIntBE(lastTime, 0, 6);
  bytes.writeUInt32BE(lastTail, 6);
  return bytes;
}

/** A new id: prefix, 48 bits of time, 32 that count within a millisecond, 80 random ones. Sorts by time of creation. */
export function newId(kind: Exclude<IdKind, 'player' | 'ticket'>, now: number): string {
  return `${ID_PREFIX[kind]}_${base32(timeOrdered(20, now))}`;
}

/** The id of the player whose 16 identity bytes these are. */
export function playerId(bytes: Uint8Array): string {
  return `${ID_PREFIX.player}_${base32(bytes)}`;
}

/** A new ticket id. It carries the player's id, so that the ticket's row and shard are known from the id alone. */
export function newTicketId(player: string, now: number): string {
  return `${ID_PREFIX.ticket}_${player.slice(ID_PREFIX.player.length + 1)}${base32(timeOrdered(10, now))}`;
}

const TICKET_ID = new RegExp(`^${ID_PREFIX.ticket}_([0-9a-v]{${PLAYER_PART}})[0-9a-v]{16}$`);

/** The id of the player whose ticket this is; undefined for what is no ticket id. */
export function playerOfTicket(ticketId: string): string | undefined {
  const part = TICKET_ID.exec(ticketId)?.[1];
  return part === undefined ? undefined : `${ID_PREFIX.player}_${part}`;
}

/** Whether this has the shape of an id of that kind. */
export function isId(kind: IdKind, text: string): boolean {
  return new RegExp(`^${ID_PREFIX[kind]}_[0-9a-v]{1,64}$`).test(text);
}

/** How many of all player ids come before this one, from 0 to 1: they are spread evenly. NaN for what is none. */
export function shareBefore(player: string): number {
  return isId('player', player) ? Number.parseInt(player.slice(4, 10), 32) / 32 ** 6 : Number.NaN;
}
