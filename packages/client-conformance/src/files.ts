import type { NewFile } from './protocol.ts';

const MAX_FILES = 3;
const MAX_BYTES = 3000;
/** Two or three parts of 256 KiB. */
const MIN_LARGE_BYTES = 300_000;
const MAX_LARGE_BYTES = 700_000;
const LARGE_SHARE = 0.12;
/** Starts no text and no known type. */
const BINARY = Buffer.from([0xff, 0x00, 0xfe, 0x01]);

/** Other names have other bytes. */
export function aFile(name: string, { size = 40, isText = true } = {}): NewFile {
  const head = Buffer.from(`The file ${name}\n`);
  const rest = Buffer.alloc(Math.max(0, size - head.length), isText ? 'line of a log\n' : BINARY);
  const bytes = isText ? Buffer.concat([head, rest]) : Buffer.concat([BINARY, head, rest]);
  return { name, type: isText ? 'text/plain' : 'application/octet-stream', content: bytes.toString('base64') };
}

/** One to three, mostly small. */
export function randomFiles(random: () => number, name: string): NewFile[] {
  return Array.from({ length: 1 + Math.floor(random() * MAX_FILES) }, (_none, index) => {
    const share = random();
    const isLarge = random() < LARGE_SHARE;
    const size = Math.floor(
      isLarge ? MIN_LARGE_BYTES + share * (MAX_LARGE_BYTES - MIN_LARGE_BYTES) : share * MAX_BYTES,
    );
    return aFile(`${name}.${index} \u00fc%.log`, { size, isText: random() < 0.5 });
  });
}
