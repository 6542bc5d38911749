import type { ServerResponse } from 'node:http';

/** The events that the open pages of the demo get. */
export interface Feed {
  /** Sends an event to all pages. */
  tell(name: string, data: unknown): void;
  /** Keeps a response as a stream of events, and sends it what the page has missed. */
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
