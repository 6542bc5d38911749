import { globSync } from 'node:fs';
import path from 'node:path';
import { playerOperations, teamOperations } from '../../../src/operations/all.ts';
import type { Operation } from '../../../src/operations/operation.ts';
import type { PlayerFacts, TeamFacts } from './facts.ts';

/**
 * The facts of all operations, for tests about every operation. They are in the test files of the
 * operations. Importing such a file here registers its facts, but none of its tests.
 */

interface FactsOf {
  readonly player: PlayerFacts;
  readonly team: TeamFacts;
}

const registry: { readonly [Api in keyof FactsOf]: Map<string, FactsOf[Api]> } = { player: new Map(), team: new Map() };
let importing = false;

/** Keeps the facts. Returns whether to register their tests too. @throws Error if given twice */
export function register<Api extends keyof FactsOf>(api: Api, facts: FactsOf[Api]): boolean {
  const { id } = facts.operation;
  if (registry[api].has(id)) throw new Error(`the facts of ${id} are given twice`);
  registry[api].set(id, facts);
  return !importing;
}

const SOURCE = path.resolve(import.meta.dirname, '../../../src');
const TESTS = path.resolve(import.meta.dirname, '../../api');

/** `CreateMacro` as the name of a file. */
const fileName = (id: string) => id.replace(/(?<!^)[A-Z]/g, '-$&').toLowerCase();

/** The test file of an operation. Its path in `test/api` is that of the source file in `src`. */
export function testFileOf({ id }: Pick<Operation, 'id'>): string {
  const found = globSync(`{player,team}/**/${fileName(id)}.ts`, { cwd: SOURCE });
  const [source, ...others] = found;
  if (source === undefined || others.length > 0)
    throw new Error(`${id} is in ${found.length} source files, not in one`);
  return path.join(TESTS, source.replace(/\.ts$/, '.test.ts'));
}

let imported: Promise<void> | undefined;

/** Registers the facts of all operations, once. */
function importAll(): Promise<void> {
  imported ??= (async () => {
    importing = true;
    try {
      for (const operation of [...playerOperations, ...teamOperations]) await import(testFileOf(operation));
    } finally {
      importing = false;
    }
  })();
  return imported;
}

/** Facts in the order of the operations. @throws Error where an operation's test file gives none */
function inOrder<Facts>(operations: readonly Operation[], known: ReadonlyMap<string, Facts>): Facts[] {
  return operations.map((operation) => {
    const facts = known.get(operation.id);
    if (facts === undefined) throw new Error(`${testFileOf(operation)} does not give the facts of ${operation.id}`);
    return facts;
  });
}

/** The facts of every operation of the team API, in the order of the list. */
export async function allTeamFacts(): Promise<readonly TeamFacts[]> {
  await importAll();
  return inOrder(teamOperations, registry.team);
}

/** The facts of every operation of the player API, in the order of the list. */
export async function allPlayerFacts(): Promise<readonly PlayerFacts[]> {
  await importAll();
  return inOrder(playerOperations, registry.player);
}
