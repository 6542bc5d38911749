import type { FastifyInstance, FastifyReply } from 'fastify';

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d8dde3, #363c44); --soft: light-dark(#f4f6f8, #1d2126); --accent: light-dark(#0b57b0, #82b4ff); }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1rem 6rem; max-width: 60rem; font: 16px/1.55 system-ui, sans-serif; }
h1 { font-size: 1.8rem; line-height: 1.25; } h2 { margin-top: 4rem; font-size: 1.45rem; } h3 { margin-top: 3rem; border-bottom: 1px solid var(--line); padding-bottom: .3rem; font-size: 1.15rem; } h4 { margin: 1.6rem 0 .4rem; font-size: 1rem; }
a { color: var(--accent); }
code { padding: .1em .35em; font: .875em/1.5 ui-monospace, monospace; background: var(--soft); border-radius: 4px; overflow-wrap: anywhere; }
.wide { overflow-x: auto; } table { border-collapse: collapse; width: 100%; min-width: 44rem; table-layout: fixed; font-size: .9rem; }
th, td { text-align: left; vertical-align: top; padding: .4rem .6rem; border-bottom: 1px solid var(--line); } tbody th { font-weight: 400; }
thead th:nth-child(1) { width: 31%; } thead th:nth-child(2) { width: 18%; } thead th:nth-child(3) { width: 5.5rem; }
.method { font-weight: 700; color: var(--accent); } nav ul { columns: 3 12rem; padding-left: 1.2rem; } nav p { margin-bottom: .3rem; font-weight: 700; }
`;

/** The pages have no script and load only the style sheet of this server. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export function servePageStyle(app: FastifyInstance): void {
  app.get('/page.css', async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=3600').type('text/css; charset=utf-8').send(STYLE),
  );
}

/** Sends an HTML page. @param body HTML */
export function sendPage(reply: FastifyReply, title: string, body: string): FastifyReply {
  return reply
    .header('content-security-policy', CONTENT_SECURITY_POLICY)
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} - Player Support</title><link rel="stylesheet" href="/page.css"><body>${body}</body></html>`,
    );
}

/** Escapes text for HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Escapes text for HTML. Text between backticks becomes code. */
export function withCode(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}
