import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TSchema } from 'typebox';
import { gameOperations, playerOperations, teamOperations } from '../../src/http/all-operations.ts';
import { withoutEmptyTexts } from '../../src/operations/validation.ts';

interface Part {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Part>>;
}
interface Text {
  readonly name: string;
  readonly bodyWith: (text: string) => object;
}

/** Every text of a schema and of the objects in it. */
const textsOf = ({ properties = {} }: Part): Text[] =>
  Object.entries(properties).flatMap(([name, part]): Text[] => {
    if ([part.type].flat().includes('string')) return [{ name, bodyWith: (text) => ({ [name]: text }) }];
    return textsOf(part).map((inner) => ({
      name: `${name}.${inner.name}`,
      bodyWith: (text) => ({ [name]: inner.bodyWith(text) }),
    }));
  });

const bodies = (operations: readonly { readonly id: string; readonly body?: TSchema }[]) =>
  operations.flatMap(({ id, body }) => (body === undefined ? [] : [{ id, body, texts: textsOf(body) }]));

test('an empty text of a player is absent, in every body', () => {
  const names: string[] = [];
  for (const { id, body, texts } of bodies(gameOperations)) {
    for (const { name, bodyWith } of texts) {
      assert.deepEqual(withoutEmptyTexts(body, bodyWith('')), {}, `${id} ${name}`);
      assert.deepEqual(withoutEmptyTexts(body, bodyWith(' ')), bodyWith(' '), `${id} ${name}`);
      names.push(`${id} ${name}`);
    }
  }
  for (const name of ['IdentifyPlayer userId', 'CreateTicket context.platform', 'LinkPlayer identityToken']) {
    assert.ok(names.includes(name), name);
  }
});

test('an empty text stays in a body of the team API: without it, a request could change more', () => {
  for (const { id, body, texts } of bodies(teamOperations)) {
    for (const { name, bodyWith } of texts) {
      assert.deepEqual(withoutEmptyTexts(body, bodyWith('')), bodyWith(''), `${id} ${name}`);
    }
  }
});

test('what is no empty text stays', () => {
  const body = playerOperations.find(({ id }) => id === 'IdentifyPlayer')?.body;
  assert.ok(body);
  for (const value of [
    { context: {} },
    { context: null },
    { context: '' },
    { context: [''] },
    { unknown: '' },
    JSON.parse('{"__proto__":"","constructor":""}'),
    [''],
    '',
    null,
  ]) {
    assert.deepEqual(withoutEmptyTexts(body, value), value);
  }
  const sent = { userId: '', context: { locale: '', platform: 'ios' } };
  assert.deepEqual(withoutEmptyTexts(body, sent), { context: { platform: 'ios' } });
});
