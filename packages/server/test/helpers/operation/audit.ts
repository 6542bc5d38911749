import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR } from '../../../src/domain/time.ts';
import { aMember, aProject, PASSWORD, team } from '../builders.ts';
import type { TestServer } from '../harness.ts';
import { queryRows } from '../stored-rows.ts';
import type { OperationFacts, PlayerFacts, PlayerGiven, TeamFacts } from './facts.ts';
import { anOwner, asMember, HIDDEN, prepare, type Sender, send, takesKey } from './requests.ts';

export async function countEntries({ databaseUrl }: TestServer): Promise<number> {
  return Number((await queryRows(databaseUrl, 'SELECT count(*) AS entries FROM audit_entry'))[0]?.entries);
}

export function testNoAuditEntry<Given>(
  facts: OperationFacts<Given>,
  server: TestServer,
  sender: () => Promise<Sender<Given>>,
): void {
  test('leaves no entry in the audit log', async () => {
    server.clock.advance(HOUR);
    const { given, options } = await sender();
    const request = await prepare(facts, given);
    const before = await countEntries(server);
    const reply = await send(server, request, options);
    assert.equal(reply.status, facts.operation.success.status, reply.text);
    assert.equal(await countEntries(server), before, 'it left an entry, but the operation is not `audited`');
  });
}

/** Tests one entry for each kind of caller. */
export function testAuditEntry(facts: TeamFacts, server: TestServer): void {
  const { operation } = facts;

  test('leaves one entry in the audit log, without any text or secret', async () => {
    server.clock.advance(HOUR);
    const project = await aProject(server);
    for (const isMember of takesKey(operation) ? [true, false] : [true]) {
      const member = operation.auth === 'none' || !isMember ? undefined : await aMember(server, 'owner');
      const { options } = member ? { options: asMember(member) } : await anOwner(operation, server, project);
      const request = await prepare(facts, { server, project, member });
      // This request's entry must be the newest.
      server.clock.advance(1);
      const before = await countEntries(server);
      const reply = await send(server, request, options);
      assert.equal(reply.status, operation.success.status, reply.text);
      assert.equal((await countEntries(server)) - before, 1);
      const [entry] = (await team(server, 'GET', '/audit')).body.entries;
      assert.equal(entry.action, operation.id);
      assert.equal(entry.actor.type, operation.auth === 'none' || isMember ? 'member' : 'api_key');
      if (member !== undefined) assert.deepEqual(entry.actor, { type: 'member', id: member.id, name: member.name });
      const secrets = [HIDDEN, PASSWORD, 'inv_', 'psk_', '@', ...Object.values(options.headers ?? {})];
      for (const secret of secrets.filter((one) => one !== 'same-origin')) {
        // Without the target: an invitation's id begins like its token, but is no secret.
        const shown = JSON.stringify(entry.details);
        assert.ok(!shown.includes(secret), `${secret} in ${shown}`);
      }
    }
  });
}

export function testAuditEntryOfPlayer(
  facts: PlayerFacts,
  server: TestServer,
  sender: () => Promise<Sender<PlayerGiven>>,
): void {
  test('leaves one entry in the audit log, without any text or secret', async () => {
    server.clock.advance(HOUR);
    const { given, options } = await sender();
    const request = await prepare(facts, given);
    server.clock.advance(1);
    const before = await countEntries(server);
    const reply = await send(server, request, options);
    assert.equal(reply.status, facts.operation.success.status, reply.text);
    assert.equal((await countEntries(server)) - before, 1);
    const [entry] = (await team(server, 'GET', '/audit')).body.entries;
    assert.deepEqual([entry.action, entry.actor.type, entry.actor.name], [facts.operation.id, 'system', 'player']);
    for (const secret of [HIDDEN, 'pat_', 'eyJ', given.player.installationId]) {
      assert.ok(!JSON.stringify(entry).includes(secret), `${secret} in the entry`);
    }
  });
}
