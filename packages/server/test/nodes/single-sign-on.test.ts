import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { MINUTE } from '../../src/domain/time.ts';
import { getSession } from '../helpers/accounts.ts';
import { postgresSchema } from '../helpers/databases.ts';
import { openStream } from '../helpers/event-streams.ts';
import { startServer } from '../helpers/harness.ts';
import { anInvitedPerson, anOidcServer, aSignedInBrowser, OidcBrowser } from '../helpers/oidc-sign-in.ts';

/** Starts two servers on one database, with one provider. Each has its own clock. */
async function twoNodes(t: TestContext) {
  const DATABASE_URL = await postgresSchema(t);
  const one = await anOidcServer(t, { DATABASE_URL });
  const here = one.server;
  const there = await startServer(t, { env: { ...one.idp.settings(here.url), DATABASE_URL } });
  return { one, here, there };
}

test('a sign-in that began on one node ends on another', async (t) => {
  const { one, here, there } = await twoNodes(t);
  await anInvitedPerson(one);
  const browser = new OidcBrowser(here);
  const callback = await browser.visit(await browser.start());
  assert.equal((await browser.open(callback, there.url)).headers.get('location'), '/');
  for (const node of [here, there]) assert.equal((await getSession(node, browser.cookie)).status, 200);
});

test('a logout at one node ends the session and its stream on the other at once', async (t) => {
  const { one, here, there } = await twoNodes(t);
  const person = await anInvitedPerson(one);
  const { cookie } = await aSignedInBrowser(one, person);
  const streams = [
    await openStream(t, here, { headers: { cookie } }),
    await openStream(t, there, { headers: { cookie } }),
  ];
  await one.idp.logout(person.sub, one.idp.sessions.at(-1) ?? '');
  for (const stream of streams) await stream.endsSoon();
  for (const node of [here, there]) assert.equal((await getSession(node, cookie)).status, 401);
});

test('requests on two nodes at the same time ask the provider once, and show nothing to a removed person', async (t) => {
  const { one, here, there } = await twoNodes(t);
  const person = await anInvitedPerson(one);
  const { cookie } = await aSignedInBrowser(one, person);
  const both = async () => {
    for (const { clock } of [here, there]) clock.advance(15 * MINUTE);
    const replies = await Promise.all([here, there, here, there].map((node) => getSession(node, cookie)));
    return replies.map(({ status }) => status);
  };
  // The node that does not ask waits for the other.
  assert.deepEqual(await both(), [200, 200, 200, 200]);
  assert.equal(one.idp.refreshes, 1);
  for (const node of [here, there]) assert.equal((await getSession(node, cookie)).status, 200);
  assert.equal(one.idp.refreshes, 1);
  one.idp.people.delete(person.sub);
  assert.deepEqual(await both(), [401, 401, 401, 401]);
});
