import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FilterGroup } from '@player-support/contract/ticket-filter';
import { parseSearchAddress } from '../../src/data/search-address.ts';
import { addressOf, isSame, type SavedSearch, savedSearchOf, storedSearch } from '../../src/search/saved-search.ts';

const saved = (filter: FilterGroup, fields: Partial<SavedSearch> = {}): SavedSearch => ({
  ...{ id: 'viw_a', name: 'Airships', ownerId: 'mem_a', projectId: null, role: null, canChange: true, base: 'all' },
  ...{ sort: '-created', filter: JSON.stringify(filter), q: 'zeppelin', createdAt: '', updatedAt: '' },
  ...fields,
});
/** Removes undefined values. */
const plain = (value: object) => JSON.parse(JSON.stringify(value));
const BUG = { field: 'type', is: ['bug'] } as const;
const OPEN = { field: 'status', is: ['open'] } as const;
const ANY: FilterGroup = { any: [{ field: 'tag', is: ['vip'] }, OPEN] };

test('a saved search has an address with the fields of the page, and what is left as a nested filter', () => {
  const address = (filter: FilterGroup) => {
    const { q: _q, saved: _saved, ...filters } = plain(addressOf(saved(filter)));
    return filters;
  };
  assert.deepEqual(address({ all: [] }), {});
  assert.deepEqual(address({ all: [OPEN, BUG] }), { status: 'open', type: 'bug' });
  assert.deepEqual(address({ all: [BUG, { field: 'type', is: ['lag'] }] }), {
    type: 'bug',
    filter: '{"all":[{"field":"type","is":["lag"]}]}',
  });
  assert.deepEqual(address({ all: [OPEN, ANY] }), { status: 'open', filter: JSON.stringify(ANY) });
  assert.deepEqual(address(ANY), { filter: JSON.stringify(ANY) });
  const several = { field: 'type', is: ['bug', 'lag'] } as const;
  assert.deepEqual(address({ all: [several] }), { filter: JSON.stringify({ all: [several] }) });
  assert.deepEqual(plain(addressOf(saved({ all: [] }, { projectId: 'prj_a' }))), {
    ...{ q: 'zeppelin', project: 'prj_a', saved: 'viw_a' },
  });
});

test('an address shows the saved search whose words and filters it has', () => {
  for (const filter of [{ all: [] }, { all: [BUG] }, { all: [BUG, OPEN] }, ANY, { all: [OPEN, ANY] }]) {
    const one = saved(filter);
    assert.equal(isSame(addressOf(one), one), true, JSON.stringify(filter));
    const again = saved({ all: [] }, { filter: storedSearch(addressOf(one)).filter });
    assert.equal(isSame(addressOf(one), again), true, JSON.stringify(filter));
    for (const change of [{ q: 'gondola' }, { type: 'lag' }, { project: 'prj_b' }]) {
      assert.equal(isSame({ ...addressOf(one), ...change }, one), false);
    }
  }
  const [theirs, own, other] = [
    saved({ all: [BUG] }, { id: 'viw_theirs', canChange: false }),
    saved({ all: [BUG] }, { id: 'viw_own' }),
    saved({ all: [] }, { id: 'viw_other' }),
  ];
  const searches = [theirs, own, other];
  const address = parseSearchAddress({ q: 'zeppelin', type: 'bug' });
  assert.equal(savedSearchOf(address, searches), own);
  assert.equal(savedSearchOf(address, [theirs, other]), theirs);
  assert.equal(savedSearchOf({ ...address, saved: 'viw_other' }, searches), other, 'the one that was opened');
  assert.equal(savedSearchOf({ ...address, q: 'x', saved: 'viw_gone' }, searches), undefined);
});
