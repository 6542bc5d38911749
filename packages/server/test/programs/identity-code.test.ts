import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { test } from 'node:test';
import { aPlayer, aProject } from '../helpers/builders.ts';
import { startServer } from '../helpers/harness.ts';
import { link, SECRET, setUpIdentity } from '../helpers/identity.ts';
import { temporaryDirectory } from '../helpers/temporary-directory.ts';

/** The server accepts tokens from the guide's code for backends. */

const GUIDE = readFileSync(path.resolve(import.meta.dirname, '../../../../docs/guide/verified-identity.md'), 'utf8');

function codeOf(heading: string): string {
  const [, section = ''] = GUIDE.split(`\n## ${heading}\n`);
  return /```js\n(.*?)```/s.exec(section)?.[1] ?? assert.fail(`no code for ${heading}`);
}

test('the code of the guide for Node, Nakama and PlayFab', async (t) => {
  const server = await startServer(t);
  const directory = temporaryDirectory(t);
  server.clock.advance(Date.now() - server.clock.now);
  const load = createRequire(path.join(directory, 'index.cjs'));
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  writeFileSync(path.join(directory, 'private.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));

  const linked = async (settings: object, token: string) => {
    const project = await aProject(server);
    await setUpIdentity(server, project, settings);
    const { status, text } = await link(server, await aPlayer(server, project), token);
    assert.equal(status, 200, text);
  };

  const file = path.join(directory, 'node.cjs');
  const key = JSON.stringify(path.join(directory, 'private.pem'));
  writeFileSync(file, codeOf('Node').replace("'private.pem'", key));
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  await linked({ publicKey: pem }, load(file).identityToken('account-1'));

  const playFab = path.join(directory, 'play-fab.cjs');
  writeFileSync(playFab, codeOf('PlayFab').replace('process.env.PLAYER_SUPPORT_SECRET', JSON.stringify(SECRET)));
  const context: { res?: { body: { identityToken: string } } } = {};
  const body = { CallerEntityProfile: { Lineage: { MasterPlayerAccountId: 'account-2' } } };
  await load(playFab)(context, { body });
  await linked({ secret: SECRET }, context.res?.body.identityToken ?? '');

  const nakama = path.join(directory, 'nakama.cjs');
  writeFileSync(nakama, `${codeOf('Nakama')}\nmodule.exports = InitModule;`);
  const rpcs = new Map<string, (...args: unknown[]) => string>();
  load(nakama)({}, {}, {}, { registerRpc: (name: string, rpc: () => string) => rpcs.set(name, rpc) });
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  // As in Nakama.
  const runtime = {
    uuidv4: randomUUID,
    jwtGenerate(alg: string, secret: string, claims: object) {
      const text = `${part({ alg, typ: 'JWT' })}.${part(claims)}`;
      return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
    },
  };
  const caller = { userId: 'account-3', env: { PLAYER_SUPPORT_SECRET: SECRET } };
  await linked(
    { secret: SECRET },
    JSON.parse(rpcs.get('support_identity')?.(caller, {}, runtime, '') ?? '').identityToken,
  );
});
