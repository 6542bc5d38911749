import type { Fault } from './fault-proxy.ts';
import { FOREIGN_RESPONSES, type ForeignResponse, type ProxyResponse } from './foreign-responses.ts';

/** Redirects to the same path on another host. */
export const redirect = (elsewhere: string, url: string): ProxyResponse => ({
  status: 307,
  headers: { location: elsewhere + url },
});

/** Looks like a refusal of the service. */
export const problemResponse = (status: number, slug: string, title: string): ProxyResponse => ({
  status,
  headers: { 'content-type': 'application/problem+json; charset=utf-8' },
  body: JSON.stringify({ type: `/problems/${slug}`, title, status }),
});

/** Answers a request that does not reach the service. */
export function ownResponse(fault: Fault): ProxyResponse | undefined {
  if (fault in FOREIGN_RESPONSES) return FOREIGN_RESPONSES[fault as ForeignResponse];
  const now = Date.now();
  switch (fault) {
    case '429':
      return { status: 429, headers: { 'retry-after': '1' } };
    case '413':
      return problemResponse(413, 'payload-too-large', 'This file is refused.');
    case '415':
      return problemResponse(415, 'unsupported-media-type', 'This file is refused.');
    case '500':
      return { status: 500, headers: { 'content-type': 'text/html' }, body: '<h1>Oops</h1>' };
    case '503': {
      const retryAfter = new Date(now + 1000).toUTCString();
      return { status: 503, headers: { date: new Date(now).toUTCString(), 'retry-after': retryAfter } };
    }
    case 'expired token':
      return problemResponse(401, 'unauthorized', 'A valid access token is required.');
    case 'no project': {
      const body = { error: { code: 'project_disabled', message: 'This project is disabled.' }, requestId: 'req-1' };
      return { status: 404, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    }
    default:
      return undefined;
  }
}
