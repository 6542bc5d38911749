/** An older response is not used: the data has changed since. */
const MAX_AGE_MS = 30_000;

declare global {
  /** Set by the script of the document, before the program is loaded. */
  var earlyResponses: Map<string, Promise<Response>> | undefined;
}

/** Sends the first requests of a page while its code loads. The first is for the session. */
export function sendEarly(urls: readonly string[]): void {
  const responses = globalThis.earlyResponses ?? new Map();
  for (const url of urls) {
    if (responses.has(url)) continue;
    const response = fetch(url, { credentials: 'same-origin', signal: AbortSignal.timeout(MAX_AGE_MS) });
    // The program sees a failure when it takes the response.
    response.catch(() => undefined);
    responses.set(url, response);
  }
  globalThis.earlyResponses = responses;
  setTimeout(dropEarlyResponses, MAX_AGE_MS);
}

/** Returns an early response, which can still be taken. */
export function earlyResponse(url: string): Promise<Response> | undefined {
  return globalThis.earlyResponses?.get(url);
}

/** Returns an early response once. */
export function takeEarlyResponse(url: string): Promise<Response> | undefined {
  const response = globalThis.earlyResponses?.get(url);
  globalThis.earlyResponses?.delete(url);
  return response;
}

/** After a write, or without a session, the responses are out of date. */
export function dropEarlyResponses(): void {
  globalThis.earlyResponses = undefined;
}
