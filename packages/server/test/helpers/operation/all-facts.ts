import { factsOf, importFacts } from './registry.ts';

/**
 * The facts of all operations, for tests about every operation. They are imported from the test
 * files of the operations before any server starts, because that takes a second. So a test file of
 * an operation must not import this module.
 */

await importFacts();

/** In the order of the list of player operations. */
export const playerFacts = factsOf('player');
/** In the order of the list of team operations. */
export const teamFacts = factsOf('team');
