import { factsOf, importFacts } from './registry.ts';

/**
 * For tests about every operation. Importing the operations' test files takes a second, so it comes
 * before any server. An operation's test file must not import this module.
 */

await importFacts();

export const playerFacts = factsOf('player');
export const teamFacts = factsOf('team');
