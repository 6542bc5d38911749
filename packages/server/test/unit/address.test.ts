import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressKey, loggedAddress } from '../../src/http/address.ts';

test('an IPv4 address is its own key, also in its IPv6 form', () => {
  assert.equal(addressKey('203.0.113.7'), '203.0.113.7');
  assert.equal(addressKey('::ffff:203.0.113.7'), '203.0.113.7');
  assert.equal(addressKey('::FFFF:203.0.113.7'), '203.0.113.7');
  assert.equal(addressKey('::ffff:cb00:7107'), '203.0.113.7');
  assert.equal(addressKey('[::ffff:203.0.113.7]:443'), '203.0.113.7');
  assert.equal(addressKey('64:ff9b::cb00:7107'), '203.0.113.7');
  assert.equal(addressKey('64:ff9b:0:1::cb00:7107'), '64:ff9b:0:1::/64');
  assert.notEqual(addressKey('::ffff:203.0.113.7'), addressKey('::ffff:203.0.113.8'));
});

test('all addresses of a /64 network have one key', () => {
  const networks = [
    [
      '2001:db8:1:2:3:4:5:6',
      '2001:db8:1:2:ffff:ffff:ffff:ffff',
      '2001:db8:1:2::',
      '2001:db8:1:2::1',
      '2001:db8:1:2:3::',
    ],
    ['2001:db8:1:3::1', '2001:db8:1:3:9:9:9:9'],
    ['2001:db8::1', '2001:db8::', '2001:db8:0:0:ffff::1', '2001:db8:0:0:1:2:3:4'],
    ['2001:db8:0:1::', '2001:db8:0:1::1', '2001:db8:0:1:2:3:4:5'],
    ['::1', '::', '::1:2:3:4', '0:0:0:0:5:6:7:8', '::203.0.113.7'],
    ['::1:2:3:4:5', '0:0:0:1::'],
    ['fe80::1%eth0', 'fe80::2', 'fe80::3%1'],
    ['1::', '1::1', '1:0:0:0:1::'],
  ];
  const keys = networks.map((addresses) => new Set(addresses.map((address) => addressKey(address))));
  for (const [i, found] of keys.entries()) assert.equal(found.size, 1, String(networks[i]));
  assert.equal(new Set(keys.flatMap((found) => [...found])).size, networks.length);
});

test('everything that is not an address has one key', () => {
  const keys = ['', 'unknown', '203.0.113', '0xcb.0.113.7', '203.0.113.07', 'x::y', '1::2::3'].map(addressKey);
  assert.equal(new Set(keys).size, 1);
  assert.notEqual(keys[0], addressKey('203.0.113.7'));
  assert.equal(keys[0], addressKey(undefined));
});

test('an address has one key in all forms that proxies send', () => {
  assert.equal(addressKey('5.5.5.5:1234'), addressKey('5.5.5.5'));
  const forms = [
    '2001:db8:0:0::1',
    '2001:0db8::1',
    '2001:DB8::1',
    '2001:db8:0:0:0:0:0:1',
    '[2001:db8::1]:443',
    '[2001:db8::1]',
  ];
  assert.deepEqual(new Set(forms.map(addressKey)), new Set(['2001:db8:0:0::/64']));
  assert.equal(addressKey('unknown'), addressKey('_hidden'));
});

test('LOG_ADDRESSES decides how much of an address is shown', () => {
  for (const [address, full, short] of [
    ['203.0.113.7', '203.0.113.7', '203.0.113.0/24'],
    ['::ffff:203.0.113.7', '203.0.113.7', '203.0.113.0/24'],
    ['203.0.113.7:50000', '203.0.113.7', '203.0.113.0/24'],
    ['[2001:db8:1:2:3:4:5:6]:443', '2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8::1', '2001:db8:0::/48'],
    ['fe80::1%eth0', 'fe80::1', 'fe80:0:0::/48'],
    ['nonsense', undefined, undefined],
    [undefined, undefined, undefined],
  ] as const) {
    assert.equal(loggedAddress(address, 'full'), full, String(address));
    assert.equal(loggedAddress(address, 'short'), short, String(address));
    assert.equal(loggedAddress(address, 'none'), undefined, String(address));
  }
});
