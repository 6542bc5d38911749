import { randomBytes } from 'node:crypto';
import { CLOCK_SKEW_MS } from './time.ts';

/** Before the underscore. A prefix is never reused. */
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
  delivery: 'dlv',
  passkey: 'pky',
  attachment: 'att',
  move: 'mov',
  knownIssue: 'kni',
  answer: 'ans',
  view: 'viw',
} as const;
export type IdKind = keyof typeof ID_PREFIX;

const ALPHABET = '0123456789abcdefghijklmnopqrstuv';

const CODES = Buffer.from(ALPHABET);

/** RFC 4648, section 7 ("extended hex"), in lower case without padding. Sorts as the bytes do. */
export function base32(bytes: Uint8Array): string {
  // A buffer: V8 stores a string that grows in small pieces as a tree.
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

/** 16 bytes in base32. */
const PLAYER_PART_LENGTH = 26;

let lastTime = 0;
let lastCount = 0;

/**
 * 48 bits of milliseconds, a 32-bit counter that starts at random in each millisecond, random bits:
 * in the order of calls, unless the clock is set back by more than the skew. `length`: at least 10.
 */
function timeOrdered(length: number, now: number): Buffer {
  const bytes = randomBytes(length);
  if (now > lastTime || now < lastTime - CLOCK_SKEW_MS) {
    lastTime = now;
    lastCount = bytes.readUInt32BE(6);
  } else if (lastCount < 0xffff_ffff) {
    lastCount++;
  } else {
    lastTime++;
    lastCount = 0;
  }
  bytes.writeUIntBE(lastTime, 0, 6);
  bytes.writeUInt32BE(lastCount, 6);
  return bytes;
}

/** The prefix, the time, a counter and 80 random bits. Ids sort by creation. */
export const newId = (kind: Exclude<IdKind, 'player' | 'ticket'>, now: number): string =>
  `${ID_PREFIX[kind]}_${base32(timeOrdered(20, now))}`;

/** The same id on every node for the same time and bytes. `bytes`: at least 14. */
export function fixedId(kind: Exclude<IdKind, 'player' | 'ticket'>, time: number, bytes: Uint8Array): string {
  const all = Buffer.alloc(20);
  all.writeUIntBE(time, 0, 6);
  all.set(bytes.subarray(0, 14), 6);
  return `${ID_PREFIX[kind]}_${base32(all)}`;
}

/** The 48 bits of the time, and two more. */
const TIME_CHARACTERS = 10;
const UNITS_PER_MS = 4;

/** Reads the time from an id, in milliseconds since 1970. */
export function timeOfId(id: string): number {
  const start = id.indexOf('_') + 1;
  // The alphabet matches `parseInt`, and 50 bits are exact.
  return Math.floor(Number.parseInt(id.slice(start, start + TIME_CHARACTERS), ALPHABET.length) / UNITS_PER_MS);
}

/** Moves the time of the id. Negative: earlier. */
export function shiftId(id: string, milliseconds: number): string {
  const start = id.indexOf('_') + 1;
  const end = start + TIME_CHARACTERS;
  const time = Number.parseInt(id.slice(start, end), ALPHABET.length) + milliseconds * UNITS_PER_MS;
  return id.slice(0, start) + time.toString(ALPHABET.length).padStart(TIME_CHARACTERS, '0') + id.slice(end);
}

/** Makes the id from 16 bytes (see `playerOfInstallation`). */
export const playerId = (bytes: Uint8Array): string => `${ID_PREFIX.player}_${base32(bytes)}`;

/** Makes the id from 16 bytes. They leave two bits unused, which mark an account. */
export function accountId(bytes: Uint8Array): string {
  const id = playerId(bytes);
  const last = Number.parseInt(id.slice(-1), ALPHABET.length);
  return id.slice(0, -1) + (ALPHABET[last + 1] ?? '');
}

/** All other players are installations. */
export const isAccount = (player: string): boolean => Number.parseInt(player.slice(-1), ALPHABET.length) % 4 === 1;

/** Makes an id that contains the player's id, so the ticket's row and shard follow from it. */
export const newTicketId = (player: string, now: number): string =>
  `${ID_PREFIX.ticket}_${player.slice(ID_PREFIX.player.length + 1)}${base32(timeOrdered(10, now))}`;

const TICKET_ID = new RegExp(`^${ID_PREFIX.ticket}_([0-9a-v]{${PLAYER_PART_LENGTH}})[0-9a-v]{16}$`);

/** Undefined: this is no ticket id. */
export function playerOfTicket(ticketId: string): string | undefined {
  const part = TICKET_ID.exec(ticketId)?.[1];
  return part === undefined ? undefined : `${ID_PREFIX.player}_${part}`;
}

/** Checks only the form. */
export const isId = (kind: IdKind, text: string): boolean =>
  new RegExp(`^${ID_PREFIX[kind]}_[0-9a-v]{1,64}$`).test(text);

/** The share of all possible player ids that sort before. NaN: no player id. */
export const shareBefore = (player: string): number =>
  isId('player', player) ? Number.parseInt(player.slice(4, 10), 32) / 32 ** 6 : Number.NaN;
