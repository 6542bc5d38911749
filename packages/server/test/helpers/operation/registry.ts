import { globSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { allOperations, gameOperations, teamOperations } from '../../../src/http/all-operations.ts';
import type { Operation } from '../../../src/operations/operation.ts';
import type { PlayerFacts, TeamFacts } from './facts.ts';

interface FactsOf {
  readonly player: PlayerFacts;
  readonly team: TeamFacts;
}

const registry: { readonly [Api in keyof FactsOf]: Map<string, FactsOf[Api]> } = { player: new Map(), team: new Map() };
const tested = new Set<string>();
let importing = false;

/** Returns whether to register their tests too. Throws Error if given twice. */
export function register<Api extends keyof FactsOf>(api: Api, facts: FactsOf[Api]): boolean {
  const { id } = facts.operation;
  const given = importing ? registry[api] : tested;
  if (given.has(id)) throw new Error(`the facts of ${id} are given twice`);
  registry[api].set(id, facts);
  if (!importing) tested.add(id);
  return !importing;
}

const SOURCE = path.resolve(import.meta.dirname, '../../../src');
const TESTS = path.resolve(import.meta.dirname, '../../api');

/** `CreateMacro` as a file's name. */
const fileName = (id: string) => id.replace(/(?<!^)[A-Z]/g, '-$&').toLowerCase();

/** Returns an operation's test file: its path in `test/api` is that of the source in `src`. */
export function testFileOf({ id }: Pick<Operation, 'id'>): string {
  const found = globSync(`{player,team}/**/${fileName(id)}.ts`, { cwd: SOURCE });
  const [source, ...others] = found;
  if (source === undefined || others.length > 0)
    throw new Error(`${id} is in ${found.length} source files, not in one`);
  return path.join(TESTS, source.replace(/\.ts$/, '.test.ts'));
}

/**
 * Imports the facts without their tests. The modules have other addresses, so that files can be
 * imported later.
 */
export async function importFacts(): Promise<void> {
  importing = true;
  registry.player.clear();
  registry.team.clear();
  try {
    for (const operation of allOperations) await import(`${pathToFileURL(testFileOf(operation)).href}?facts`);
  } finally {
    importing = false;
  }
}

/** Returns the facts in the operations' order. Throws Error if some are missing. */
export function factsOf<Api extends keyof FactsOf>(api: Api): readonly FactsOf[Api][] {
  const operations = api === 'player' ? gameOperations : teamOperations;
  return operations.map((operation) => {
    const facts = registry[api].get(operation.id);
    if (facts === undefined) throw new Error(`${testFileOf(operation)} does not give the facts of ${operation.id}`);
    return facts;
  });
}
