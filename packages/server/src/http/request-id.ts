import { createHmac, randomBytes, randomUUID } from 'node:crypto';

/** A token in the wrong header must not get into a response. */
const SECRET = /^(?:pat|psk)_/;
/** Harmless in a header and a log. */
const ACCEPTED = /^[A-Za-z0-9._:-]{1,128}$/;

/** Ids of programs. Other outside text could be personal or secret. */
const IDS = [
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i, // UUID
  /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i, // ULID
  /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/, // traceparent of W3C Trace Context
  /^1-[0-9a-f]{8}-[0-9a-f]{24}$/, // AWS X-Ray
  /^(?=.*[a-f])[0-9a-f]{16,64}$/i, // random bytes; digits alone could be the number of a card
];

/** Other ids are logged as their hash, which cannot be reversed by guessing. */
const hashKey = randomBytes(32);

/** Returns the id from an acceptable X-Request-Id header, or a new one. */
export function requestId(header: string | string[] | undefined): string {
  return typeof header === 'string' && ACCEPTED.test(header) && !SECRET.test(header) ? header : randomUUID();
}

/** Returns an id for logs: one without the form of an id becomes the same text in all lines. */
export function loggedRequestId(id: string): string {
  if (IDS.some((form) => form.test(id))) return id;
  return `outside-${createHmac('sha256', hashKey).update(id).digest('hex').slice(0, 16)}`;
}
