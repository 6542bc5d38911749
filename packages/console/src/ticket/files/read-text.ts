import { shortText } from '@player-support/contract/visible-text';

/** Bytes of a text that are read. */
export const MAX_TEXT_BYTES = 1_000_000;
/** More lines or characters would make the page slow. */
const MAX_LINES = 100_000;
const MAX_LINE_LENGTH = 2000;

export interface ReadText {
  readonly lines: readonly string[];
  readonly isCut: boolean;
}

/** Reads at most the first megabyte. Undefined: the URL has expired, or the file is gone. */
export async function readText(url: string, signal: AbortSignal): Promise<ReadText | undefined> {
  const response = await fetch(url, { signal, credentials: 'omit', referrerPolicy: 'no-referrer' });
  if (response.status === 404) return undefined;
  if (!response.ok || response.body === null) throw new Error(`HTTP ${response.status}`);
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return linesOf(text + decoder.decode(), false);
    const room = MAX_TEXT_BYTES - bytes;
    bytes += value.length;
    text += decoder.decode(value.subarray(0, room), { stream: true });
    if (bytes > MAX_TEXT_BYTES) {
      void reader.cancel();
      return linesOf(text, true);
    }
  }
}

/** Splits a text into at most 100,000 lines. Long lines are cut. */
export function linesOf(text: string, isPart: boolean): ReadText {
  const all = text.replace(/\r?\n$/, '').split(/\r\n|\n|\r/);
  const lines = all.slice(0, MAX_LINES).map((line) => shortText(line, MAX_LINE_LENGTH));
  return { lines, isCut: isPart || all.length > MAX_LINES || lines.some((line, index) => line !== all[index]) };
}

/** Finds the lines that contain the text, in any case. */
export function linesWith(lines: readonly string[], query: string): number[] {
  const wanted = query.toLowerCase();
  return wanted === '' ? [] : lines.flatMap((line, index) => (line.toLowerCase().includes(wanted) ? index : []));
}
