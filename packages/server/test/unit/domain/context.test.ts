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

test('what is stored is shown again', () => {
  assert.deepEqual(parseContext(serializeContext(FULL)), FULL);
});

test('a field that was not sent, or sent as null, is null', () => {
  assert.deepEqual(parseContext(serializeContext({ locale: 'de', platform: null })), { ...EMPTY, locale: 'de' });
});

test('no context is stored as nothing, and shown with every field null', () => {
  assert.equal(serializeContext(undefined), null);
  assert.equal(serializeContext(null), null);
  assert.deepEqual(parseContext(null), EMPTY);
});

test('an empty context is one: it was sent', () => {
  assert.notEqual(serializeContext({}), null);
  assert.deepEqual(parseContext(serializeContext({})), EMPTY);
});

test('fields that are not known are not stored', () => {
  const sent = { ...FULL, extra: 'secret', ['__proto__']: { polluted: true } };
  assert.deepEqual(parseContext(serializeContext(sent)), FULL);
  assert.doesNotMatch(serializeContext(sent) ?? '', /secret|polluted/);
});
