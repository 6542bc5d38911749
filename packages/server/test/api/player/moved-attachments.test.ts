import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aPlayer, aProject, aTicket, getTicket, team } from '../../helpers/builders.ts';
import { anAttachment, attachmentsOf, bytesOf } from '../../helpers/files.ts';
import { startServer } from '../../helpers/harness.ts';
import { linked, setUpIdentity } from '../../helpers/identity.ts';

const TEXT = { name: 'game.log', type: 'text/plain' };

test('files follow their tickets to an account and back, and an uploaded one can still be sent', async (t) => {
  const server = await startServer(t);
  const project = await aProject(server);
  await setUpIdentity(server, project);
  const device = await aPlayer(server, project);
  const sent = await anAttachment(server, device, bytesOf('sent'), TEXT);
  const ticketId = await aTicket(server, device, { attachments: [sent] });
  const [former] = await attachmentsOf(server, device, ticketId);
  const uploaded = await anAttachment(server, device, bytesOf('uploaded'), TEXT);

  const account = await linked(server, device, 'account');
  const tablet = await linked(server, await aPlayer(server, project), 'account');
  const [seen] = await attachmentsOf(server, tablet, ticketId);
  assert.equal(seen.id, sent);
  assert.equal((await server.call('GET', seen.url)).text, 'sent');
  assert.equal((await server.call('GET', former.url)).status, 404, 'the address of the former player has ended');
  const reply = await server.call('POST', `/api/v1/tickets/${ticketId}/messages`, {
    token: tablet.token,
    body: { message: 'see', attachments: [uploaded] },
  });
  assert.deepEqual(reply.body.refusedAttachments, []);
  const { messages } = (await getTicket(server, account, ticketId)).body;
  assert.deepEqual(
    messages.map((one: { attachments?: { id: string }[] }) => one.attachments?.map(({ id }) => id)),
    [[sent], [uploaded]],
  );

  const other = await aTicket(server, account, {
    attachments: [await anAttachment(server, account, bytesOf('x'), TEXT)],
  });
  const ended = await team(server, 'DELETE', `/players/${account.id}/links/${device.id}`);
  assert.equal(ended.status, 200, ended.text);
  assert.equal((await attachmentsOf(server, tablet, other)).length, 1, 'what the account wrote stays with it');
});
