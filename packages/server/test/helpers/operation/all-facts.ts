import { factsOf, importFacts } from './registry.ts';

/**
 * For tests about every operation, before any server: importing their test files takes a second.
 * These must not import this module.
 */

await importFacts();

export const playerFacts = factsOf('player');
export const teamFacts = factsOf('team');
