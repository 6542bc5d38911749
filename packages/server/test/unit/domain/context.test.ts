import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseContext, serializeContext } from '../../../src/domain/context.ts';

const FULL = {
  appVersion: '1.2.3',
  buildNumber: '45',
  platform: 'android',
  locale: 'pt-BR',
  deviceModel: 'Pixel 9',
  osVersion: '16',
};
const EMPTY = {
  appVersion: null,
  buildNumber: null,
  platform: null,
  locale: null,
  deviceModel: null,
  osVersion: null,
};

test('a stored context is shown unchanged', () => {
  assert.deepEqual(parseContext(serializeContext(FULL)), FULL);
});

test('a field that was not sent, or sent as null, is null', () => {
  assert.deepEqual(parseContext(serializeContext({ locale: 'de', platform: null })), { ...EMPTY, locale: 'de' });
});

test('a missing context is stored as null, and shown with every field null', () => {
  assert.equal(serializeContext(undefined), null);
  assert.equal(serializeContext(null), null);
  assert.deepEqual(parseContext(null), EMPTY);
});

test('an empty context is stored', () => {
  assert.notEqual(serializeContext({}), null);
  assert.deepEqual(parseContext(serializeContext({})), EMPTY);
});

test('unknown fields are not stored', () => {
  const sent = { ...FULL, extra: 'secret', ['__proto__']: { polluted: true } };
  assert.deepEqual(parseContext(serializeContext(sent)), FULL);
  assert.doesNotMatch(serializeContext(sent) ?? '', /secret|polluted/);
});
