import { readdirSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';

const FOLDER = path.join(import.meta.dirname, '../page');
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "frame-ancestors 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const FILES = new Map(
  readdirSync(FOLDER)
    .filter((name) => path.extname(name) in TYPES)
    .map((name) => [name, readFileSync(path.join(FOLDER, name), 'utf8')]),
);

/** `values` replace `{{name}}` in the file. */
export function sendPage(response: ServerResponse, name: string, values: Readonly<Record<string, string>>): void {
  const text = FILES.get(name);
  if (text === undefined) {
    sendText(response, 404, 'There is no such file.');
    return;
  }
  response
    .writeHead(200, {
      'content-type': TYPES[path.extname(name)],
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    .end(text.replace(/\{\{(\w+)\}\}/g, (_all, key: string) => values[key] ?? ''));
}

export function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }).end(text);
}
