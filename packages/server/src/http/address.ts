import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An address as some proxies write it: with a port, and an IPv6 one in brackets. */
const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/;
/** How an IPv6 address begins that stands for an IPv4 one (RFC 4291, section 2.5.5.2). */
const MAPPED = '::ffff:';
/** Groups of 16 bits in the first 64 bits of an IPv6 address. */
const NETWORK_GROUPS = 4;

/**
 * The key by which limits count an address: an IPv4 address itself, for IPv6 its /64 network, of
 * which one client usually has all addresses. All invalid addresses have one key.
 */
export function addressKey(text: string): string {
  const [, ipv6, ipv4] = WITH_PORT.exec(text) ?? [];
  const [address = ''] = (ipv6 ?? ipv4 ?? text).split('%', 1);
  if (isIPv4(address)) return address;
  // Node writes IPv4 addresses so on a socket of both families. This is faster than parsing.
  if (address.startsWith(MAPPED) && isIPv4(address.slice(MAPPED.length))) return address.slice(MAPPED.length);
  if (!isIPv6(address)) return 'no address';
  const parsed = ipaddr.IPv6.parse(address);
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  const groups = parsed.parts.slice(0, NETWORK_GROUPS).map((group) => group.toString(16));
  return `${groups.join(':')}::/64`;
}
