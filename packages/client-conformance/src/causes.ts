import type { Failed } from './figures.ts';
import { RULE_OF_KIND, RULES, type RuleName } from './rules.ts';
import type { Scenario } from './scenario.ts';

/**
 * Returns what failed by its cause, in the order in which to repair it. Empty if nothing failed. A
 * history can have several failures.
 */
export function causes(scenarios: readonly Pick<Scenario, 'rule'>[], histories: ReadonlyMap<Failed, number>): string {
  const inHistories = (name: RuleName) =>
    [...histories].reduce((sum, [kind, times]) => sum + (RULE_OF_KIND[kind] === name ? times : 0), 0);
  return (Object.keys(RULES) as RuleName[])
    .flatMap((name) => {
      const counts = [
        [scenarios.filter(({ rule }) => rule === name).length, 'scenario', 'scenarios'],
        [inHistories(name), 'failure in histories', 'failures in histories'],
      ] as const;
      const failed = counts.flatMap(([number, one, many]) =>
        number === 0 ? [] : [`${number} ${number === 1 ? one : many}`],
      );
      if (failed.length === 0) return [];
      const { title, right } = RULES[name];
      const lines = right.map((line) => `  - ${line}\n`);
      return [`${title}: ${failed.join(', ')}\n${lines.join('')}`];
    })
    .join('\n');
}
