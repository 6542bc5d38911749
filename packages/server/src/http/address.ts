import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { shortAddress } from '../domain/short-address.ts';

/** As some proxies write it. IPv6 addresses are in brackets. */
const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/;
/** IPv4-mapped IPv6 addresses (RFC 4291, section 2.5.5.2). */
const MAPPED = '::ffff:';
const NO_ADDRESS = 'no address';
/** Groups of 16 bits: the first 64 bits of an IPv6 address. */
const NETWORK_GROUPS = 4;

/** Removes port, brackets and zone. */
function bareAddress(text: string): string {
  const [, ipv6, ipv4] = WITH_PORT.exec(text) ?? [];
  const [address = ''] = (ipv6 ?? ipv4 ?? text).split('%', 1);
  return address;
}

/** How much of an address logs show (LOG_ADDRESSES). */
export type AddressDetail = 'full' | 'short' | 'none';

/**
 * All of it, its network (/24 of IPv4, /48 of IPv6), or nothing. Undefined also for other texts.
 */
export function loggedAddress(text: string | undefined, detail: AddressDetail): string | undefined {
  if (detail === 'none') return undefined;
  const key = addressKey(text);
  if (key === NO_ADDRESS) return undefined;
  if (detail === 'short') return shortAddress(key);
  if (isIPv4(key)) return key;
  return ipaddr.IPv6.parse(bareAddress(text ?? '')).toString();
}

/**
 * The IPv4 address, or the /64 network of an IPv6 address, usually one client. All invalid ones
 * share a key. `text`: undefined after the client has gone.
 */
export function addressKey(text: string | undefined): string {
  if (text === undefined) return NO_ADDRESS;
  const address = bareAddress(text);
  if (isIPv4(address)) return address;
  // Node writes IPv4 addresses like this on dual-stack sockets. The check is faster than parsing.
  if (address.startsWith(MAPPED) && isIPv4(address.slice(MAPPED.length))) return address.slice(MAPPED.length);
  if (!isIPv6(address)) return NO_ADDRESS;
  const parsed = ipaddr.IPv6.parse(address);
  // ipaddr.js reads the deprecated form `::1.2.3.4` as mapped.
  if (parsed.isIPv4MappedAddress() && /ffff/i.test(address)) return parsed.toIPv4Address().toString();
  // A translator (NAT64) gives all IPv4 clients addresses in one /64 (RFC 6052).
  if (parsed.range() === 'rfc6052') return new ipaddr.IPv4(parsed.toByteArray().slice(-4)).toString();
  const groups = parsed.parts.slice(0, NETWORK_GROUPS).map((group) => group.toString(16));
  return `${groups.join(':')}::/64`;
}
