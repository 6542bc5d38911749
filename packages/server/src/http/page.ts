import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply } from 'fastify';

interface PageFile {
  readonly path: string;
  /** With a hash of the content, so that browsers never use an old file. */
  readonly url: string;
  readonly type: string;
  readonly content: string;
}

/** Reads a file from this folder. `type`: the media type. */
export function pageFile(name: string, type: string): PageFile {
  const content = readFileSync(new URL(name, import.meta.url), 'utf8');
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 8);
  return { path: `/${name}`, url: `/${name}?${hash}`, type: `${type}; charset=utf-8`, content };
}

export const PAGE_STYLE = pageFile('page.css', 'text/css');

export function servePageFile(app: FastifyInstance, { path, type, content }: PageFile): void {
  app.get(path, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=3600').type(type).send(content),
  );
}

/** Only files of this server, and scripts only on pages that have one. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const SCRIPT_POLICY = "; script-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'";

/** `body`: HTML. */
export function sendPage(reply: FastifyReply, title: string, body: string, script?: PageFile): FastifyReply {
  const element = script === undefined ? '' : `<script src="${script.url}" defer></script>`;
  return reply
    .header('content-security-policy', CONTENT_SECURITY_POLICY + (script === undefined ? '' : SCRIPT_POLICY))
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} - Player Support</title><link rel="stylesheet" href="${PAGE_STYLE.url}">${element}<body>${body}</body></html>`,
    );
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Escapes HTML. Text between backticks becomes code. */
export function withCode(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}
