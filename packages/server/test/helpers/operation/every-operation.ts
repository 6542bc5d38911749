import assert from 'node:assert/strict';
import { type Project, team } from '../builders.ts';
import type { TestServer } from '../harness.ts';
import { teamFacts } from './all-facts.ts';
import type { PreparedRequest } from './facts.ts';
import { anOwner, prepare, send, takesKey } from './requests.ts';

/** Sends each operation's valid request as an owner. `change` returns another body. */
export async function everyTeamOperation(
  server: TestServer,
  project: Project,
  change = ({ body }: PreparedRequest): object | undefined => body,
): Promise<void> {
  // A separate key that no operation revokes.
  const { key } = (await team(server, 'POST', '/api-keys', { name: 'n', role: 'owner' })).body;
  for (const facts of teamFacts) {
    const { operation } = facts;
    const { given, options } = await anOwner(operation, server, project);
    const request = await prepare(facts, given);
    const body = change(request);
    const changed = body === undefined ? request : { ...request, body };
    const { status, text } = await send(server, changed, takesKey(operation) ? { token: key } : options);
    assert.ok(status < 300, `${operation.id} ${status} ${text}`);
  }
}
