import type { TestContext } from 'node:test';
import type { InboxMessageResponse } from '../../src/index.ts';
import { type Answering, fakeService } from './fake-service.ts';

export const INBOX = '/api/v1/player/inbox?';

export function message(id: string, more: Partial<InboxMessageResponse> = {}): InboxMessageResponse {
  const createdAt = '2026-01-01T12:00:00.000Z';
  return { id, type: 'direct', ticketId: null, title: 'T', body: 'B', createdAt, readAt: null, ...more };
}

export const inbox = (nextPollAfterSeconds: unknown, messages: unknown[] = [], headers: Record<string, string> = {}) =>
  new Response(JSON.stringify({ messages, nextPollAfterSeconds }), {
    headers: { 'content-type': 'text/plain', ...headers },
  });

/** Starts polling under mocked time; `pass` lets seconds go by and says how many polls there were by then. */
export function polling(t: TestContext, answer: Answering) {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  let passed = 0;
  t.mock.method(performance, 'now', () => passed);
  t.mock.method(Math, 'random', () => 0.5);
  const service = fakeService(t, (seen) => (seen.path.startsWith(INBOX) ? answer(seen) : undefined));
  const settle = async () => {
    for (let turn = 0; turn < 30; turn++) await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    service,
    async pass(seconds: number): Promise<number> {
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
