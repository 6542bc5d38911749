import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FREE_CODES } from '../../src/domain/second-factor.ts';
import { SECOND } from '../../src/domain/time.ts';
import { cookiesOf, getSession, signIn } from '../helpers/accounts.ts';
import { aMember, eventually, PASSWORD } from '../helpers/builders.ts';
import { postgresSchema } from '../helpers/databases.ts';
import { openStream } from '../helpers/event-streams.ts';
import { startServer } from '../helpers/harness.ts';
import { codeOf, withTotp } from '../helpers/things.ts';

test('wrong codes count for all nodes, and a known browser is known on all', async (t) => {
  const options = {
    env: { DATABASE_URL: await postgresSchema(t) },
    config: { limits: { signIn: 0, signInAddress: 0 } },
  };
  const nodes = [await startServer(t, options), await startServer(t, options)] as const;
  const [here, there] = nodes;
  const member = await aMember(here);
  await withTotp(here, member);
  for (const node of nodes) node.clock.advance(30 * SECOND);
  const known = await signIn(here, member.email, PASSWORD, { code: await codeOf(here, member) });
  assert.equal(known.status, 200, known.text);
  for (const node of nodes) node.clock.advance(30 * SECOND);

  const guesses = Array.from({ length: 20 }, (_, index) =>
    signIn(nodes[index % 2] ?? here, member.email, PASSWORD, { code: '000000' }),
  );
  const statuses = (await Promise.all(guesses)).map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 401).length, FREE_CODES, statuses.join());
  const code = await codeOf(here, member);
  assert.equal((await signIn(there, member.email, PASSWORD, { code })).status, 429);
  const headers = { cookie: cookiesOf(known).join('; ') };
  assert.equal((await signIn(there, member.email, PASSWORD, { code, headers })).status, 200);
});

test('a session that is ended on one node ends on the other, and so does its stream', async (t) => {
  const env = { DATABASE_URL: await postgresSchema(t) };
  const [here, there] = [await startServer(t, { env }), await startServer(t, { env })];
  const member = await aMember(here);
  const [cookie = ''] = cookiesOf(await signIn(there, member.email));
  const stream = await openStream(t, there, { headers: { cookie } });
  const { sessions } = (await there.call('GET', '/api/v1/team/sessions', { headers: { cookie } })).body;
  const { id } = sessions.find(({ current }: { current: boolean }) => current);
  assert.equal((await member.call('DELETE', `/sessions/${id}`)).status, 204);
  await stream.ended;
  await eventually(async () => (await getSession(there, cookie)).status === 401);
});
