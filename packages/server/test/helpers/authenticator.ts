import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { encodeCBOR } from '@levischuck/tiny-cbor';
import type { Member } from './builders.ts';
import { PASSWORD } from './builders.ts';
import { call, type Reply } from './call.ts';
import type { TestServer } from './harness.ts';

/** WebAuthn Level 3, section 6.1. */
const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest();

export interface AnswerOptions {
  /** Of the asking page. Default: the server's own. */
  readonly origin?: string;
  readonly host?: string;
  readonly isVerified?: boolean;
  readonly challenge?: string;
  readonly counter?: number;
}

/** An authenticator in software with one passkey, like a phone. */
export class Authenticator {
  readonly id = text(randomBytes(16));
  readonly #privateKey: KeyObject;
  readonly #cose: Uint8Array;
  #counter = 0;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.#privateKey = privateKey;
    // COSE: an ES256 key on P-256 (RFC 9053, sections 2.1 and 7.1).
    this.#cose = encodeCBOR(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]),
    );
  }

  #data(host: string, flags: number, rest: Uint8Array = new Uint8Array()): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#counter);
    return Buffer.concat([sha256(host), Buffer.of(flags), counter, rest]);
  }

  #client(type: string, challenge: string, origin: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  /** Returns the browser's answer to BeginPasskey. */
  register(url: string, challenge: string, { origin = url, host = new URL(url).hostname }: AnswerOptions = {}) {
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, id, this.#cose]);
    const authData = this.#data(host, PRESENT | VERIFIED | ATTESTED, attested);
    const attestation = encodeCBOR(
      new Map<string, string | Map<string, string> | Uint8Array>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', new Uint8Array(authData)],
      ]),
    );
    return {
      id: this.id,
      clientDataJSON: text(this.#client('webauthn.create', challenge, origin)),
      attestationObject: text(attestation),
      transports: ['internal'],
    };
  }

  /** Returns the browser's answer to BeginPasskeySignIn. */
  answer(url: string, options: AnswerOptions & { readonly challenge: string }) {
    const { origin = url, host = new URL(url).hostname, isVerified = true, challenge } = options;
    this.#counter = options.counter ?? this.#counter + 1;
    const client = this.#client('webauthn.get', challenge, origin);
    const data = this.#data(host, isVerified ? PRESENT | VERIFIED : PRESENT);
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), this.#privateKey);
    return { id: this.id, clientDataJSON: text(client), authenticatorData: text(data), signature: text(signature) };
  }
}

const BEGIN = '/api/v1/team/session/passkey/begin';

export async function aChallenge({ url }: Pick<TestServer, 'url'>, headers = {}): Promise<string> {
  return (await call(url, 'POST', BEGIN, { headers })).body.options.challenge;
}

interface PasskeyOptions extends Pick<AnswerOptions, 'origin' | 'host'> {
  readonly factor?: object;
}

export const proofOf = async (server: TestServer, device: Authenticator) => ({
  passkey: device.answer(server.url, { challenge: await aChallenge(server) }),
});

export async function withPasskey(
  server: TestServer,
  member: Member,
  { origin, host, factor }: PasskeyOptions = {},
): Promise<Authenticator> {
  const begun = await member.call('POST', '/account/passkeys/begin', { password: PASSWORD, ...factor });
  if (begun.status !== 200) throw new Error(begun.text);
  const { options } = begun.body;
  const authenticator = new Authenticator();
  const answer = { ...(origin === undefined ? {} : { origin }), ...(host === undefined ? {} : { host }) };
  const body = { name: 'Phone', ...authenticator.register(server.url, options.challenge, answer) };
  const reply: Reply = await member.call('POST', '/account/passkeys', body);
  if (reply.status !== 201) throw new Error(reply.text);
  return authenticator;
}
