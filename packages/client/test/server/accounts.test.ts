import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { aProject, eventually, teamReply } from '../../../server/test/helpers/builders.ts';
import { startServer } from '../../../server/test/helpers/harness.ts';
import { identityToken, setUpIdentity } from '../../../server/test/helpers/identity.ts';
import { createSupportCode, linkAccount, unlinkAccount, useSupportCode } from '../../src/accounts.ts';
import { createPlayerSupport, memoryStorage, type PlayerSupport } from '../../src/index.ts';

const ticket = { type: 'bug', subject: 's', message: 'm' };

async function twoDevices(t: TestContext) {
  const server = await startServer(t);
  const project = await aProject(server);
  await setUpIdentity(server, project);
  const open = (): PlayerSupport => {
    const options = { baseUrl: server.url, projectPublicKey: project.publicKey, storage: memoryStorage() };
    const support = createPlayerSupport(options);
    t.after(() => support.stop());
    return support;
  };
  return { server, phone: open(), tablet: open() };
}

suite('accounts', () => {
  test('have the same tickets and messages on all devices, until one is unlinked', async (t) => {
    const { server, phone, tablet } = await twoDevices(t);
    const { ticketId } = await phone.tickets.create(ticket);
    await linkAccount(phone, await identityToken('account'));
    await teamReply(server, ticketId, 'Try again');
    await linkAccount(tablet, await identityToken('account'));
    assert.equal(tablet.inbox.unreadCount(), 1);
    assert.deepEqual(
      (await tablet.tickets.list()).map(({ id }) => id),
      [ticketId],
    );
    await tablet.tickets.reply(ticketId, 'It works');
    assert.equal((await phone.tickets.get(ticketId)).messages.length, 3);
    await unlinkAccount(tablet);
    await tablet.signOut({ erase: true });
    assert.deepEqual(await tablet.tickets.list(), []);
    assert.equal(tablet.inbox.unreadCount(), 0);
    assert.equal((await phone.tickets.list()).length, 1);
  });

  test('a token that is wrong or was used rejects, and nothing changes', async (t) => {
    const { phone, tablet } = await twoDevices(t);
    await phone.tickets.create(ticket);
    const token = await identityToken('account');
    await linkAccount(phone, token);
    for (const refused of [token, 'no token']) {
      await assert.rejects(linkAccount(tablet, refused), { slug: 'identity-token-refused', status: 403 });
    }
    assert.deepEqual(await tablet.tickets.list(), []);
  });

  test('what the player writes while the installation is linked arrives once', async (t) => {
    const { phone } = await twoDevices(t);
    const writing = Array.from({ length: 5 }, (_, index) => phone.tickets.create({ ...ticket, subject: `${index}` }));
    await Promise.all([...writing, linkAccount(phone, await identityToken('account'))]);
    await eventually(async () => (await phone.outbox.entries()).every(({ state }) => state === 'sent'));
    const subjects = (await phone.tickets.list()).map(({ subject }) => subject);
    assert.deepEqual(subjects.sort(), ['0', '1', '2', '3', '4']);
  });

  test('a support code moves the tickets of a device without an account, once', async (t) => {
    const { phone, tablet } = await twoDevices(t);
    await phone.tickets.create(ticket);
    const { code, expiresAt } = await createSupportCode(phone);
    assert.ok(Date.parse(expiresAt) > 0);
    assert.equal(await useSupportCode(tablet, code.toLowerCase()), 1);
    assert.equal((await tablet.tickets.list()).length, 1);
    assert.deepEqual(await phone.tickets.list(), []);
    await assert.rejects(useSupportCode(phone, code), { slug: 'support-code-refused' });
  });
});
