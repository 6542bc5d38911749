import { isIPv4 } from 'node:net';

/** Groups of 16 bits: the first 48 bits of an IPv6 address, usually one customer's. */
const SHORT_GROUPS = 3;

/** What people may see of an address key: a /24 of IPv4, a /48 of IPv6. */
export function shortAddress(key: string): string {
  if (isIPv4(key)) return key.replace(/\d+$/, '0/24');
  if (!key.endsWith('/64')) return key;
  return `${key.split(':').slice(0, SHORT_GROUPS).join(':')}::/48`;
}
