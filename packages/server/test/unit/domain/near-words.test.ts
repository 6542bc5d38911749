import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearWords } from '../../../src/domain/near-words.ts';
import { wordsOf } from '../../../src/domain/search-words.ts';

const nearOf = (text: string) => new Set([...wordsOf(text)].flatMap((word) => [...nearWords(word)]));

test('near words have one letter more, less or replaced, or two neighbours swapped', () => {
  for (const [typo, word] of [
    ['invntory', 'inventory'],
    ['nventory', 'inventory'],
    ['inventor', 'inventory'],
    ['inventtory', 'inventory'],
    ['xinventory', 'inventory'],
    ['inventoryx', 'inventory'],
    ['inbentory', 'inventory'],
    ['unventory', 'inventory'],
    ['inventoru', 'inventory'],
    ['ivnentory', 'inventory'],
    ['inventoyr', 'inventory'],
    ['инвентрь', 'инвентарь'],
    ['κασρο', 'καστρο'],
  ] as const) {
    assert.ok(nearOf(typo).has(word), typo);
    assert.ok(!nearOf(typo).has(typo), `${typo} itself`);
  }
  for (const far of ['invntry', 'inventories', 'niventroy']) assert.ok(!nearOf(far).has('inventory'), far);
});

test('short and very long words, numbers and scripts without an alphabet have no near words', () => {
  for (const text of ['gem', 'x'.repeat(21), '12345', '宝石が消えました', 'เกมค้าง', '보석이사라', '💎']) {
    assert.equal(nearOf(text).size, 0, text);
  }
  assert.ok(nearOf('x'.repeat(20)).size < 1200);
});
