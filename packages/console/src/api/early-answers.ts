/** An answer that nobody has taken until then is not used: the data has changed since. */
const MAX_AGE_MS = 30_000;

declare global {
  /** Set by the script of the document, before the program is loaded. */
  var earlyAnswers: Map<string, Promise<Response>> | undefined;
}

/** Sends the first requests of a page while its code loads. The first one is that for the session. */
export function askEarly(urls: readonly string[]): void {
  const answers = new Map(
    urls.map((url) => [url, fetch(url, { credentials: 'same-origin', signal: AbortSignal.timeout(MAX_AGE_MS) })]),
  );
  globalThis.earlyAnswers = answers;
  // The program sees a failure when it takes the answer.
  for (const answer of answers.values()) answer.catch(() => undefined);
  setTimeout(dropEarlyAnswers, MAX_AGE_MS);
}

/** The answer to this URL, if it was asked for early. It can be taken once. */
export function takeEarlyAnswer(url: string): Promise<Response> | undefined {
  const answer = globalThis.earlyAnswers?.get(url);
  globalThis.earlyAnswers?.delete(url);
  return answer;
}

/** After a write, or without a session, the answers are out of date. */
export function dropEarlyAnswers(): void {
  globalThis.earlyAnswers = undefined;
}
