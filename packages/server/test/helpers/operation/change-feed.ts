import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TeamEvents } from '@player-support/contract/team/events';
import type { TeamEvent } from '../../../src/live/hub.ts';
import { aMember, aProject, type Project } from '../builders.ts';
import type { CallOptions } from '../call.ts';
import { openStream, receivedSoFar } from '../event-streams.ts';
import type { TestServer } from '../harness.ts';
import type { OperationFacts } from './facts.ts';
import { prepare, type Sender, send } from './requests.ts';

/** Changed members, API keys, macros, projects or announcements. */
export const settingsChange = (what: TeamEvents['settings']['what']): TeamEvent => ({
  name: 'settings',
  data: { what },
});

/** Tells that a ticket changed; null: many tickets of the project. */
export function ticketChange({ id: projectId }: Project, ticketId: string | null | undefined): TeamEvent {
  assert.ok(ticketId !== undefined, 'the request does not say which ticket it is about');
  return { name: 'ticket', data: { projectId, ticketId } };
}

function streamHeaders({ token, headers = {} }: CallOptions): Record<string, string> | undefined {
  if (token !== undefined) return { authorization: `Bearer ${token}` };
  return headers.cookie === undefined ? undefined : { cookie: headers.cookie };
}

/**
 * Tests what members with and without access hear. It must be the server's first test: earlier
 * presence updates that expire are changes too.
 */
export function testChangeFeed<Given>(
  facts: OperationFacts<Given>,
  server: TestServer,
  sender: () => Promise<Sender<Given>>,
): void {
  const { operation, changeFeed } = facts;
  const isSilent = Array.isArray(changeFeed) && changeFeed.length === 0;

  test(isSilent ? 'sends no change to other members' : 'sends its changes to other members', async (t) => {
    const { given, options } = await sender();
    const request = await prepare(facts, given);
    const elsewhere = await aProject(server);
    const [insider, outsider] = [
      await aMember(server, 'owner'),
      await aMember(server, 'viewer', { projectIds: [elsewhere.id] }),
    ];
    const open = (headers: Readonly<Record<string, string>>) => openStream(t, server, { headers });
    const others = [await open({ cookie: insider.cookie }), await open({ cookie: outsider.cookie })];
    const ending = await Promise.all((request.ends ?? []).map(open));
    const own = operation.auth === 'player' ? undefined : streamHeaders(options);
    const goesOn = own !== undefined && !(request.ends ?? []).some((headers) => isSameCaller(headers, own));
    const listeners = [...others, ...(goesOn ? [await open(own)] : [])];
    for (const { status } of [...listeners, ...ending]) assert.equal(status, 200);
    await receivedSoFar(server, elsewhere.id, listeners);

    const reply = await send(server, request, options);
    assert.equal(reply.status, operation.success.status, reply.text);
    const expected = typeof changeFeed === 'function' ? changeFeed({ ...request, ...given, reply }) : changeFeed;
    const [atInsider, atOutsider] = await receivedSoFar(server, elsewhere.id, listeners);
    assert.deepEqual(atInsider, expected);
    const visible = expected.filter(({ data }) => !('projectId' in data));
    assert.deepEqual(atOutsider, visible, 'a member of another project receives changes of no project only');
    await Promise.all(ending.map((stream) => stream.endsSoon()));
    // Others' streams stay open.
    await receivedSoFar(server, elsewhere.id, listeners);
  });
}

const isSameCaller = (one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>) =>
  one.cookie === other.cookie && one.authorization === other.authorization;
