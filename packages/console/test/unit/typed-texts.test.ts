import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { TypedTexts } from '../../src/ui/typed-texts.ts';

interface Field {
  value: string;
  isConnected: boolean;
}
const aField = (value = ''): Field => ({ value, isConnected: true });

/** Fires a browser's events when a member types. */
function type(texts: TypedTexts<Field>, field: Field, text: string): void {
  texts.before(field);
  field.value = text;
  texts.after(field);
}

suite('what is typed', () => {
  test('is unsaved until it is as it was before', () => {
    const texts = new TypedTexts<Field>();
    const field = aField('old');
    texts.before(field);
    assert.equal(texts.isUnsaved(), false);
    type(texts, field, 'old text');
    assert.equal(texts.isUnsaved(), true);
    type(texts, field, 'old');
    assert.equal(texts.isUnsaved(), false);
  });

  test('stays unsaved in a field that shows another text now, or is gone', () => {
    const texts = new TypedTexts<Field>();
    const field = aField();
    type(texts, field, 'Deutsch');
    field.value = '';
    assert.equal(texts.isUnsaved(), true, 'another language');
    type(texts, field, 'English');
    type(texts, field, '');
    assert.equal(texts.isUnsaved(), true, 'the first one is still there');

    const removed = new TypedTexts<Field>();
    const gone = aField();
    type(removed, gone, 'text');
    gone.isConnected = false;
    assert.equal(removed.isUnsaved(), true);
  });

  test('is unsaved if a button wrote it, or a program that sends no other event', () => {
    const inserted = new TypedTexts<Field>();
    const field = aField();
    inserted.before(field);
    field.value = '{{player.name}}';
    assert.equal(inserted.isUnsaved(), true);

    const filled = new TypedTexts<Field>();
    filled.after(aField('from a password manager'));
    assert.equal(filled.isUnsaved(), true);
  });

  test('is forgotten when it is saved, and what comes later is not', () => {
    const texts = new TypedTexts<Field>();
    const field = aField();
    type(texts, field, 'saved');
    texts.forget();
    assert.equal(texts.isUnsaved(), false);
    type(texts, field, 'saved, and more');
    assert.equal(texts.isUnsaved(), true);
  });
});
