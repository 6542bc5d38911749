import { exchange, type RunningServer } from './processes.ts';
import { firstRows, type Rows, RowsWriter, type Seeded } from './rows.ts';

/** Shares of a real game's polls: most inboxes are empty, and clients send ETags. */
const SHARES = [
  { share: 0.7, rows: 'quiet', knows: true, connection: 'close' },
  { share: 0.1, rows: 'messages', knows: true, connection: 'close' },
  { share: 0.05, rows: 'messages', knows: false, connection: 'close' },
  { share: 0.15, rows: 'quiet', knows: true, connection: 'keep-alive' },
] as const;

const POLLS = 4000;
/** No response has this ETag. */
const OTHER = '"other"';
const ETAG_WIDTH = 64;

async function etagOf({ port }: RunningServer, publicKey: string, token: string): Promise<string> {
  const request = `GET /api/v1/player/inbox?projectPublicKey=${publicKey} HTTP/1.1\r\nAuthorization: Bearer ${token}\r\n\r\n`;
  const { headers } = await exchange(port, request);
  const at = headers.findIndex((text) => text.toLowerCase() === 'etag');
  return headers[at + 1] ?? '';
}

/** Makes rows of a token, an ETag and `close` or `keep-alive`, with all kinds mixed. */
export async function mixRows(server: RunningServer, seeded: Seeded, name: string): Promise<Rows> {
  const lines: [order: number, columns: string[]][] = [];
  let tokensUsed = 0;
  for (const { share, rows, knows, connection } of SHARES) {
    const count = POLLS * share;
    const all = firstRows(seeded.rows[rows], POLLS);
    for (let index = 0; index < count; index++) {
      const [token = ''] = all[tokensUsed++ % all.length] ?? [];
      const etag = knows ? await etagOf(server, seeded.publicKey, token) : OTHER;
      // Spaces at the end give all lines one length.
      lines.push([(index + 0.5) / count, [token, etag.padEnd(ETAG_WIDTH), connection.padEnd('keep-alive'.length)]]);
    }
  }
  const writer = new RowsWriter(seeded.directory, `mix-${name}`);
  for (const [, columns] of lines.sort(([a], [b]) => a - b)) writer.add(...columns);
  return writer.end();
}
