import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withPasskey } from '../helpers/authenticator.ts';
import { aMember } from '../helpers/builders.ts';
import { emptyDatabase } from '../helpers/databases.ts';
import { startServer } from '../helpers/harness.ts';
import { cli, printed } from '../helpers/programs.ts';
import { TEST_SECRET_KEY } from '../helpers/test-secret-key.ts';
import { withTotp } from '../helpers/things.ts';

test('the command line shows the second factors of members, and says what follows when it ends them', async (t) => {
  const settings = { DATABASE_URL: await emptyDatabase(t), SECRET_KEY: TEST_SECRET_KEY };
  const server = await startServer(t, { env: settings });
  const owner = await aMember(server, 'owner');
  const list = async () => printed(await cli(['member', 'list'], settings));
  assert.match(await list(), new RegExp(` active +- +${owner.email}`));
  const [code] = await withTotp(server, owner);
  assert.match(await list(), new RegExp(` active +totp +${owner.email}`));
  await withPasskey(server, owner, { factor: { code } });
  assert.match(await list(), new RegExp(` active +totp,passkey +${owner.email}`));

  const { status, text } = await owner.call('PATCH', '/settings', { secondFactorRequired: true });
  assert.equal(status, 200, text);
  const said = printed(await cli(['member', 'end-totp', owner.email], settings));
  const next = 'now signs in with the password alone, and must then set up a second factor';
  assert.equal(said, `${owner.email} ${next}\n`);
  assert.match(await list(), new RegExp(` active +- +${owner.email}`));
  const endings = async () =>
    (await server.store.audit.list({ actorId: undefined, action: 'EndTotp', before: undefined }, 10)).length;
  assert.equal(await endings(), 1);
  const again = printed(await cli(['member', 'end-totp', owner.email], settings));
  assert.equal(again, `${owner.email} has no second factor. Nothing changed.\n`);
  assert.equal(await endings(), 1);
});
