import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { draftsOf } from '../../src/drafts.ts';
import { hasOptional, sentContext } from '../../src/sent-context.ts';
import { textParts } from '../../src/text-parts.ts';
import { DEFAULT_TYPES, ticketTypes } from '../../src/ticket-types.ts';
import { reasonOf, troubleOf } from '../../src/trouble.ts';

suite('links in texts', () => {
  const urls = (text: string) => textParts(text).flatMap(({ url }) => url ?? []);

  test('the parts are the text', () => {
    for (const text of ['', 'a', 'https://a.example', 'see https://a.example/b?c#d, (http://e.example).\n* x']) {
      assert.equal(
        textParts(text)
          .map((part) => part.text)
          .join(''),
        text,
      );
    }
  });

  test('http and https, without the punctuation of the sentence', () => {
    assert.deepEqual(urls('https://a.example/b?c=d&e#f.'), ['https://a.example/b?c=d&e#f']);
    assert.deepEqual(urls('（https://a.example）。HTTP://B.example!'), ['https://a.example/', 'http://b.example/']);
  });

  test('nothing else, and no address with a name before an @', () => {
    for (const text of [
      'javascript:alert(1)',
      'xhttp://a.example',
      'http://',
      'http://user:secret@evil.example',
      'https://good.example@evil.example',
      'data:text/html,https',
      'ftp://a.example',
    ]) {
      assert.deepEqual(urls(text), [], text);
    }
  });
});

suite('the context', () => {
  const given = { appVersion: '1', platform: 'Web', deviceModel: 'd'.repeat(300), osVersion: null, other: 'x' };

  test('has the fields of the API, within its limits', () => {
    assert.deepEqual(sentContext(given, 'de', true), {
      appVersion: '1',
      locale: 'de',
      platform: 'Web',
      deviceModel: 'd'.repeat(200),
    });
    assert.deepEqual(sentContext({ locale: 'fr' }, 'de', true), { locale: 'fr' });
    assert.deepEqual(sentContext(null, '', true), {});
  });

  test('has nothing of the device if the player does not want that', () => {
    const withSystem = { ...given, osVersion: '14' };
    assert.equal(sentContext(withSystem, 'de', true).osVersion, '14');
    assert.deepEqual(sentContext(withSystem, 'de', false), { appVersion: '1', locale: 'de' });
    assert.deepEqual([hasOptional(given), hasOptional({ appVersion: '1' }), hasOptional(null)], [true, false, false]);
  });
});

test('types: a list, a text, or the default', () => {
  assert.deepEqual(ticketTypes('bug, payment'), [
    { type: 'bug', label: undefined },
    { type: 'payment', label: undefined },
  ]);
  for (const none of [undefined, null, '', [], 7, [{}], [null], ['x'.repeat(31)]]) {
    assert.equal(ticketTypes(none), DEFAULT_TYPES, JSON.stringify(none));
  }
});

suite('drafts', () => {
  function memory() {
    const values = new Map<string, string>();
    return {
      values,
      get: (key: string) => values.get(key),
      set: (key: string, value: string | undefined) =>
        void (value === undefined ? values.delete(key) : values.set(key, value)),
    };
  }

  test('belong to one owner, and nothing stays of a removed one', () => {
    const storage = memory();
    draftsOf('ann', storage).set('new', { message: 'secret' });
    assert.equal(draftsOf('bob', storage).get('new'), undefined);
    assert.deepEqual(draftsOf('ann', storage).get('new'), { message: 'secret' });
    draftsOf('ann', storage).set('new', undefined);
    assert.equal(storage.values.size, 0);
  });

  test('are bounded, and survive a storage with other content', () => {
    const storage = memory();
    const drafts = draftsOf('ann', storage);
    for (let index = 0; index < 30; index++) drafts.set(`tkt_${index}`, { message: 'm' });
    assert.equal(drafts.get('tkt_9'), undefined);
    assert.deepEqual(drafts.get('tkt_10'), { message: 'm' });
    for (const content of ['', '{', '{}', '[1,null,["a"],["b",{}]]', 'null']) {
      for (const key of storage.values.keys()) storage.values.set(key, content);
      assert.equal(drafts.get('tkt_10'), undefined, content);
    }
  });
});

test('each failure has a reason in plain words', () => {
  const of = (slug: string, status: number) => [troubleOf({ slug, status }), reasonOf({ slug, status })];
  assert.deepEqual(of('ticket-closed', 409), [undefined, 'errorClosed']);
  assert.deepEqual(of('project_disabled', 404), ['unavailable', 'unavailable']);
  assert.deepEqual(of('rate-limited', 429), ['busy', 'busy']);
  assert.deepEqual(of('', 503), ['busy', 'busy']);
  assert.deepEqual(of('', 502), ['unreachable', 'unreachable']);
  assert.deepEqual(of('unauthorized', 401), ['unreachable', 'unreachable']);
  assert.deepEqual(of('foreign-response', 0), ['unreachable', 'unreachable']);
  assert.deepEqual(of('signed-out', 0), [undefined, 'errorSignedOut']);
  assert.deepEqual(of('constructor', 409), [undefined, 'errorOther']);
  for (const error of [undefined, null, 'text', new Error('e')]) {
    assert.deepEqual([troubleOf(error), reasonOf(error)], [undefined, 'errorOther']);
  }
});
