import type { Readable } from 'node:stream';

/**
 * Calls `line` for each complete line. node:readline would also split at U+2028, which JSON may
 * contain.
 */
export function onLine(stream: Readable, line: (text: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const one of lines) line(one);
  });
}
