import { isIP } from 'node:net';

/** What a proxy may have put around an address: a port, and brackets around an IPv6 one. */
const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/;

/**
 * The key by which an address is limited: an IPv4 address, or the /64 network of an IPv6 one, since whoever has one
 * address of it has all. Whatever is no address has one key together.
 */
export function addressKey(text: string): string {
  const [, bracketed, bare] = WITH_PORT.exec(text) ?? [];
  const [address = ''] = (bracketed ?? bare ?? text).split('%', 1);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const family = isIP(address);
  if (family === 0) return 'no address';
  if (family === 4) return address;
  // A URL's host is the shortest form of an IPv6 address, so that one address has one key.
  const shortest = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = shortest.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...new Array<string>(zeros).fill('0'), ...after];
  return `${groups.slice(0, 4).join(':')}::/64`;
}
