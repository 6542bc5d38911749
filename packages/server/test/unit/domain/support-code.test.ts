import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupedCode } from '../../../src/domain/readable-code.ts';
import { hashSupportCode, newSupportCode, parseSupportCode } from '../../../src/domain/support-code.ts';

test('a code is read as people type it: in any case and groups, with letters that look like digits', () => {
  for (const text of ['0011-11AB-CDEF', 'oO1i-lLab-cdef', ' 00111 1abcd ef ', '0o-1I-Ll-AB-CD-EF']) {
    assert.equal(parseSupportCode(text), '001111ABCDEF', text);
  }
});

test('what is too short or too long, or has another letter, is no code', () => {
  for (const text of ['', '0011-11AB-CDE', '0011-11AB-CDEFG', '0011-11AB-CDEU', '0011-11AB-CDE!', '0011_11AB_CDEF']) {
    assert.equal(parseSupportCode(text), undefined, text);
  }
});

test('a new code is shown in groups of four, and is another one each time', () => {
  const code = newSupportCode();
  assert.equal(parseSupportCode(groupedCode(code)), code);
  assert.equal(groupedCode('001111ABCDEF'), '0011-11AB-CDEF');
  assert.notEqual(newSupportCode(), code);
});

test('the same code in another project has another hash', () => {
  assert.equal(hashSupportCode('one', '001111ABCDEF'), hashSupportCode('one', '001111ABCDEF'));
  assert.notEqual(hashSupportCode('one', '001111ABCDEF'), hashSupportCode('other', '001111ABCDEF'));
});
