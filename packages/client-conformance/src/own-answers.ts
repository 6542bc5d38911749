import type { Fault } from './fault-proxy.ts';
import { type Answer, FOREIGN_ANSWERS, type ForeignAnswer } from './foreign-answers.ts';

/** A redirect to the same path on another host. */
export const redirect = (elsewhere: string, url: string): Answer => ({
  status: 307,
  headers: { location: elsewhere + url },
});

/** An answer like a refusal of the service. */
export const problemAnswer = (status: number, slug: string, title: string): Answer => ({
  status,
  headers: { 'content-type': 'application/problem+json; charset=utf-8' },
  body: JSON.stringify({ type: `/problems/${slug}`, title, status }),
});

/** The answer to a request that does not reach the service. */
export function ownAnswer(fault: Fault): Answer | undefined {
  if (fault in FOREIGN_ANSWERS) return FOREIGN_ANSWERS[fault as ForeignAnswer];
  const now = Date.now();
  switch (fault) {
    case '429':
      return { status: 429, headers: { 'retry-after': '1' } };
    case '413':
      return problemAnswer(413, 'payload-too-large', 'This file is refused.');
    case '415':
      return problemAnswer(415, 'unsupported-media-type', 'This file is refused.');
    case '500':
      return { status: 500, headers: { 'content-type': 'text/html' }, body: '<h1>Oops</h1>' };
    case '503': {
      const retryAfter = new Date(now + 1000).toUTCString();
      return { status: 503, headers: { date: new Date(now).toUTCString(), 'retry-after': retryAfter } };
    }
    case 'expired token':
      return problemAnswer(401, 'unauthorized', 'A valid access token is required.');
    case 'no project': {
      const body = { error: { code: 'project_disabled', message: 'This project is disabled.' }, requestId: 'req-1' };
      return { status: 404, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    }
    default:
      return undefined;
  }
}
