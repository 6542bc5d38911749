import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const COOKIE = 'player-support-demo';

/** The one browser that opened the link. */
export interface Visitor {
  /** In the link. Valid once. */
  readonly key: string;
  /** Uses the key up. Returns the browser's new cookie. Undefined: the key is wrong. */
  enter(key: string): string | undefined;
  sent(request: IncomingMessage): boolean;
}

export function createVisitor(): Visitor {
  const key = randomBytes(16).toString('base64url');
  const cookie = `${COOKIE}=${randomBytes(16).toString('base64url')}`;
  let isUsed = false;
  return {
    key,
    enter(given) {
      if (isUsed || !isSame(given, key)) return undefined;
      isUsed = true;
      return `${cookie}; HttpOnly; SameSite=Strict; Path=/`;
    },
    sent: ({ headers }) => (headers.cookie ?? '').split(/;\s*/).some((one) => isSame(one, cookie)),
  };
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
