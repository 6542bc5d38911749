import { randomUUID } from 'node:crypto';

/** A token in the wrong header must not end up in the log. */
const SECRET = /^(?:pat|psk)_/;
/** Characters that are harmless in a header and a log. */
const ACCEPTED = /^[A-Za-z0-9._:-]{1,128}$/;

/** The id of a request: that of the X-Request-Id header if it is acceptable, or a new one. */
export function requestId(header: string | string[] | undefined): string {
  return typeof header === 'string' && ACCEPTED.test(header) && !SECRET.test(header) ? header : randomUUID();
}
