import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { compareBuilds, hasBuild, isBuild, isBuildReached } from '@player-support/contract/builds';
import { fc } from '../helpers/property.ts';

const IN_ORDER = [
  '0',
  '1.9.9',
  '1.10-1',
  '1.10-alpha',
  '1.10-alpha.1',
  '1.10-alpha2',
  '1.10-alpha10',
  '1.10-beta',
  'v1.10',
  '2.4.2-rc1',
  '2.4.2-rc9',
  '2.4.2-rc10',
  '2.4.2',
  '2.4.10',
  '3',
  '1234',
  '99999999999999999999998',
  '99999999999999999999999',
];

const EQUAL = [
  ['2.4', '2.4.0.0'],
  ['V2.4', 'v2.4'],
  ['2.4', 'v2.4'],
  ['02.04', '2.4'],
  ['2.4+build.7', '2.4+8'],
  ['2.4-RC1', '2.4-rc.1'],
  [' 2.4 ', '2.4'],
] as const;

const UNKNOWN = [
  '',
  'v',
  'final',
  'two.four',
  '2.',
  '.2',
  '2..4',
  '2.4-',
  '2.4 (7)',
  '2.4rc1',
  '-1',
  '٢.٤',
  '1'.repeat(101),
];

const builds = fc
  .tuple(
    fc.constantFrom('', 'v', 'V'),
    fc.array(fc.nat({ max: 12 }), { minLength: 1, maxLength: 4 }),
    fc.option(
      fc.array(fc.constantFrom('1', '2', '10', 'a', 'rc', 'RC1', 'rc10', 'b2c'), { minLength: 1, maxLength: 3 }),
      { nil: undefined },
    ),
    fc.constantFrom('', '+7', '+abc'),
  )
  .map(([prefix, numbers, pre, meta]) => `${prefix}${numbers.join('.')}${pre ? `-${pre.join('.')}` : ''}${meta}`);

suite('the order of builds', () => {
  test('numbers, dotted numbers and pre-releases, each with every other', () => {
    for (const [i, a] of IN_ORDER.entries()) {
      for (const [j, b] of IN_ORDER.entries()) {
        assert.equal(Math.sign(compareBuilds(a, b) ?? Number.NaN), Math.sign(i - j), `${a} and ${b}`);
      }
    }
    for (const [a, b] of EQUAL) assert.equal(compareBuilds(a, b), 0, `${a} and ${b}`);
  });

  test('other texts have no order, and never reach a build', () => {
    for (const text of UNKNOWN) {
      assert.equal(isBuild(text), false, text);
      assert.equal(compareBuilds(text, '1'), undefined);
      assert.equal(compareBuilds('1', text), undefined);
      assert.equal(isBuildReached(text, '1'), false);
      assert.equal(isBuildReached('1', text), false);
    }
    assert.equal(isBuildReached(null, '0'), false);
  });

  test('it is a total order: any two compare, both ways, and three are transitive', () => {
    fc.assert(
      fc.property(builds, builds, builds, (a, b, c) => {
        const order = (x: string, y: string) => Math.sign(compareBuilds(x, y) ?? Number.NaN);
        assert.equal(order(a, a), 0);
        assert.equal(order(a, b), 0 - order(b, a));
        if (order(a, b) <= 0 && order(b, c) <= 0) assert.ok(order(a, c) <= 0);
        if (order(a, b) === 0) assert.equal(order(a, c), order(b, c));
      }),
      { numRuns: 2000 },
    );
  });

  test('a whole number is compared with the build number, everything else with the version', () => {
    const context = { platform: null, locale: null, deviceModel: null, osVersion: null };
    const player = { ...context, appVersion: '2.4.1', buildNumber: '1234' };
    assert.deepEqual(
      ['1234', '1235', '2.4.1', '2.4.2', '2.4.2-rc1'].map((wanted) => hasBuild(player, wanted)),
      [true, false, true, false, false],
    );
    const withoutNumber = { ...player, buildNumber: null };
    assert.deepEqual([hasBuild(withoutNumber, '2'), hasBuild(withoutNumber, '3')], [true, false]);
    assert.equal(hasBuild({ ...player, appVersion: null }, '2.4'), false);
  });
});
