import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { MAX_NAME_LENGTH } from '@player-support/contract/limits';
import { gameOperations, playerOperations, teamOperations } from '../../src/http/all-operations.ts';
import { openapi } from '../../src/http/openapi.ts';
import { isInTeamApi } from '../../src/operations/operation.ts';
import { assertInvalid } from '../helpers/assert-problem.ts';
import { aProject, team } from '../helpers/builders.ts';
import { sharedServer } from '../helpers/shared-server.ts';

suite('a 400 that is about fields', async () => {
  const server = await sharedServer({ env: { RATE_LIMITS: 'off' } });

  test('has codes and their parameters in the team API, beside the same messages as before', async () => {
    const name = 'n'.repeat(MAX_NAME_LENGTH + 1);
    const reply = await team(server, 'POST', '/projects', { name, other: 1 });
    // Also compares the codes' messages with `errors`.
    assertInvalid(reply, '/api/v1/team/projects', 'name', 'other');
    assert.deepEqual(reply.body.errors, {
      name: [`Must have at most ${MAX_NAME_LENGTH} characters.`],
      other: ['Is not a known field.'],
    });
    assert.deepEqual(reply.body.problems, [
      { field: 'other', code: 'unknown-field' },
      { field: 'name', code: 'too-long', parameters: { max: MAX_NAME_LENGTH } },
    ]);
  });

  test('has codes for a rule of the operation, for a query, and before anybody has signed in', async () => {
    const { id } = await aProject(server);
    const form = { type: 'bug', version: 0, fields: [{ name: 'A', kind: 'choice', required: false, label: {} }] };
    const refused = await team(server, 'PUT', `/projects/${id}/form`, form);
    assertInvalid(refused, `/api/v1/team/projects/${id}/form`, 'fields.0.name', 'fields.0.label', 'fields.0.kind');
    const listed = await team(server, 'GET', '/tickets?filter={}&cursor=x&limit=0');
    assertInvalid(listed, '/api/v1/team/tickets', 'limit');
    const filtered = await team(server, 'GET', '/tickets?filter={}&cursor=x');
    assertInvalid(filtered, '/api/v1/team/tickets', 'filter', 'cursor');
    const signedIn = await server.call('POST', '/api/v1/team/session', { body: { email: 'x' } });
    assertInvalid(signedIn, '/api/v1/team/session', 'password');
  });

  test('has no codes in the player API', async () => {
    const path = '/api/v1/player/identify';
    const reply = await server.call('POST', path, { body: { projectPublicKey: 1 } });
    assert.equal(reply.status, 400);
    assert.deepEqual(Object.keys(reply.body).sort(), ['detail', 'errors', 'instance', 'status', 'title', 'type']);
  });

  test('is described with codes only in the document of the team API', () => {
    assert.deepEqual(gameOperations.filter(isInTeamApi), []);
    assert.deepEqual(
      teamOperations.filter((operation) => !isInTeamApi(operation)),
      [],
    );
    assert.ok('TeamValidationProblem' in openapi('team', teamOperations).components.schemas);
    assert.ok(!('ValidationProblemDetails' in openapi('team', teamOperations).components.schemas));
    for (const name of ['player', 'game'] as const) {
      const operations = name === 'game' ? gameOperations : playerOperations;
      assert.doesNotMatch(JSON.stringify(openapi(name, operations)), /TeamValidationProblem|FieldProblem/);
    }
  });
});
