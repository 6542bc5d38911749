import type { TestContext } from 'node:test';
import type { InboxMessageResponse } from '../../src/index.ts';
import { fakeService, type Responder } from './fake-service.ts';

export const INBOX = '/api/v1/player/inbox?';

export function message(id: string, more: Partial<InboxMessageResponse> = {}): InboxMessageResponse {
  const createdAt = '2026-01-01T12:00:00.000Z';
  return { id, type: 'direct', ticketId: null, title: 'T', body: 'B', createdAt, readAt: null, ...more };
}

export const inbox = (nextPollAfterSeconds: unknown, messages: unknown[] = [], headers: Record<string, string> = {}) =>
  new Response(JSON.stringify({ messages, nextPollAfterSeconds }), {
    headers: { 'content-type': 'text/plain', ...headers },
  });

/**
 * Fakes an inbox that the SDK polls. `pass` moves the time by seconds, and returns the number of
 * polls so far.
 */
export function polling(t: TestContext, respond: Responder) {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  let passed = 0;
  t.mock.method(performance, 'now', () => passed);
  t.mock.method(Math, 'random', () => 0.5);
  const service = fakeService(t, (request) => (request.path.startsWith(INBOX) ? respond(request) : undefined));
  const settle = async () => {
    for (let turn = 0; turn < 30; turn++) await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    service,
    async pass(seconds: number): Promise<number> {
      // The SDK reads its storage before its timers start.
      await settle();
      for (let tick = 0; tick < seconds * 10; tick++) {
        passed += 100;
        t.mock.timers.tick(100);
        if (tick % 10 === 9) await settle();
      }
      await settle();
      return service.of(INBOX).length;
    },
  };
}
