import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsOf, problemsOfForm } from '../../../src/domain/forms.ts';
import { aField } from '../../helpers/forms.ts';

test('a field can depend on a yes and on a no, and on nothing else', () => {
  const problemsWith = (value: string) => {
    const fields = [aField('crashed', { kind: 'yes_no' }), aField('b', { showIf: { field: 'crashed', value } })];
    return problemsOfForm(fieldsOf(fields, []), []);
  };
  assert.deepEqual(problemsWith('true'), {});
  assert.deepEqual(problemsWith('false'), {});
  assert.deepEqual(Object.keys(problemsWith('yes')), ['fields.1.showIf.value']);
});
