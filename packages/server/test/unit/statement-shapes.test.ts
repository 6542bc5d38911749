import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Executor } from '../../src/store/database.ts';
import { builder } from '../../src/store/sqlite/builder.ts';
import { type Params, type Statement, sql, statementShapes } from '../../src/store/statement.ts';

/** Runs none of the recorded statements. */
function recorded() {
  const statements: Statement<Params, unknown>[] = [];
  const executor = { all: async (statement: Statement<Params, unknown>) => statements.push(statement) && [] };
  // The cast: a statement with shapes calls nothing else.
  return { statements, executor: executor as unknown as Executor };
}

const read = statementShapes<{ name: string; email: string }, unknown, { limit: number }>(
  (db, { name, email }, { limit }) => {
    let query = db.selectFrom('member').select('member_id');
    if (name !== undefined) query = query.where('name', '=', name);
    if (email !== undefined) query = query.where('email', '=', email);
    return query.limit(sql.lit(limit));
  },
);

test('requests of the same shape have the same statement, with their own values', async () => {
  const { statements, executor } = recorded();
  await read(executor, { name: 'Ada', email: undefined }, { limit: 5 });
  await read(executor, { name: 'Bob' }, { limit: 5 });
  await read(executor, { email: 'a@example.com' }, { limit: 5 });
  await read(executor, { name: 'Ada' }, { limit: 6 });
  const [first, second, ...others] = statements;
  assert.equal(first, second);
  assert.equal(new Set(statements).size, 3);
  const compiled = first?.compile(builder);
  assert.equal(compiled?.sql, 'select "member_id" from "member" where "name" = ? limit 5');
  assert.deepEqual(compiled.bind({ name: 'Bob' }), ['Bob']);
  assert.deepEqual(
    others.map((one) => one.compile(builder).sql),
    [
      'select "member_id" from "member" where "email" = ? limit 5',
      'select "member_id" from "member" where "name" = ? limit 6',
    ],
  );
});

test('a limited number of shapes is kept', async () => {
  const { statements, executor } = recorded();
  for (let limit = 0; limit < 150; limit++) await read(executor, {}, { limit });
  await read(executor, {}, { limit: 149 });
  await read(executor, {}, { limit: 0 });
  assert.equal(statements.at(-2), statements[149]);
  assert.notEqual(statements.at(-1), statements[0]);
});
