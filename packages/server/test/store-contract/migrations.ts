import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OperatorError } from '../../src/errors.ts';
import { migrate } from '../../src/store/migrate.ts';
import { type Migration, migrations } from '../../src/store/migrations/index.ts';
import { createStore } from '../../src/store/store.ts';
import type { OpenDatabase } from '../store-contract.ts';
import { aProjectRow, same } from '../store-rows.ts';

const IDS = migrations.map(({ id }) => id);

const next = (...statements: string[]): Migration => ({ id: '999-next', statements: () => statements });

export function migrationsContract(engine: string, open: OpenDatabase): void {
  test(`${engine}: migrations are applied once, in order`, async (t) => {
    const store = createStore(await open(t));
    same(await store.migrate(), IDS);
    same(await store.migrate(), []);
    const project = aProjectRow();
    await store.projects.insert(project);
    same(await store.migrate(), []);
    same(await store.projects.list(), [project]);
  });

  test(`${engine}: two that migrate at once apply each migration once`, async (t) => {
    const db = await open(t);
    const applied = await Promise.all([migrate(db), migrate(db), migrate(db)]);
    same(applied.flat(), IDS);
  });

  test(`${engine}: a newer program adds what is missing and keeps what is there`, async (t) => {
    const db = await open(t);
    const store = createStore(db);
    await store.migrate();
    const project = aProjectRow();
    await store.projects.insert(project);
    same(await migrate(db, [...migrations, next('CREATE TABLE extra (id text PRIMARY KEY)')]), ['999-next']);
    same(await store.projects.list(), [project]);
  });

  test(`${engine}: a database newer than the program is refused, by the name of what it has`, async (t) => {
    const db = await open(t);
    await migrate(db, [...migrations, next('CREATE TABLE extra (id text PRIMARY KEY)')]);
    await assert.rejects(
      migrate(db),
      (error) => error instanceof OperatorError && /newer.*999-next/.test(error.message),
    );
  });

  test(`${engine}: a migration that fails leaves nothing behind and can be repeated`, async (t) => {
    const db = await open(t);
    const broken = next('CREATE TABLE extra (id text PRIMARY KEY)', 'CREATE TABLE extra (id text PRIMARY KEY)');
    await assert.rejects(migrate(db, [...migrations, broken]), /extra/);
    same(await migrate(db, [...migrations, next('CREATE TABLE extra (id text PRIMARY KEY)')]), [...IDS, '999-next']);
  });
}
