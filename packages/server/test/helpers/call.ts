export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; undefined if it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on the shape of a body
  readonly body: any;
}

export interface CallOptions {
  readonly token?: string | undefined;
  readonly body?: unknown;
  /** Sent unchanged, instead of `body`. */
  readonly raw?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Record<string, string>;
}

/** A server as its clients see it. */
export interface Api {
  readonly url: string;
  /** A team API key. */
  readonly teamKey: string;
  /** Sends a request, with a JSON body and a bearer token if they are given. */
  call(method: string, path: string, options?: CallOptions): Promise<Reply>;
}

/** Sends one request and reads the whole response. */
export async function call(url: string, method: string, path: string, options: CallOptions = {}): Promise<Reply> {
  const { token, body, raw, headers = {} } = options;
  const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    redirect: 'manual',
    ...(sent === undefined ? {} : { body: sent }),
  });
  const text = await response.text();
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    parsed = undefined;
  }
  return { status: response.status, headers: response.headers, text, body: parsed };
}
