import type { Fetch } from './http.ts';

/**
 * Tells how much of the body is sent, by XMLHttpRequest. Undefined without it: then the SDK's
 * `fetch` sends the file.
 */
export function fetchWithProgress(tell: (sent: number) => void): Fetch | undefined {
  if (!globalThis.XMLHttpRequest) return undefined;
  return (url, { method = 'POST', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, url);
      for (const [name, value] of Object.entries(headers as Record<string, string>)) {
        request.setRequestHeader(name, value);
      }
      request.upload.onprogress = ({ loaded }) => tell(loaded);
      request.onload = () => {
        const received = new Headers();
        for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
          const [name = '', ...value] = line.split(': ');
          if (name) received.append(name, value.join(': '));
        }
        // A 204 must not have a body.
        resolve(new Response(request.responseText || null, { status: request.status, headers: received }));
      };
      request.onerror = () => reject(new TypeError('Failed to fetch'));
      request.onabort = () => reject(signal?.reason);
      signal?.addEventListener('abort', () => request.abort());
      request.send(body as Blob);
    });
}
