import type { ServerResponse } from 'node:http';

export interface Feed {
  tell(name: string, data: unknown): void;
  /** Keeps the response as a stream of events, after those that the page missed. */
  follow(response: ServerResponse, missed: readonly (readonly [name: string, data: unknown])[]): void;
}

export function createFeed(): Feed {
  const pages = new Set<ServerResponse>();
  const event = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
  return {
    tell(name, data) {
      for (const page of pages) page.write(event(name, data));
    },
    follow(response, missed) {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      response.write(missed.map(([name, data]) => event(name, data)).join(''));
      pages.add(response);
      response.on('close', () => pages.delete(response));
    },
  };
}
