import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { FairTurns, type Waiting } from '../../../src/domain/fair-turns.ts';

const work = (name: string, cost: number): Waiting & { readonly name: string } => {
  const [project = '', player = ''] = name.split(' ');
  return { name, project_id: project, player_id: `${project} ${player}`, cost };
};
const many = (count: number, name: (index: number) => string, cost: number) =>
  Array.from({ length: count }, (_none, index) => work(name(index), cost));

/** Does everything, one by one. Returns the names, in the order of their turns. */
function orderOf(turns: FairTurns, waiting: readonly Waiting[]): Waiting[] {
  const rest = [...waiting];
  const done: Waiting[] = [];
  while (rest.length > 0) {
    const [next] = turns.next(rest, 1, 1);
    if (next === undefined) assert.fail('something waits');
    rest.splice(rest.indexOf(next), 1);
    done.push(next);
  }
  return done;
}

suite('FairTurns', () => {
  test('do the small work of a newcomer before the next large one of many others', () => {
    const turns = new FairTurns();
    const flood = () => many(50, (index) => `a ${index}`, 4000);
    for (let round = 0; round < 3; round++) {
      const newcomer = work(`a new-${round}`, 100);
      assert.deepEqual(turns.next([...flood(), newcomer], 1, 1), [newcomer]);
      orderOf(turns, flood().slice(0, 25));
    }
  });

  test('give each project and each player the same share, whatever it sends', () => {
    const flood = [...many(40, () => 'a one', 10), ...many(40, (index) => `a ${index % 4}`, 10)];
    const others = many(8, () => 'b two', 10);
    const done = orderOf(new FairTurns(), [...flood, ...others]);
    const last = done.findLastIndex(({ project_id }) => project_id === 'b');
    assert.ok(last <= 16, `the other project is done after ${last}`);
    const places = done.flatMap(({ player_id }, index) => (player_id === 'a 1' ? index : []));
    assert.ok((places[9] ?? 0) <= 5 * 10 + 8, `another player is done after ${places[9]}`);
  });

  test('do large work too, while small work of another comes for ever', () => {
    const turns = new FairTurns();
    const large = work('a large', 1000);
    let count = 0;
    for (let next: Waiting | undefined; next !== large; count++) {
      [next] = turns.next([large, work('a small', 10)], 1, 1);
      assert.ok(count < 150);
    }
    assert.ok(count > 50);
  });

  test('let nobody save up turns in a break', () => {
    const turns = new FairTurns();
    turns.next([work('a early', 1), work('a busy', 1)], 2, 10);
    for (let count = 0; count < 100; count++) turns.next([work('a busy', 1000)], 1, 1);
    const done = orderOf(turns, [...many(4, () => 'a early', 1000), ...many(4, () => 'a fresh', 1000)]);
    assert.ok(done.slice(0, 4).some(({ player_id }) => player_id === 'a fresh'));
  });

  test('choose at least one, and no more than fits', () => {
    const all = many(9, (index) => `a ${index}`, 4);
    for (const [limit, maxCost, count] of [
      [5, 100, 5],
      [5, 10, 2],
      [5, 1, 1],
    ] as const) {
      assert.equal(new FairTurns().next(all, limit, maxCost).length, count);
    }
    assert.deepEqual(new FairTurns().next([], 5, 10), []);
  });
});
