import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, suite, test } from 'node:test';
import { addUnsavedSource, answerLeave, isAnythingUnsaved, leave, leaveQuestion } from '../../src/ui/unsaved.ts';

const done: string[] = [];
const run = (what: string) => () => void done.push(what);
beforeEach(() => void done.splice(0));

suite('leaving', () => {
  test('asks only if input would be lost', () => {
    leave(run('nothing typed'));
    assert.deepEqual([done, leaveQuestion.get()], [['nothing typed'], undefined]);
    const remove = addUnsavedSource(() => true);
    leave(run('typed'));
    assert.deepEqual([done, leaveQuestion.get() !== undefined], [['nothing typed'], true]);
    answerLeave('stay');
    remove();
    assert.deepEqual([done, leaveQuestion.get(), isAnythingUnsaved()], [['nothing typed'], undefined, false]);
  });

  test('a dialog asks only about its own input', (t) => {
    t.after(addUnsavedSource(() => true));
    leave(run('the dialog'), () => false);
    assert.deepEqual(done, ['the dialog']);
  });

  test('does what was wanted last, once', (t) => {
    t.after(addUnsavedSource(() => true));
    leave(run('close'));
    leave(run('back'));
    answerLeave('discard');
    answerLeave('discard');
    assert.deepEqual(done, ['back']);
  });
});

const SOURCE = path.resolve(import.meta.dirname, '../../src');
const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => ({ file: file.replaceAll(path.sep, '/'), source: readFileSync(path.join(SOURCE, file), 'utf8') }));
const having = (pattern: RegExp) => files.filter(({ source }) => pattern.test(source)).map(({ file }) => file);

/** A member writes in such a component. */
const TEXT_FIELD =
  /<(?:TextInput|Textarea|CompletingTextarea|PasswordInput|NumberInput|TagsInput|Autocomplete|input|textarea)\b/;

/** They have no field. */
const OTHER_DIALOGS = ['ticket/files/file-viewer.tsx', 'parts/player/player-drawer.tsx', 'ticket/send-warning.tsx'];

suite('every dialog asks before it loses what is typed', () => {
  test('because it is the Dialog, which watches its fields', () => {
    assert.deepEqual(having(/<(?:Modal|Drawer)\b/).toSorted(), [...OTHER_DIALOGS, 'ui/dialog.tsx'].toSorted());
    const fields = having(TEXT_FIELD);
    assert.deepEqual(
      OTHER_DIALOGS.filter((file) => fields.includes(file)),
      [],
      'a text field outside of the Dialog',
    );
    assert.deepEqual(having(/\srole="(?:alert)?dialog"/), []);
    assert.deepEqual(having(/\b(?:confirm|prompt|alert)\(/), [], 'a question of the browser');
  });

  test('also one with a button of its own to cancel', () => {
    // A button that closes a dialog with fields must ask: `FormButtons` does.
    const dialogs = having(/<(?:Form)?Dialog\b/).filter((file) => having(TEXT_FIELD).includes(file));
    assert.ok(dialogs.length > 10, String(dialogs));
    const closing = /<Button[^>]*onClick=\{(?:\(\) => )?(?:props\.)?onClose\b/;
    const own = files.filter(({ file, source }) => dialogs.includes(file) && closing.test(source));
    assert.deepEqual(
      own.map(({ file }) => file),
      // It shows the new key, and then has no field.
      ['api-keys/api-key-dialog.tsx'],
    );
  });
});
