import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { temporaryDirectory } from '../helpers/temporary-directory.ts';

/** The guide's code for backends, against servers that answer as the platforms document it. */

const FILE = path.resolve(import.meta.dirname, '../../../../docs/guide/platform-accounts.md');
const CODE = /```js\n(.*?)```/s.exec(readFileSync(FILE, 'utf8'))?.[1] ?? '';

const SETTINGS = {
  STEAM_PUBLISHER_KEY: 'key',
  STEAM_APP_ID: '480',
  EPIC_CLIENT_ID: 'xyz-client',
  APPLE_BUNDLE_ID: 'com.example.game',
  GOOGLE_CLIENT_ID: 'id.apps',
  GOOGLE_CLIENT_SECRET: 'secret',
  PLAY_GAMES_APP_ID: '1234',
};

interface Accounts {
  steamAccount(ticket: string): Promise<string>;
  epicAccount(idToken: string): Promise<string>;
  gameCenterAccount(proof: object): Promise<string>;
  playGamesAccount(code: string): Promise<string>;
}

type Answer = (url: URL, options: { body?: URLSearchParams; headers?: Record<string, string> }) => Response;

function accounts(t: TestContext, answer: Answer): Accounts {
  const file = path.join(temporaryDirectory(t), 'accounts.cjs');
  writeFileSync(
    file,
    `const process = { env: ${JSON.stringify(SETTINGS)} };\nmodule.exports = (fetch) => {${CODE}\nreturn module.exports; };`,
  );
  const load = createRequire(file)(file) as (fetch: unknown) => Accounts;
  return load(async (url: string | URL, options: Parameters<Answer>[1] = {}) => answer(new URL(url), options));
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

suite('the accounts of platforms in the guide', () => {
  test('Steam: the ticket goes to Steam with our identity, and only OK counts', async (t) => {
    let result = 'OK';
    const { steamAccount } = accounts(t, (url) => {
      assert.equal(
        url.origin + url.pathname,
        'https://partner.steam-api.com/ISteamUserAuth/AuthenticateUserTicket/v1/',
      );
      const sent = Object.fromEntries(url.searchParams);
      assert.deepEqual(sent, { key: 'key', appid: '480', ticket: '0a0b', identity: 'player-support' });
      return Response.json({ response: result === '' ? { error: {} } : { params: { result, steamid: '765' } } });
    });
    assert.equal(await steamAccount('0a0b'), 'steam:765');
    for (result of ['Fail', '']) await assert.rejects(steamAccount('0a0b'), /refused/);
  });

  test('Epic: a token of another key, game or issuer, and an old one, are refused', async (t) => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    const { epicAccount } = accounts(t, () =>
      Response.json({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one' }] }),
    );
    const right = {
      aud: 'xyz-client',
      iss: 'https://api.epicgames.dev/epic/oauth/v2',
      exp: inSeconds(300),
      sub: 'abc',
    };
    const token = (claims: object, key: KeyObject = privateKey, header: object = { alg: 'RS256', kid: 'one' }) => {
      const text = `${part(header)}.${part(claims)}`;
      return `${text}.${sign('RSA-SHA256', Buffer.from(text), key).toString('base64url')}`;
    };
    assert.equal(await epicAccount(token(right)), 'epic:abc');
    for (const wrong of [
      token({ ...right, aud: 'other' }),
      token({ ...right, iss: 'https://api.epicgames.dev.evil.example/' }),
      token({ ...right, exp: inSeconds(-1) }),
      token({ ...right, exp: undefined }),
      token(right, other),
      token(right, privateKey, { alg: 'none', kid: 'one' }),
      token(right, privateKey, { alg: 'RS256', kid: 'two' }),
    ])
      await assert.rejects(epicAccount(wrong), /not valid/);
  });

  test('Game Center: only a recent signature with a key of Apple for our game counts', async (t) => {
    const folder = temporaryDirectory(t);
    const [key, pem, der] = ['key.pem', 'certificate.pem', 'certificate.cer'].map((name) => path.join(folder, name));
    const subject = ['-subj', '/O=Apple Inc.', '-days', '2'];
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', `${key}`, '-out', `${pem}`, ...subject],
      { stdio: 'ignore' },
    );
    execFileSync('openssl', ['x509', '-in', `${pem}`, '-outform', 'der', '-out', `${der}`]);
    const { gameCenterAccount } = accounts(t, () => new Response(readFileSync(`${der}`)));
    const proof = (change: object = {}, bundle = 'com.example.game') => {
      const timestamp = Date.now();
      const time = Buffer.alloc(8);
      time.writeBigUInt64BE(BigInt(timestamp));
      const signed = Buffer.concat([Buffer.from('T:1'), Buffer.from(bundle), time, Buffer.from('salt')]);
      const signature = sign('RSA-SHA256', signed, readFileSync(`${key}`)).toString('base64');
      const publicKeyURL = 'https://static.gc.apple.com/public-key/gc-prod-10.cer';
      const salt = Buffer.from('salt').toString('base64');
      return { publicKeyURL, signature, salt, timestamp, teamPlayerID: 'T:1', ...change };
    };
    assert.equal(await gameCenterAccount(proof()), 'game-center:T:1');
    for (const [wrong, reason] of [
      [proof({ teamPlayerID: 'T:2' }), /signature/],
      [proof({ timestamp: Date.now() - 3_600_000 }), /too old/],
      [proof({ timestamp: undefined }), /too old/],
      [proof({}, 'com.example.other'), /signature/],
      [proof({ publicKeyURL: 'https://static.gc.apple.com.evil.example/key.cer' }), /Apple/],
      [proof({ publicKeyURL: 'http://static.gc.apple.com/key.cer' }), /Apple/],
    ] as const)
      await assert.rejects(gameCenterAccount(wrong), reason);
  });

  test('Play Games: the code is exchanged, and the player is that of the token', async (t) => {
    let player: object = { player_id: 'g1' };
    const { playGamesAccount } = accounts(t, (url, { body, headers }) => {
      if (url.host === 'oauth2.googleapis.com') {
        assert.equal(body?.get('client_secret'), 'secret');
        return body.get('code') === 'right' ? Response.json({ access_token: 'at' }) : new Response('', { status: 400 });
      }
      assert.equal(`${url}`, 'https://games.googleapis.com/games/v1/applications/1234/verify');
      assert.equal(headers?.authorization, 'Bearer at');
      return Response.json(player);
    });
    assert.equal(await playGamesAccount('right'), 'play-games:g1');
    await assert.rejects(playGamesAccount('wrong'), /400/);
    player = {};
    await assert.rejects(playGamesAccount('right'), /no player/);
  });
});
