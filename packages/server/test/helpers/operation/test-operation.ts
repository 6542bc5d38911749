import { suite } from 'node:test';
import { allOperations } from '../../../src/http/all-operations.ts';
import type { Operation } from '../../../src/operations/operation.ts';
import { aPlayer, aProject, eventually } from '../builders.ts';
import { fileAfter } from '../cleanup.ts';
import { ENGINE } from '../databases.ts';
import type { StartOptions } from '../harness.ts';
import { sharedServer } from '../shared-server.ts';
import { databaseOf, watchStatements } from '../statements.ts';
import { testAuditEntry, testAuditEntryOfPlayer, testNoAuditEntry } from './audit.ts';
import { testChangeFeed } from './change-feed.ts';
import { testClosedBody } from './closed-body.ts';
import type { PlayerFacts, TeamFacts, Written } from './facts.ts';
import { register } from './registry.ts';
import { anOwner, asPlayer } from './requests.ts';
import { testRoles } from './roles.ts';
import { statusesOfPlayer, statusesOfTeam } from './scenarios.ts';
import { testStatements } from './statements.ts';
import { testStatuses } from './statuses.ts';

/** Rate limits that scenarios reach with few requests. */
const FEW = {
  limits: { fileAddress: 50, authAddress: 20, read: 20, uploadPart: 20, signIn: 5, oidcAddress: 50 },
};

/** Whether to leave out an operation's own tests, which do not depend on the engine. */
const DERIVED_ONLY = process.env.TEST_DERIVED === '1';

/** @throws Error if the server does not serve the operation */
function requireListed(operation: Operation): void {
  if (allOperations.includes(operation)) return;
  throw new Error(`${operation.id} is not in packages/server/src/http/all-operations.ts`);
}

/** A read tells nobody anything. @throws Error if the facts of a write do not say what it tells */
function changeFeedOf<Feed>(
  { id, method, storesNothing = method === 'GET' }: Operation,
  written: { changeFeed?: Feed },
) {
  if (written.changeFeed !== undefined) return written.changeFeed;
  if (storesNothing) return [];
  throw new Error(`the facts of ${id} do not say what the change feed sends: [] if nothing`);
}

/** The server of a suite, and all the SQL that this process sends. */
async function watchedServer(options: StartOptions) {
  const sent = watchStatements(fileAfter);
  const server = await sharedServer(options);
  const database = databaseOf(server.databaseUrl);
  // When a node begins to listen, it forgets cached projects and resets its streams.
  if (ENGINE === 'postgres')
    await eventually(async () => sent.some((one) => one.database === database && one.text.startsWith('LISTEN')));
  return { sent, server };
}

/**
 * Registers the tests that follow from the facts of a team operation. Its test file calls this
 * function once. Tests of this operation alone go into `ownTests`, never beside it: tests about
 * every operation import the file for its facts, and must not run its tests.
 */
export function testTeamOperation(
  operation: Operation,
  written: Written<TeamFacts>,
  ownTests: () => void | Promise<void> = () => {},
): void | Promise<void> {
  const statuses = statusesOfTeam(operation, written.statuses);
  const facts: TeamFacts = { ...written, operation, statuses, changeFeed: changeFeedOf(operation, written) };
  if (!register('team', facts)) return;
  requireListed(operation);
  suite(`${operation.id}: what every operation of the team must do`, async () => {
    const { server, sent } = await watchedServer({ config: FEW });
    const sender = async () => anOwner(operation, server, await aProject(server));
    testChangeFeed(facts, server, sender);
    testStatuses(facts, server, sender);
    testStatements(facts, server, sender, sent);
    testRoles(facts, server, ENGINE === 'postgres');
    if (operation.audited) testAuditEntry(facts, server);
    else testNoAuditEntry(facts, server, sender);
    // No statement is sent for an unknown field.
    if (operation.body !== undefined && !DERIVED_ONLY) testClosedBody(facts, server, sender);
  });
  return DERIVED_ONLY ? undefined : ownTests();
}

/** The same as `testTeamOperation`, for an operation of the player API. */
export function testPlayerOperation(
  operation: Operation,
  written: Written<PlayerFacts>,
  ownTests: () => void | Promise<void> = () => {},
): void | Promise<void> {
  const statuses = statusesOfPlayer(operation, written.statuses);
  const facts: PlayerFacts = { ...written, operation, statuses, changeFeed: changeFeedOf(operation, written) };
  if (!register('player', facts)) return;
  requireListed(operation);
  // Another program has none of what these tests look at.
  if (process.env.TEST_SERVER !== undefined) return ownTests();
  suite(`${operation.id}: what every operation of players must do`, async () => {
    const { server, sent } = await watchedServer({ config: FEW });
    const sender = async () => asPlayer(operation, server, await aPlayer(server));
    testChangeFeed(facts, server, sender);
    testStatuses(facts, server, sender);
    testStatements(facts, server, sender, sent);
    if (operation.audited) testAuditEntryOfPlayer(facts, server, sender);
    else testNoAuditEntry(facts, server, sender);
  });
  return DERIVED_ONLY ? undefined : ownTests();
}
