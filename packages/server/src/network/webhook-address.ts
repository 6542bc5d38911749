import { isIPv6, type LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FieldProblem, fieldProblem } from '@player-support/contract/field-problems';
import ipaddr from 'ipaddr.js';
import { isPercentEncoded } from '../domain/url-password.ts';
import type { ResolveName } from './resolve-name.ts';

/** An operator can allow these: own networks, and this machine. */
const PRIVATE = new Set(['private', 'loopback', 'uniqueLocal', 'carrierGradeNat']);
/** IPv6 of the Internet (IANA, IPv6 Global Unicast Address Space). */
const INTERNET_V6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** Clouds serve credentials here, besides the link-local addresses. */
const METADATA = new Set([
  // Amazon: instances, and pods of EKS.
  'fd00:ec2::254',
  'fd00:ec2::23',
  'fd20:ce::254', // Google
  '168.63.129.16', // Azure
  'fd00:c1::a9fe:a9fe', // Oracle
  '100.100.100.200', // Alibaba
  'fd00:42::42', // Scaleway
]);

/** Names of this machine (RFC 6761, section 6.3). */
const LOCALHOST = /(?:^|\.)localhost\.?$/;

export class RefusedAddressError extends Error {
  override readonly name = 'RefusedAddressError';
}

export function isAllowed(address: string, allowPrivate: boolean): boolean {
  // `process` reads an IPv4 address in IPv6 form as IPv4. The zone only names an own interface.
  const ip = ipaddr.process(address.replace(/%.*/, ''));
  if (METADATA.has(ip.toString())) return false;
  const range = ip.range();
  if (range === 'unicast') return ip instanceof ipaddr.IPv4 || ip.match(INTERNET_V6);
  return allowPrivate && PRIVATE.has(range);
}

/** Undefined: the host is a name. */
export function ipOf({ hostname }: URL): string | undefined {
  const host = hostname.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(host) ? host : undefined;
}

/** Undefined: allowed by the URL itself. Names are checked when they are resolved. */
export function problemOfUrl(text: string, allowPrivate: boolean): FieldProblem | undefined {
  const url = URL.parse(text);
  if (url === null || !['https:', 'http:'].includes(url.protocol)) return fieldProblem('wrong-url');
  if (url.username !== '' || url.password !== '' || !isPercentEncoded(text)) return fieldProblem('url-with-user');
  const ip = ipOf(url);
  const isPrivate = ip === undefined ? LOCALHOST.test(url.hostname) && !allowPrivate : !isAllowed(ip, allowPrivate);
  if (isPrivate) return fieldProblem('private-address');
  if (allowPrivate) return undefined;
  if (url.protocol !== 'https:') return fieldProblem('url-without-tls');
  return url.port === '' ? undefined : fieldProblem('url-with-port');
}

export type NameRules = { readonly allowPrivate: boolean; readonly resolveName: ResolveName };

/**
 * Refused names take at least so long, in milliseconds: the time must not tell which names the own
 * network has, and which nobody has.
 */
const REFUSAL_MS = 500;

/** Undefined: the name has no address, or one that is refused. */
async function allowedAddresses(name: string, { allowPrivate, resolveName }: NameRules, signal?: AbortSignal) {
  const began = performance.now();
  const addresses = await resolveName(name, signal);
  if (addresses.length > 0 && addresses.every((address) => isAllowed(address, allowPrivate))) return addresses;
  await sleep(began + REFUSAL_MS - performance.now());
  return undefined;
}

/** An early hint: each connection checks the name again. */
export async function problemOfName(text: string, rules: NameRules) {
  const url = new URL(text);
  if (ipOf(url) !== undefined) return undefined;
  try {
    return (await allowedAddresses(url.hostname, rules)) === undefined ? fieldProblem('unknown-host') : undefined;
  } catch {
    return fieldProblem('name-server-down');
  }
}

/** The connection uses the result, not a later answer. */
export function safeLookup(rules: NameRules, signal?: AbortSignal): LookupFunction {
  return (host, { all }, done) => {
    const found = async () => {
      const addresses = await allowedAddresses(host, rules, signal);
      if (addresses === undefined) throw new RefusedAddressError(`${host} leads to no address that is allowed`);
      return addresses;
    };
    found().then(
      (addresses) => {
        const records = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
        const [first] = records;
        if (all) done(null, records);
        else done(null, first?.address ?? '', first?.family);
      },
      (error: Error) => done(error, []),
    );
  };
}
