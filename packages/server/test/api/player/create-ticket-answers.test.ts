import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { assertInvalid, assertProblem } from '../../helpers/assert-problem.ts';
import {
  aPlayer,
  aProject,
  createTicket,
  getTicket,
  listTickets,
  type Project,
  seenPlayer,
  team,
  teamReply,
  unlimited,
  updateProject,
} from '../../helpers/builders.ts';
import type { Api } from '../../helpers/call.ts';
import { ANSWERS, aField, aForm, anAnsweredTicket, SHOWN_ANSWERS } from '../../helpers/forms.ts';
import { startServer } from '../../helpers/harness.ts';
import { linked, setUpIdentity } from '../../helpers/identity.ts';
import { sharedServer } from '../../helpers/shared-server.ts';

const PATH = '/api/v1/tickets';

interface Answer {
  readonly name: string;
  readonly value: unknown;
}

async function answersOf(server: Api, ticketId: string): Promise<Record<string, unknown>> {
  const { status, body, text } = await team(server, 'GET', `/tickets/${ticketId}`);
  assert.equal(status, 200, text);
  return Object.fromEntries(body.answers.map(({ name, value }: Answer) => [name, value]));
}

suite('CreateTicket with answers', async () => {
  const server = await sharedServer({ env: { RATE_LIMITS: 'off' } });
  const project = await aProject(server);
  await unlimited(server, project);
  const version = await aForm(server, project);
  const newPlayer = () => aPlayer(server, project);

  test('201: the team sees them; the player sees the ticket as before', async () => {
    const player = await newPlayer();
    const ticketId = await anAnsweredTicket(server, player, version);
    assert.deepEqual(await answersOf(server, ticketId), SHOWN_ANSWERS);
    assert.deepEqual(Object.keys((await getTicket(server, player, ticketId)).body), [
      ...['id', 'type', 'status', 'subject', 'messages'],
    ]);
    await teamReply(server, ticketId);
    assert.deepEqual(await answersOf(server, ticketId), SHOWN_ANSWERS);
  });

  test('201: without a version, with one that does not exist, or that is none, they are ignored', async () => {
    const wrong = { device: 'toaster', nonsense: [1] };
    for (const [fields, hasVersion] of [
      [{}, false],
      [{ fields: wrong }, false],
      [{ fields: 'no object' }, false],
      [{ fields: null }, false],
      [{ formVersion: version }, true],
      [{ formVersion: version + 1, fields: wrong }, true],
      [{ formVersion: 0, fields: wrong }, true],
      [{ formVersion: -1, fields: wrong }, true],
      [{ formVersion: 1.5, fields: wrong }, true],
      [{ formVersion: 1e300, fields: wrong }, true],
      [{ formVersion: 2 ** 31, fields: wrong }, true],
      [{ formVersion: '1', fields: wrong }, true],
      [{ formVersion: null, fields: wrong }, true],
      [{ formVersion: {}, fields: [] }, true],
    ] as const) {
      const type = 'formVersion' in fields && fields.formVersion === version ? 'payment' : 'bug';
      const reply = await createTicket(server, await newPlayer(), { type, ...fields });
      assert.equal(reply.status, 201, reply.text);
      const { ticketId, status, createdAt, ...more } = reply.body;
      assert.deepEqual([status, typeof createdAt], ['open', 'string']);
      assert.deepEqual(more, hasVersion ? { formVersion: null } : {}, JSON.stringify(fields));
      assert.deepEqual(await answersOf(server, ticketId), {});
    }
  });

  test('400: a wrong answer by its field, and nothing is stored', async () => {
    const player = await newPlayer();
    const send = (fields: unknown) => createTicket(server, player, { formVersion: version, fields });
    assertInvalid(await send({}), PATH, 'fields.device');
    assertInvalid(await send(undefined), PATH, 'fields.device');
    assertInvalid(await send({ ...ANSWERS, level: '7', more: 1 }), PATH, 'fields.level', 'fields.more');
    assertInvalid(await send({ device: 'pc', since: '2026-02-29' }), PATH, 'fields.gpu', 'fields.since');
    assertInvalid(await send('text'), PATH, 'fields');
    assert.equal((await seenPlayer(server, player.id)).openTickets, 0);
    assert.deepEqual((await listTickets(server, player)).body.tickets, []);
    assertInvalid(await createTicket(server, player, { subject: '', formVersion: version }), PATH, 'subject');
  });

  test('a wrong answer costs a new player none of its tickets', async (t) => {
    const strict = await startServer(t);
    const own = await aProject(strict);
    await updateProject(strict, own, { limits: { newPlayerTicketsPerAddress: 1 } });
    await aForm(strict, own);
    const player = await aPlayer(strict, own);
    for (let count = 0; count < 3; count++) {
      assertInvalid(await createTicket(strict, player, { formVersion: 1, fields: {} }), PATH, 'fields.device');
    }
    await anAnsweredTicket(strict, player, 1);
  });

  test('each version stays valid, and old tickets are shown with the labels of theirs', async () => {
    const own = await aProject(server);
    await unlimited(server, own);
    const labels = ['First', 'Second'];
    for (const [at, en] of labels.entries()) {
      const fields = [aField(`field_${at}`, { required: true, label: { en } })];
      assert.equal(await aForm(server, own, { version: at, fields }), at + 1);
    }
    for (const [at, en] of labels.entries()) {
      const fields = { [`field_${at}`]: 'x' };
      const ticketId = await anAnsweredTicket(server, await aPlayer(server, own), at + 1, fields);
      const { body } = await team(server, 'GET', `/tickets/${ticketId}`);
      const answer = { name: `field_${at}`, kind: 'text', label: { en }, value: 'x', choice: null };
      assert.deepEqual(body.answers, [answer]);
    }
    const other = await createTicket(server, await aPlayer(server, own), { formVersion: 2, fields: { field_0: 'x' } });
    assertInvalid(other, PATH, 'fields.field_1', 'fields.field_0');
  });

  test('a version of another type or another project does not exist', async () => {
    const fields = { formVersion: version, fields: ANSWERS };
    const ofType = await createTicket(server, await newPlayer(), { type: 'payment', ...fields });
    assert.deepEqual([ofType.status, ofType.body.formVersion], [201, null]);
    const ofProject = await createTicket(server, await aPlayer(server), fields);
    assert.deepEqual([ofProject.status, ofProject.body.formVersion], [201, null]);
  });

  suite('with an Idempotency-Key', () => {
    const key = { headers: { 'idempotency-key': 'one' } };

    test('a repeated request has the same response and changes nothing; other answers are another request', async () => {
      const player = await newPlayer();
      const body = { formVersion: version, fields: ANSWERS };
      const first = await createTicket(server, player, body, key);
      const again = await createTicket(server, player, { ...body, fields: { ...ANSWERS } }, key);
      assert.deepEqual([first.status, again.status, again.text], [201, 201, first.text]);
      const other = await createTicket(server, player, { ...body, fields: { ...ANSWERS, level: 1 } }, key);
      assertProblem(other, 409, 'idempotency-conflict', PATH);
      const wrong = await createTicket(server, player, { ...body, fields: {} }, key);
      assertProblem(wrong, 409, 'idempotency-conflict', PATH);
      assert.equal((await seenPlayer(server, player.id)).openTickets, 1);
    });

    test('a refused request uses no key', async () => {
      const player = await newPlayer();
      const body = { formVersion: version, fields: {} };
      assertInvalid(await createTicket(server, player, body, key), PATH, 'fields.device');
      assertInvalid(await createTicket(server, player, body, key), PATH, 'fields.device');
      const { status } = await createTicket(server, player, { ...body, fields: ANSWERS }, key);
      assert.equal(status, 201);
    });

    test('a repeated request has the same response even if its version exists meanwhile', async () => {
      const own = await aProject(server);
      await unlimited(server, own);
      const player = await aPlayer(server, own);
      const body = { formVersion: 1, fields: { wrong: true } };
      const first = await createTicket(server, player, body, key);
      assert.deepEqual([first.status, first.body.formVersion], [201, null]);
      await aForm(server, own);
      const again = await createTicket(server, player, body, key);
      assert.deepEqual([again.status, again.text], [201, first.text]);
      assertInvalid(await createTicket(server, player, body), PATH, 'fields.device', 'fields.wrong');
    });
  });

  test('answers move with their ticket to an account, and are held with a held ticket', async () => {
    const own: Project = await aProject(server);
    await unlimited(server, own);
    const formVersion = await aForm(server, own);
    await setUpIdentity(server, own);
    const player = await aPlayer(server, own);
    const ticketId = await anAnsweredTicket(server, player, formVersion);
    await linked(server, player, 'account', server.clock.now);
    assert.deepEqual(await answersOf(server, ticketId), SHOWN_ANSWERS);
    await updateProject(server, own, { stormMode: 'on' });
    const held = await anAnsweredTicket(server, await aPlayer(server, own), formVersion);
    assert.deepEqual(await answersOf(server, held), SHOWN_ANSWERS);
    const path = `/projects/${own.id}/held-tickets`;
    const release = await team(server, 'POST', `${path}/release`, { ticketIds: [held] });
    assert.equal(release.status, 200, release.text);
    assert.deepEqual(await answersOf(server, held), SHOWN_ANSWERS);
  });
});
