import { randomPart } from './random.ts';

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

/** Two characters for each value of ten bits: a string is made of half as many pieces. */
const PAIRS = Array.from({ length: 1024 }, (_, value) => `${ALPHABET[value >>> 5]}${ALPHABET[value & 31]}`);

/** The "extended hex" base32 of RFC 4648, section 7, lower case, without padding: texts sort as their bytes do. */
export function base32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    if (bits >= 10) {
      bits -= 10;
      text += PAIRS[value >>> bits];
      value &= (1 << bits) - 1;
    }
  }
  if (bits === 0) return text;
  const rest = PAIRS[value << (10 - bits)] ?? '';
  return text + (bits > 5 ? rest : rest.slice(0, 1));
}

/** The characters that 16 bytes take in base32. */
const PLAYER_PART = 26;

let lastTime = 0;
let lastTail = 0;

/**
 * Ten bytes that grow with every call of this process: 48 bits of time in milliseconds, 32 random bits. Two calls in
 * one millisecond count upwards, so that ids sort in the order in which they were made.
 */
function timeOrdered(now: number): Buffer {
  const bytes = Buffer.from(randomPart(10));
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
  return `${ID_PREFIX[kind]}_${base32(timeOrdered(now))}${base32(randomPart(10))}`;
}

/** The id of the player whose 16 identity bytes these are. */
export function playerId(bytes: Uint8Array): string {
  return `${ID_PREFIX.player}_${base32(bytes)}`;
}

/** A new ticket id. It carries the player's id, so that the ticket's row and shard are known from the id alone. */
export function newTicketId(player: string, now: number): string {
  return `${ID_PREFIX.ticket}_${player.slice(ID_PREFIX.player.length + 1)}${base32(timeOrdered(now))}`;
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
