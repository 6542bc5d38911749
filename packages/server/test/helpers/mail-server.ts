import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface ReceivedMail {
  readonly to: readonly string[];
  /** Headers and body, as they arrived. */
  readonly raw: string;
  /** Reads a header, joining folded lines. */
  header(name: string): string | undefined;
  readonly text: string;
}

/** Starts a real SMTP server without TLS. */
export async function aMailServer(t: Pick<TestContext, 'after'>, options: SMTPServerOptions = {}) {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onData(stream, session, done) {
      text(stream).then((raw) => {
        mails.push(
          mailOf(
            raw,
            session.envelope.rcptTo.map(({ address }) => address),
          ),
        );
        done();
      }, done);
    },
    ...options,
  });
  // A client may refuse the certificate.
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  t.after(() => server.close(() => {}));
  const { port } = listening.address() as AddressInfo;
  return { mails, port, url: `smtp://127.0.0.1:${port}` };
}

function mailOf(raw: string, to: readonly string[]): ReceivedMail {
  const end = raw.indexOf('\r\n\r\n');
  const headers = raw.slice(0, end).replace(/\r\n[ \t]+/g, ' ');
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(headers)?.[1];
  const part = /Content-Type: text\/plain[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(raw);
  const isEncoded = /Content-Type: text\/plain[\s\S]*?Content-Transfer-Encoding: quoted-printable/.test(raw);
  const body = part?.[1] ?? '';
  return { to, raw, header, text: isEncoded ? decoded(body) : body };
}

/** Decodes quoted-printable. */
function decoded(body: string): string {
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_match, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
