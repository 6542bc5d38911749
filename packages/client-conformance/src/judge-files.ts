import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Ledger, Written } from './device.ts';
import type { Exchange } from './fault-proxy.ts';
import { short } from './journal.ts';
import type { Kind, ReceivedTicket, Verdict } from './judge.ts';
import { asksForOffset, beginsParts, isPart, isUpload, sha256 } from './uploads.ts';

type Fault = (kind: Kind, text: string) => void;

/** These statuses refuse a file for good. */
function refusalsOf(exchange: Exchange): readonly number[] {
  // In parts, 404 means to begin anew, and 409 to ask for the offset.
  if (isPart(exchange)) return [400, 413, 415];
  if (beginsParts(exchange)) return [400, 409, 413, 415];
  return asksForOffset(exchange) ? [] : [400, 404, 409, 413, 415];
}

export function refusedFiles(exchanges: readonly Exchange[]): Set<string> {
  const refused = exchanges.filter(
    (exchange) =>
      isUpload(exchange) &&
      (['413', '415'].includes(exchange.fault) || refusalsOf(exchange).includes(exchange.response?.status ?? 0)),
  );
  return new Set(refused.map(({ fileName }) => fileName ?? ''));
}

/** Checks that each part has the bytes of its file at that offset. */
export function judgeParts(ledger: Ledger, exchanges: readonly Exchange[]): Verdict {
  const verdict: { kind: Kind; text: string }[] = [];
  const files = ledger.written.flatMap((one) => one.files);
  for (const { part, fileName, url } of exchanges) {
    if (part === undefined) continue;
    const { offset, length, hash } = part;
    const file = files.find(({ name }) => name === fileName);
    const bytes = file && Buffer.from(file.content, 'base64').subarray(offset, offset + length);
    if (bytes !== undefined && sha256(bytes) === hash) continue;
    const of = file === undefined ? `an upload that nobody began: ${url}` : file.name;
    verdict.push({ kind: 'wrong part', text: `${length} bytes at ${offset} are not those of ${of}` });
  }
  return verdict;
}

/**
 * Checks that each message has its files, in order. One may be missing if reported, and refused or
 * not yet stored.
 */
export function judgeFiles(ledger: Ledger, tickets: readonly ReceivedTicket[], refused: ReadonlySet<string>): Verdict {
  const verdict: { kind: Kind; text: string }[] = [];
  for (const { messages, files } of tickets) {
    for (const [index, message] of messages.entries()) {
      const written = ledger.find(message);
      if (written === undefined) continue;
      const fault: Fault = (kind, text) => void verdict.push({ kind, text: `${text}, of ${short(message)}` });
      compareFiles(written, files[index] ?? [], { ledger, refused, fault });
    }
  }
  return verdict;
}

function compareFiles(
  { files }: Written,
  arrived: readonly string[],
  { ledger, refused, fault }: { ledger: Ledger; refused: ReadonlySet<string>; fault: Fault },
): void {
  for (const hash of new Set(arrived)) {
    if (files.some((file) => file.hash === hash)) continue;
    const owner = ledger.written.find((one) => one.files.some((file) => file.hash === hash));
    fault('wrong file', owner === undefined ? 'bytes that nobody gave' : `a file of ${short(owner.message)}`);
  }
  for (const { name, hash, isStored, mayBeLost, missing } of files) {
    const times = arrived.filter((one) => one === hash).length;
    if (times > 1) fault('file doubled', `${times} times ${name}`);
    if (times > 0) {
      if (missing !== undefined) fault('file lost', `${name} arrived, but was told as missing: ${missing}`);
    } else if (missing === undefined) fault('file lost', `${name}, and the client did not tell`);
    else if (!refused.has(name) && (isStored || !mayBeLost)) fault('file lost', `${name}: ${missing}`);
  }
  const known = [...new Set(arrived)].filter((hash) => files.some((file) => file.hash === hash));
  const wanted = files.map(({ hash }) => hash).filter((hash) => arrived.includes(hash));
  if (known.join() !== wanted.join()) {
    const names = known.map((hash) => files.find((file) => file.hash === hash)?.name);
    fault('files out of order', names.join(', '));
  }
}

/** Finds files left behind: only a failed message may keep its files. */
export async function leftBehind(
  ledger: Ledger,
  folder: string,
  isMeant: (written: Written) => boolean = () => true,
): Promise<Verdict> {
  const unneeded = ledger.written
    .filter((one) => one.failed === undefined && isMeant(one))
    .flatMap(({ files }) => files);
  if (unneeded.length === 0) return [];
  const verdict: { kind: Kind; text: string }[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    // It may vanish meanwhile.
    const stored = await readFile(path.join(entry.parentPath, entry.name)).catch(() => Buffer.alloc(0));
    for (const { name, content } of unneeded) {
      if (stored.includes(Buffer.from(content, 'base64'))) verdict.push({ kind: 'file left behind', text: name });
    }
  }
  return verdict;
}
