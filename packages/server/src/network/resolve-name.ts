import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

/** To a name server, and how often. */
const QUESTION = { timeout: 2000, tries: 2 };
/** All questions about one name. */
const DEADLINE_MS = 5000;
/** No address, in contrast to a silent name server. */
const NO_ADDRESS = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

/** No name server responded in time, or knew whether the name exists. */
export class UnresolvedNameError extends Error {
  override readonly name = 'UnresolvedNameError';
}

/**
 * The addresses of a name, within five seconds. None: there is no such name.
 *
 * @throws UnresolvedNameError, also after `signal` was aborted
 */
export type ResolveName = (name: string, signal?: AbortSignal) => Promise<readonly string[]>;

export interface ResolveOptions {
  /** Default: the system's. For tests. */
  readonly servers?: readonly string[];
  readonly hostsFile?: string;
  readonly resolverFile?: string;
}

/**
 * Resolves names that members enter. `dns.lookup` uses the thread pool: two names without an answer
 * stop all other look-ups.
 */
export function createResolveName(options: ResolveOptions = {}): ResolveName {
  const { servers, hostsFile = '/etc/hosts', resolverFile = '/etc/resolv.conf' } = options;
  return async (name, signal) => {
    const known = hostAddresses(await linesOf(hostsFile), name);
    if (known.length > 0) return known;
    const fullNames = namesToAsk(await linesOf(resolverFile), name);
    const resolver = new Resolver(QUESTION);
    if (servers !== undefined) resolver.setServers(servers);
    const ended = AbortSignal.any([AbortSignal.timeout(DEADLINE_MS), ...(signal === undefined ? [] : [signal])]);
    ended.addEventListener('abort', () => resolver.cancel());
    let isUnknown = true;
    for (const fullName of fullNames) {
      if (ended.aborted) break;
      const answers = await Promise.allSettled([resolver.resolve4(fullName), resolver.resolve6(fullName)]);
      const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
      if (addresses.length > 0) return addresses;
      isUnknown &&= answers.every((answer) => answer.status === 'fulfilled' || NO_ADDRESS.has(answer.reason.code));
    }
    if (!isUnknown || ended.aborted) throw new UnresolvedNameError(`no name server could say where ${name} is`);
    return [];
  };
}

/** Reads lines as words, without comments. Empty: no such file. */
async function linesOf(file: string): Promise<string[][]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\n').map((line) => line.replace(/[#;].*/, '').match(/\S+/g) ?? []);
}

/** hosts(5): an address, and its names. */
function hostAddresses(lines: readonly string[][], name: string): string[] {
  const searched = name.replace(/\.$/, '').toLowerCase();
  const found = lines.filter(([, ...names]) => names.some((one) => one.toLowerCase() === searched));
  return [...new Set(found.map(([address = '']) => address).filter(isIP))];
}

/** resolv.conf(5): names with fewer dots than `ndots` are first searched in the domains. */
function namesToAsk(lines: readonly string[][], name: string): string[] {
  if (name.endsWith('.')) return [name];
  const [, ...domains] = lines.findLast(([keyword]) => keyword === 'search' || keyword === 'domain') ?? [];
  const options = lines.flatMap(([keyword, ...words]) => (keyword === 'options' ? words : []));
  const needed = Number(options.findLast((option) => option.startsWith('ndots:'))?.slice('ndots:'.length) ?? 1);
  const searched = domains.map((domain) => `${name}.${domain}`);
  const dots = name.split('.').length - 1;
  return dots >= needed ? [name, ...searched] : [...searched, name];
}
