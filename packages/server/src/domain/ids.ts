import { randomBytes } from 'node:crypto';

/** The prefix of each kind of id, before the underscore. A prefix is never reused. */
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

/**
 * The "extended hex" base32 of RFC 4648, section 7, in lower case without padding. Texts sort as
 * their bytes do.
 */
export function base32(bytes: Uint8Array): string {
  // A buffer, because V8 stores a string that grows in small pieces as a tree.
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

/** The length of 16 bytes in base32. */
const PLAYER_PART_LENGTH = 26;

let lastTime = 0;
let lastCount = 0;

/**
 * Bytes that sort in the order of the calls in this process: 48 bits of time in milliseconds, a
 * counter of 32 bits that starts at random in each millisecond, and random bits.
 *
 * @param length at least 10
 */
function timeOrdered(length: number, now: number): Buffer {
  const bytes = randomBytes(length);
  if (now > lastTime) {
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

/** A new id: its prefix, the time, a counter and 80 random bits. Ids sort by time of creation. */
export function newId(kind: Exclude<IdKind, 'player' | 'ticket'>, now: number): string {
  return `${ID_PREFIX[kind]}_${base32(timeOrdered(20, now))}`;
}

/**
 * The same id for the same time and bytes, on every node. It sorts like a new id of that time.
 *
 * @param bytes 14 or more, such as a hash
 */
export function fixedId(kind: Exclude<IdKind, 'player' | 'ticket'>, time: number, bytes: Uint8Array): string {
  const all = Buffer.alloc(20);
  all.writeUIntBE(time, 0, 6);
  all.set(bytes.subarray(0, 14), 6);
  return `${ID_PREFIX[kind]}_${base32(all)}`;
}

/** The first ten characters of an id: the 48 bits of its time, and two more. */
const TIME_CHARACTERS = 10;
const UNITS_PER_MS = 4;

/** The time in an id that sorts by time, in milliseconds since 1970. */
export function timeOfId(id: string): number {
  const start = id.indexOf('_') + 1;
  // The alphabet is that of `parseInt`, and 50 bits are exact.
  return Math.floor(Number.parseInt(id.slice(start, start + TIME_CHARACTERS), ALPHABET.length) / UNITS_PER_MS);
}

/** The same id with a time that is later by this many milliseconds, or earlier if negative. */
export function shiftId(id: string, milliseconds: number): string {
  const start = id.indexOf('_') + 1;
  const end = start + TIME_CHARACTERS;
  const time = Number.parseInt(id.slice(start, end), ALPHABET.length) + milliseconds * UNITS_PER_MS;
  return id.slice(0, start) + time.toString(ALPHABET.length).padStart(TIME_CHARACTERS, '0') + id.slice(end);
}

/** The id of the player with these 16 bytes (see `playerOfInstallation`). */
export function playerId(bytes: Uint8Array): string {
  return `${ID_PREFIX.player}_${base32(bytes)}`;
}

/**
 * The id of the account with these 16 bytes. 16 bytes leave two bits of the last character unused,
 * which tell an account from an installation.
 */
export function accountId(bytes: Uint8Array): string {
  const id = playerId(bytes);
  const last = Number.parseInt(id.slice(-1), ALPHABET.length);
  return id.slice(0, -1) + (ALPHABET[last + 1] ?? '');
}

/** Whether a player id is that of an account. All others are those of installations. */
export function isAccount(player: string): boolean {
  return Number.parseInt(player.slice(-1), ALPHABET.length) % 4 === 1;
}

/**
 * A new ticket id. It contains the player's id, so the ticket's row and shard follow from the id.
 */
export function newTicketId(player: string, now: number): string {
  return `${ID_PREFIX.ticket}_${player.slice(ID_PREFIX.player.length + 1)}${base32(timeOrdered(10, now))}`;
}

const TICKET_ID = new RegExp(`^${ID_PREFIX.ticket}_([0-9a-v]{${PLAYER_PART_LENGTH}})[0-9a-v]{16}$`);

/** The id of the player who created this ticket. Undefined if this is no ticket id. */
export function playerOfTicket(ticketId: string): string | undefined {
  const part = TICKET_ID.exec(ticketId)?.[1];
  return part === undefined ? undefined : `${ID_PREFIX.player}_${part}`;
}

/** Whether a text has the form of an id of that kind. */
export function isId(kind: IdKind, text: string): boolean {
  return new RegExp(`^${ID_PREFIX[kind]}_[0-9a-v]{1,64}$`).test(text);
}

/** The share of all possible player ids that sort before this one, 0 to 1. NaN: no player id. */
export function shareBefore(player: string): number {
  return isId('player', player) ? Number.parseInt(player.slice(4, 10), 32) / 32 ** 6 : Number.NaN;
}
