import { type IncomingMessage, request, type ServerResponse } from 'node:http';

export type Outcome = 'waits' | 'answered' | 'answer lost' | 'offline' | 'no server' | 'given up';

/** For the page's log. */
export interface Exchange {
  readonly id: number;
  readonly time: number;
  readonly method: string;
  readonly path: string;
  /** All tries of a text have the same start of the Idempotency-Key. */
  readonly key: string | undefined;
  readonly outcome: Outcome;
  readonly status: number | undefined;
}

/** Between the game and the server. */
export interface Network {
  isOffline: boolean;
  losesAnswers: boolean;
  /** `url`: the server; undefined while it is away. `cookie` replaces the browser's cookies. */
  pass(incoming: IncomingMessage, outgoing: ServerResponse, url: string | undefined, cookie: string | undefined): void;
}

/** True for the player API. */
function isOfGame(url: string): boolean {
  return url.startsWith('/api/v1/') && !url.startsWith('/api/v1/team');
}

/** `onExchange`: when a game's request begins, and when it has ended. */
export function createNetwork(onExchange: (exchange: Exchange) => void): Network {
  let count = 0;
  /** By operation: the first answer to each kind of write is lost. */
  const answers = new Map<string, number>();

  function isLost({ method, url = '' }: IncomingMessage): boolean {
    const operation = `${method} ${url.replace(/\?.*/, '').replace(/[^/]{16,}/g, '*')}`;
    const number = answers.get(operation) ?? 0;
    answers.set(operation, number + 1);
    return number % 2 === 0;
  }

  const network: Network = {
    isOffline: false,
    losesAnswers: false,
    pass(incoming, outgoing, url, cookie) {
      const { method = 'GET', url: address = '/', headers } = incoming;
      const ofGame = isOfGame(address);
      const exchange: Exchange = {
        id: ++count,
        time: Date.now(),
        method,
        path: address
          .replace(/\?.*/, '')
          .replace('/api/v1', '')
          .replace(/([^/]{8})[^/]{8,}/g, '$1…'),
        key: String(headers['idempotency-key'] ?? '').slice(0, 6) || undefined,
        outcome: 'waits',
        status: undefined,
      };
      let isTold = false;
      const tell = (outcome: Outcome, status?: number) => {
        if (!ofGame || isTold) return;
        isTold = outcome !== 'waits';
        onExchange({ ...exchange, outcome, status });
      };
      const cut = (outcome: Outcome) => {
        tell(outcome);
        outgoing.destroy();
      };
      if (ofGame && network.isOffline) return cut('offline');
      if (url === undefined) return cut('no server');
      tell('waits');
      const { cookie: _own, ...others } = headers;
      const { hostname, port } = new URL(url);
      const onward = request(
        // Not as a URL: `//host/` would be one of another host.
        {
          hostname,
          port,
          path: address,
          method,
          headers: cookie === undefined ? others : { ...others, cookie },
          agent: false,
        },
        (answer) => {
          const status = answer.statusCode ?? 502;
          if (ofGame && network.losesAnswers && isLost(incoming)) {
            // The server has done its work.
            answer.resume();
            answer.on('end', () => cut('answer lost'));
            return;
          }
          const { 'set-cookie': _cookies, connection: _connection, ...passed } = answer.headers;
          const policy = String(answer.headers['content-security-policy'] ?? '');
          outgoing.writeHead(status, {
            ...passed,
            // Only the demo's page can show the console.
            ...(policy && {
              'content-security-policy': policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"),
            }),
          });
          outgoing.flushHeaders();
          answer.pipe(outgoing);
          answer.on('error', () => cut('no server'));
          outgoing.on('finish', () => tell('answered', status));
        },
      );
      onward.on('error', () => cut(onward.destroyed && outgoing.closed ? 'given up' : 'no server'));
      outgoing.on('close', () => onward.destroy());
      incoming.pipe(onward);
    },
  };
  return network;
}
