import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { assertInvalid, assertProblem } from '../../../helpers/assert-problem.ts';
import { aMember, aProject, team } from '../../../helpers/builders.ts';
import { executeSql } from '../../../helpers/databases.ts';
import { START, startServer, type TestServer } from '../../../helpers/harness.ts';

const PATH = '/api/v1/team/macros';
const create = async (server: TestServer, fields: object = {}) => {
  const reply = await team(server, 'POST', '/macros', {
    name: 'Thanks',
    body: 'Thank you, {{player.userId}}.',
    ...fields,
  });
  assert.equal(reply.status, 201, reply.text);
  assert.equal(reply.headers.get('location'), `${PATH}/${reply.body.id}`);
  return reply.body;
};

suite('macros', () => {
  test('200, 201, 204: a macro is created, changed and deleted', async (t) => {
    const server = await startServer(t);
    const { id: projectId } = await aProject(server);
    const first = await create(server);
    server.clock.advance(1000);
    const second = await create(server, { name: 'Other', projectId });
    const { id, ...shown } = first;
    const createdAt = new Date(START).toISOString();
    assert.match(id, /^mac_/);
    const body = 'Thank you, {{player.userId}}.';
    const unused = { texts: {}, actions: {}, uses: 0, lastUsedAt: null };
    assert.deepEqual(shown, { projectId: null, name: 'Thanks', body, ...unused, createdAt });
    assert.deepEqual((await team(server, 'GET', '/macros')).body, { macros: [first, second] });

    const renamed = await team(server, 'PATCH', `/macros/${id}`, { name: 'Renamed' });
    assert.deepEqual([renamed.status, renamed.body], [200, { ...first, name: 'Renamed' }]);
    const moved = await team(server, 'PATCH', `/macros/${id}`, { body: 'New.', projectId });
    assert.deepEqual(moved.body, { ...first, name: 'Renamed', body: 'New.', projectId });
    const [entry] = (await team(server, 'GET', '/audit?action=UpdateMacro')).body.entries;
    assert.deepEqual([entry.target, entry.projectId], [id, projectId]);
    assert.deepEqual((await team(server, 'PATCH', `/macros/${id}`, { projectId: null })).body.projectId, null);
    for (const [fields, field] of [
      [{ body: 'Hi {{player.nam}}' }, 'body'],
      [{ texts: { de: 'Hallo {{x}}' } }, 'texts.de'],
    ] as const) {
      assertInvalid(await team(server, 'PATCH', `/macros/${id}`, fields), `${PATH}/${id}`, field);
    }
    // A release without this check stored it.
    await executeSql(server.databaseUrl, `UPDATE macro SET body = 'Hi {{reset}}' WHERE macro_id = '${id}'`);
    const kept = await team(server, 'PATCH', `/macros/${id}`, { name: 'Kept', body: 'Hi {{reset}}' });
    assert.deepEqual([kept.status, kept.body.name], [200, 'Kept'], kept.text);
    assert.equal((await team(server, 'DELETE', `/macros/${id}`)).status, 204);
    assert.deepEqual((await team(server, 'GET', '/macros')).body, { macros: [second] });
    assertProblem(await team(server, 'DELETE', `/macros/${id}`), 404, 'not-found', `${PATH}/${id}`);
  });

  test('200, 201: texts by locale and actions are kept in order, and replaced as a whole', async (t) => {
    const server = await startServer(t);
    const actions = { status: 'resolved', priority: 'high', addTags: [' late ', 'crash', 'late'], assignee: 'me' };
    const macro = await create(server, { texts: { fr: 'Merci.', de: 'Danke.' }, actions });
    assert.equal(JSON.stringify(macro.texts), '{"de":"Danke.","fr":"Merci."}');
    assert.deepEqual(macro.actions, { ...actions, addTags: ['crash', 'late'] });
    const change = async (fields: object) => (await team(server, 'PATCH', `/macros/${macro.id}`, fields)).body;
    assert.deepEqual(await change({ name: 'Other' }), { ...macro, name: 'Other' });
    const changed = await change({ texts: { ja: 'x' }, actions: { assignee: 'nobody', addTags: [] } });
    assert.deepEqual([changed.texts, changed.actions], [{ ja: 'x' }, { assignee: 'nobody' }]);
    assert.deepEqual(await change({ texts: {}, actions: {} }), { ...macro, name: 'Other', texts: {}, actions: {} });
  });

  test('a member of some projects sees shared macros and those of its projects, but changes only the latter', async (t) => {
    const server = await startServer(t);
    const [own, other] = [await aProject(server), await aProject(server)];
    const shared = await create(server);
    const [mine, hidden] = [await create(server, { projectId: own.id }), await create(server, { projectId: other.id })];
    const admin = await aMember(server, 'admin', { projectIds: [own.id] });
    assert.deepEqual((await admin.call('GET', '/macros')).body.macros, [shared, mine]);
    const at = ({ id }: { id: string }) => `${PATH}/${id}`;
    for (const [method, body] of [
      ['PATCH', { name: 'x' }],
      ['DELETE', undefined],
    ] as const) {
      assertProblem(await admin.call(method, `/macros/${hidden.id}`, body), 404, 'not-found', at(hidden));
      assertProblem(await admin.call(method, `/macros/${shared.id}`, body), 403, 'forbidden', at(shared));
    }
    assertProblem(await admin.call('PATCH', `/macros/${mine.id}`, { projectId: null }), 403, 'forbidden', at(mine));
    assertInvalid(await admin.call('PATCH', `/macros/${mine.id}`, { projectId: other.id }), at(mine), 'projectId');
    const made = { name: 'n', body: 'b' };
    assertProblem(await admin.call('POST', '/macros', made), 403, 'forbidden', PATH);
    assertInvalid(await admin.call('POST', '/macros', { ...made, projectId: other.id }), PATH, 'projectId');
    assert.equal((await admin.call('POST', '/macros', { ...made, projectId: own.id })).status, 201);
    assert.equal((await admin.call('DELETE', `/macros/${mine.id}`)).status, 204);
    assert.equal((await team(server, 'GET', '/macros')).body.macros.length, 3);
  });
});
