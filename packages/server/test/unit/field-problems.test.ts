import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  FIELD_PROBLEMS,
  type FieldProblemCode,
  fieldProblem,
  messageOf,
  messagesOf,
} from '@player-support/contract/field-problems';

// The cast: the table's keys are its codes.
const CODES = Object.keys(FIELD_PROBLEMS) as FieldProblemCode[];

suite('the codes of field problems', () => {
  test('are short, and each has a message of its own', () => {
    for (const code of CODES) assert.match(code, /^[a-z]+(?:-[a-z]+){0,4}$/);
    assert.equal(new Set(Object.values(FIELD_PROBLEMS)).size, CODES.length);
  });

  test('have messages in which each parameter stands in braces', () => {
    for (const code of CODES) {
      const template: string = FIELD_PROBLEMS[code];
      const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      assert.equal(new Set(names).size, names.length, code);
      const parameters = Object.fromEntries(names.map((name) => [name, `<${name}>`]));
      // The cast: here each parameter is a text.
      const message = messageOf({ code, parameters } as unknown as Parameters<typeof messageOf>[0]);
      for (const name of names) assert.ok(message.includes(`<${name}>`), message);
      assert.doesNotMatch(message, /\{\w+\}|undefined/);
    }
  });

  test('take exactly the parameters of their message', () => {
    assert.equal(messageOf(fieldProblem('too-long', { max: 1000 })), 'Must have at most 1000 characters.');
    assert.equal(messageOf(fieldProblem('filter-not-group')), 'Must be a group: `{"all":[...]}` or `{"any":[...]}`.');
    // @ts-expect-error A parameter is missing.
    fieldProblem('too-long');
    // @ts-expect-error It has another name.
    fieldProblem('too-long', { min: 3 });
    // @ts-expect-error It is a number.
    fieldProblem('too-long', { max: '3' });
    // @ts-expect-error It has none.
    fieldProblem('required', { max: 3 });
    // @ts-expect-error There is no such code.
    assert.throws(() => messageOf(fieldProblem('green')));
  });

  test('put a parameter into the message as it is, also one that looks like a parameter', () => {
    const variable = fieldProblem('unknown-notice-variable', { variable: '{{variable}} $& {max}' });
    assert.match(messageOf(variable), /^Must not contain \{\{variable\}\} \$& \{max\}, which is no variable/);
  });

  test('keep their fields and the order of them, whatever the fields are called', () => {
    const problems = Object.create(null) as Record<string, ReturnType<typeof fieldProblem>[]>;
    Object.assign(problems, Object.fromEntries([['__proto__', [fieldProblem('unknown-field')]]]));
    problems.name = [fieldProblem('blank'), fieldProblem('too-short', { min: 3 })];
    assert.deepEqual(Object.entries(messagesOf(problems)), [
      ['__proto__', ['Is not a known field.']],
      ['name', ['Must not be blank.', 'Must have at least 3 characters.']],
    ]);
  });
});
