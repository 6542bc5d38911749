import type { Exchange } from './fault-proxy.ts';

export class Journal {
  readonly #began = performance.now();
  readonly #lines: { readonly at: number; readonly text: string }[] = [];

  add(text: string, at = performance.now()): void {
    this.#lines.push({ at, text });
  }

  addExchange({
    at,
    endedAt = at,
    method,
    url,
    headers,
    body,
    fault,
    response,
    status,
    fileName,
    part,
  }: Exchange): void {
    const file = part === undefined ? fileName : `${fileName}, ${part.length} bytes at ${part.offset}`;
    const text = typeof body?.message === 'string' ? JSON.stringify(short(body.message)) : file;
    const said = text === undefined ? '' : ` ${text}`;
    const key = headers['idempotency-key'] === undefined ? '' : ` key ${short(String(headers['idempotency-key']), 8)}`;
    const served = response === undefined ? 'not served' : `served ${response.status}`;
    const took = (endedAt - at).toFixed(0);
    const refused = (response?.status ?? 0) < 400 ? '' : ` ${short(JSON.stringify(response?.body), 200)}`;
    this.add(
      `    ${method} ${url}${said}${key}: ${fault}, ${served}, client got ${status ?? 'nothing'} (${took} ms)${refused}`,
      at,
    );
  }

  /** Writes one line per event, with milliseconds since the start. */
  toString(): string {
    return this.#lines
      .toSorted((a, b) => a.at - b.at)
      .map(({ at, text }) => `${(at - this.#began).toFixed(0).padStart(7)} ${text}`)
      .join('\n');
  }
}

export function short(text: string, length = 60): string {
  return text.length > length ? `${text.slice(0, length)}...` : text;
}
