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

/** Few requests reach these limits. */
const FEW = {
  limits: { fileAddress: 50, authAddress: 20, read: 20, uploadAddress: 50, uploadPart: 20, signIn: 5, oidcAddress: 50 },
};

/** Leaves out own tests, which do not depend on the engine. */
const DERIVED_ONLY = process.env.TEST_DERIVED === '1';

/** Throws Error if the server does not serve it. */
function requireListed(operation: Operation): void {
  if (allOperations.includes(operation)) return;
  throw new Error(`${operation.id} is not in packages/server/src/http/all-operations.ts`);
}

/** A read's is empty. Throws Error if a write's facts lack it. */
function changeFeedOf<Feed>(
  { id, method, storesNothing = method === 'GET' }: Operation,
  written: { changeFeed?: Feed },
) {
  if (written.changeFeed !== undefined) return written.changeFeed;
  if (storesNothing) return [];
  throw new Error(`the facts of ${id} do not say what the change feed sends: [] if nothing`);
}

/** Starts a suite's server and records all SQL of this process. */
async function watchedServer(options: StartOptions) {
  const sent = watchStatements(fileAfter);
  const server = await sharedServer(options);
  const database = databaseOf(server.databaseUrl);
  // A node that begins to listen forgets cached projects and resets its streams.
  if (ENGINE === 'postgres')
    await eventually(async () => sent.some((one) => one.database === database && one.text.startsWith('LISTEN')));
  return { sent, server };
}

/**
 * Registers tests that follow from a team operation's facts, and `ownTests`, which tests about
 * every operation leave out. Call it once in its test file.
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
    // An unknown field causes no statement.
    if (operation.body !== undefined && !DERIVED_ONLY) testClosedBody(facts, server, sender);
  });
  return DERIVED_ONLY ? undefined : ownTests();
}

/** The player API's `testTeamOperation`. */
export function testPlayerOperation(
  operation: Operation,
  written: Written<PlayerFacts>,
  ownTests: () => void | Promise<void> = () => {},
): void | Promise<void> {
  const statuses = statusesOfPlayer(operation, written.statuses);
  const facts: PlayerFacts = { ...written, operation, statuses, changeFeed: changeFeedOf(operation, written) };
  if (!register('player', facts)) return;
  requireListed(operation);
  // Another program lacks what these tests read.
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
