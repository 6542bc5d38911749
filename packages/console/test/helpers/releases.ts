import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { CONSOLE_FOLDER } from '../../../server/src/http/console.ts';

const FILES = readdirSync(path.join(CONSOLE_FOLDER, 'assets')).filter((name) => /\.(?:js|css)$/.test(name));
/** The build's version, which its worker knows. */
const [VERSION = ''] =
  /\b[0-9a-f]{16}\b/.exec(readFileSync(path.join(CONSOLE_FOLDER, 'service-worker.js'), 'utf8')) ?? [];

/** The console can be upgraded while pages are open. */
export interface Releases {
  readonly url: string;
  /** Renames all console files, adds `data-release` to the page, and breaks connections. */
  upgrade(): void;
  switchTo(target: string): void;
}

function inNextRelease(code: string): string {
  const renamed = FILES.reduce((all, name) => all.replaceAll(name, `next-${name}`), code);
  return renamed.replace('<html', '<html data-release="next"').replaceAll(VERSION, 'next');
}

export async function openReleases(t: { after(run: () => unknown): void }, first: string): Promise<Releases> {
  let target = first;
  let isUpgraded = false;
  const forward = (request: IncomingMessage, url: string, handle: (answer: IncomingMessage) => void) => {
    const { method, headers } = request;
    const forwarded = send(new URL(url, target), { method, headers: { ...headers, 'accept-encoding': '' } }, handle);
    request.pipe(forwarded);
    return forwarded;
  };
  const proxy = createServer((request, response: ServerResponse) => {
    const { url = '/' } = request;
    const isConsole = !url.startsWith('/api/');
    const name = url.replace('/assets/', '');
    const isGone = isUpgraded && FILES.includes(name);
    const forwarded = forward(request, isGone ? '/assets/none.js' : url.replace('/next-', '/'), async (answer) => {
      const { statusCode = 502, headers } = answer;
      if (!isUpgraded || !isConsole) {
        response.writeHead(statusCode, headers);
        response.flushHeaders();
        return void answer.pipe(response);
      }
      const { 'content-length': _length, ...others } = headers;
      response.writeHead(statusCode, others).end(inNextRelease(await text(answer)));
    });
    forwarded.on('error', () => response.destroy());
    response.on('close', () => forwarded.destroy());
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  t.after(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    upgrade: () => {
      isUpgraded = true;
      proxy.closeAllConnections();
    },
    switchTo: (next) => {
      target = next;
    },
  };
}
