import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { affectedBy, concerns, deviceOf } from '../../../src/domain/public-issues.ts';

const EVERYTHING = { builds: [], platforms: [], fixedInBuild: null };
const SILENT = { appVersion: null, buildNumber: null, platform: null };

suite('whether a known issue concerns a device', () => {
  for (const [what, issue, device, expected] of [
    ['nobody knows anything', {}, {}, true],
    ['one of its builds', { builds: ['2.4', '2.5'] }, { appVersion: '2.5.0' }, true],
    ['a build number', { builds: ['77'] }, { appVersion: '1.0', buildNumber: '77' }, true],
    ['a name that is no build', { builds: ['Final'] }, { appVersion: 'final ' }, true],
    ['another build', { builds: ['2.4'] }, { appVersion: '2.4.1' }, false],
    ['a build that the device does not say', { builds: ['2.4'] }, {}, true],
    ['its platform', { platforms: ['iOS'] }, { platform: 'ios' }, true],
    ['another platform', { platforms: ['iOS'] }, { platform: 'android' }, false],
    ['its build on another platform', { builds: ['2'], platforms: ['a'] }, { appVersion: '2', platform: 'b' }, false],
    ['a build before the fix', { fixedInBuild: '2.5' }, { appVersion: '2.5-rc1' }, true],
    ['a build with the fix', { fixedInBuild: '2.5' }, { appVersion: '2.5' }, false],
    ['a build with the fix that it names too', { builds: ['2.5'], fixedInBuild: '2.5' }, { appVersion: '2.5' }, false],
    ['a build number with the fix', { fixedInBuild: '78' }, { appVersion: '1.0', buildNumber: '78' }, false],
    ['a build number before the fix', { fixedInBuild: '78' }, { appVersion: '99', buildNumber: '77' }, true],
    ['a version that is a number, with the fix', { fixedInBuild: '78' }, { appVersion: '78' }, false],
    ['a fix in no build', { fixedInBuild: 'soon' }, { appVersion: '2.5' }, true],
  ] as const) {
    test(`${expected ? 'yes' : 'no'}: ${what}`, () => {
      const affected = affectedBy({ ...EVERYTHING, ...issue });
      assert.equal(concerns(affected, deviceOf({ ...SILENT, ...device })), expected);
    });
  }

  test('parses no build again for each device', (t) => {
    const affected = affectedBy({ builds: ['2.4', '77'], platforms: [], fixedInBuild: '2.5' });
    const device = deviceOf({ ...SILENT, appVersion: '2.4.0', buildNumber: '78' });
    const parsed = t.mock.method(RegExp.prototype, 'exec');
    assert.equal(concerns(affected, device), true);
    assert.equal(parsed.mock.callCount(), 0);
    deviceOf({ ...SILENT, appVersion: '2.4' });
    assert.equal(parsed.mock.callCount(), 1);
  });
});
