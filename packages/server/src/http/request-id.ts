import { randomPart } from '../domain/random.ts';

/** A token in the wrong header must not end up in the log. */
const SECRET = /^(?:pat|psk)_/;
const KEPT = /^[A-Za-z0-9._:-]{1,128}$/;

/** 128 random bits. */
function newRequestId(): string {
  return randomPart(16).toString('base64url');
}

/** The id of a request: the one that it came with, if it is 1 to 128 harmless characters, or a new one. */
export function requestId(incoming: string | string[] | undefined): string {
  return typeof incoming === 'string' && KEPT.test(incoming) && !SECRET.test(incoming) ? incoming : newRequestId();
}
