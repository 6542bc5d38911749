import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { loggedRequestId, requestId } from '../../src/http/request-id.ts';

test('what programs make as ids is logged as it is', () => {
  for (const id of [
    randomUUID(),
    randomUUID().toUpperCase(),
    requestId(undefined),
    '01ARZ3NDEKTSV4RRFFQ69G5FAV',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    '1-58406520-a006649127e371903a2de979',
    '4bf92f3577b34da6',
  ]) {
    assert.equal(requestId(id), id);
    assert.equal(loggedRequestId(id), id);
  }
});

test('any other text is kept for the response, and logged as a hash', () => {
  for (const id of ['ada', 'ada.lovelace', '4111111111111111', 'abc', 'inv_4bf92f3577b34da6', `${'a'.repeat(65)}`]) {
    assert.equal(requestId(id), id);
    const logged = loggedRequestId(id);
    assert.match(logged, /^outside-[0-9a-f]{16}$/);
    assert.equal(loggedRequestId(id), logged);
  }
  assert.notEqual(loggedRequestId('ada'), loggedRequestId('abc'));
});

test('a token, or a text with other characters, is not kept', () => {
  for (const header of ['psk_x', 'pat_x', '', 'a b', 'a\tb', 'x'.repeat(129), ['a', 'b'], undefined]) {
    assert.match(requestId(header), /^[0-9a-f]{8}-[0-9a-f-]{27}$/);
  }
});
