import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TicketView } from '@player-support/contract/enums';
import { OperatorError } from '../../src/operator-error.ts';
import type { Database } from '../../src/store/database.ts';
import { migrate, migrationState, run } from '../../src/store/migrate.ts';
import { type Migration, migrations } from '../../src/store/migrations/index.ts';
import type { QueueFilter } from '../../src/store/queue-filter.ts';
import { sql } from '../../src/store/statement.ts';
import { createStore } from '../../src/store/store.ts';
import { aProjectRow, same } from '../helpers/store-rows.ts';
import type { OpenDatabase } from './contract.ts';

const IDS = migrations.map(({ id }) => id);

/** 0.1.0 has these. */
const VERSION_010 = migrations.slice(0, 2);
/** From 0.1.0 to 0.2.0. */
const VERSION_020 = migrations[2];
/** What programs between the two had instead of it. */
const FOLDED = Array.from({ length: 29 }, (_, index) => `${String(index + 3).padStart(3, '0')}-a-step`);

/** Marks these as applied, as by a program between the two releases. */
const unfold = (db: Database, ids: readonly string[]) =>
  db.transaction(async (tx) => {
    await run(tx, sql`DELETE FROM migration WHERE id = ${VERSION_020?.id}`);
    for (const id of ids) await run(tx, sql`INSERT INTO migration (id) VALUES (${id})`);
  });

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

  test(`${engine}: two processes that migrate at the same time apply each migration once`, async (t) => {
    const db = await open(t);
    const applied = await Promise.all([migrate(db), migrate(db), migrate(db)]);
    same(applied.flat(), IDS);
  });

  test(`${engine}: API keys and links get their creators from the audit log, and those of disabled members stop working`, async (t) => {
    const db = await open(t);
    const [initial, ...later] = migrations;
    assert.ok(initial !== undefined);
    await migrate(db, [initial]);
    const insert = (table: string, rows: readonly Record<string, string | number | null>[]) =>
      db.transaction(async (tx) => {
        for (const row of rows) {
          const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)));
          await run(tx, sql`INSERT INTO ${sql.table(table)} (${columns}) VALUES (${sql.join(Object.values(row))})`);
        }
      });
    const rest = { role: 'admin', password_hash: 'x', recovery_codes: '[]', created_at: 1 };
    await insert('member', [
      { ...rest, member_id: 'mem_here', email: 'a@a', name: 'A', disabled_at: null },
      { ...rest, member_id: 'mem_gone', email: 'b@b', name: 'B', disabled_at: 7 },
    ]);
    // Each key's creator: a member, or the key before it.
    const made = { key_here: 'mem_here', key_gone: 'mem_gone', key_child: 'key_gone', key_revoked: 'mem_gone' };
    const keys = [...Object.keys(made), 'key_operator'];
    await insert(
      'api_key',
      keys.map((id) => ({
        ...{ api_key_id: id, name: id, key_hash: id, role: 'admin', created_at: 1 },
        revoked_at: id === 'key_revoked' ? 5 : null,
      })),
    );
    await insert(
      'invitation',
      ['inv_gone', 'inv_here'].map((id) => ({
        ...{ invitation_id: id, token_hash: id, email: 'c@c', role: 'agent', created_at: 1, expires_at: 99 },
      })),
    );
    const entry = { created_at: 1, actor_name: 'x', details: '{}' };
    await insert('audit_entry', [
      ...Object.entries(made).map(([target, actor_id]) => ({
        ...{ ...entry, audit_entry_id: `aud_${target}`, action: 'CreateApiKey', target, actor_id },
        actor_type: actor_id.startsWith('key') ? 'api_key' : 'member',
      })),
      ...['gone', 'here'].map((who) => ({
        ...{ ...entry, audit_entry_id: `aud_${who}`, action: 'CreateInvitation', target: `inv_${who}` },
        ...{ actor_id: `mem_${who}`, actor_type: 'member' },
      })),
      // The command line has no id.
      ...[{ ...entry, audit_entry_id: 'aud_cli', action: 'CreateApiKey', target: 'key_operator' }].map((one) => ({
        ...one,
        ...{ actor_id: 'cli', actor_type: 'system' },
      })),
    ]);
    same(
      await migrate(db, [initial, ...later]),
      later.map(({ id }) => id),
    );
    const store = createStore(db);
    const stored = (await store.apiKeys.list()).map(({ api_key_id, created_by, suspended_at }) => [
      api_key_id,
      created_by,
      suspended_at,
    ]);
    same(stored.sort(), [
      ['key_child', 'key_gone', 7],
      ['key_gone', 'mem_gone', 7],
      ['key_here', 'mem_here', null],
      ['key_operator', null, null],
      ['key_revoked', 'mem_gone', null],
    ]);
    same(
      (await store.invitations.list(2)).map(({ invitation_id, created_by }) => [invitation_id, created_by]),
      [['inv_here', 'mem_here']],
    );
  });

  test(`${engine}: tickets of 0.1.0 can be filtered and wait for the search, and those of blocked players are marked`, async (t) => {
    const db = await open(t);
    await migrate(db, VERSION_010);
    const texts = { ios: { platform: 'ios', appVersion: '1 "β"', locale: 'de' }, pc: { platform: 'pc', locale: null } };
    const contexts = { ios: JSON.stringify(texts.ios), pc: JSON.stringify(texts.pc), none: null };
    await db.transaction(async (tx) => {
      for (const [id, blocked] of Object.entries({ ply_free: 0, ply_blocked: 1 })) {
        await run(
          tx,
          sql`INSERT INTO player (player_id, project_id, token_hash, token_expires_at, blocked, open_tickets, created_at,
            last_seen_at) VALUES (${id}, 'prj_a', 'x', 1, ${blocked}, 0, 1, 1)`,
        );
        for (const [name, context] of Object.entries(contexts)) {
          await run(
            tx,
            sql`INSERT INTO ticket (player_id, ticket_id, project_id, type, status, subject, message_id, context,
              message_count, unread_count, attention_since, created_at, priority, tags, message)
            VALUES (${id}, ${`${name}_${id}`}, 'prj_a', 'bug', 'open', 'x', 'x', ${context},
              1, 0, 1000, 1000, 1, '["vip"]', 'x')`,
          );
        }
      }
    });
    same(await migrate(db), IDS.slice(VERSION_010.length));
    const store = createStore(db);
    const projects = [{ projectId: 'prj_a', targets: [1, 1, 1, 1] }];
    const ids = async (view: TicketView, filter: QueueFilter) =>
      (await store.queue.page({ view, projects, filter, limit: 10 })).rows.map((row) => row.ticket_id).sort();
    same(await ids('all', { platform: 'ios' }), ['ios_ply_blocked', 'ios_ply_free']);
    same(await ids('all', { appVersion: '1 "β"', tag: 'vip' }), ['ios_ply_blocked', 'ios_ply_free']);
    same(await ids('all', { locale: 'de', platform: 'pc' }), []);
    same(await ids('attention', {}), ['ios_ply_free', 'none_ply_free', 'pc_ply_free']);
    same(await ids('attention', { platform: 'pc' }), ['pc_ply_free']);
    const counts = await store.queueCounts.byStatus(['prj_a'], { platform: 'pc' }, { perRange: 100, total: 1000 });
    same(
      counts.filter(({ count }) => count > 0).map(({ count, unblocked }) => [count, unblocked]),
      [[2, 1]],
    );
    same(await store.searchIndex.hasTasks(), false);
    await store.transaction((tx) => tx.searchIndex.addOlder(10));
    same(await store.searchIndex.hasTasks(), true);
  });

  test(`${engine}: a database that has each folded migration by itself is up to date`, async (t) => {
    const db = await open(t);
    await migrate(db);
    await unfold(db, FOLDED);
    same(await migrate(db), []);
    same(await migrationState(db), { applied: migrations.length - 1 + FOLDED.length, pending: [], marked: false });
    same(await migrate(db, [...migrations, next('CREATE TABLE extra (id text PRIMARY KEY)')]), ['999-next']);
  });

  test(`${engine}: a database that has only some of them is refused, and the error says what to do`, async (t) => {
    for (const had of [FOLDED.slice(0, 1), FOLDED.slice(0, -1)]) {
      const db = await open(t);
      await migrate(db);
      await unfold(db, had);
      for (const refused of [migrate, migrationState]) {
        await assert.rejects(refused(db), (error) => {
          assert.ok(error instanceof OperatorError);
          return new RegExp(`${had.at(-1)}.*run migrate of commit`).test(error.message);
        });
      }
    }
  });

  test(`${engine}: a newer program applies the missing migrations and keeps the rows`, async (t) => {
    const db = await open(t);
    const store = createStore(db);
    await store.migrate();
    const project = aProjectRow();
    await store.projects.insert(project);
    same(await migrate(db, [...migrations, next('CREATE TABLE extra (id text PRIMARY KEY)')]), ['999-next']);
    same(await store.projects.list(), [project]);
  });

  test(`${engine}: a database that is newer than the program is refused, with the names of its migrations`, async (t) => {
    const db = await open(t);
    await migrate(db, [...migrations, next('CREATE TABLE extra (id text PRIMARY KEY)')]);
    await assert.rejects(
      migrate(db),
      (error) => error instanceof OperatorError && /newer.*999-next/.test(error.message),
    );
  });

  test(`${engine}: a failed migration leaves nothing, and can run again`, async (t) => {
    const db = await open(t);
    const broken = next('CREATE TABLE extra (id text PRIMARY KEY)', 'CREATE TABLE extra (id text PRIMARY KEY)');
    await assert.rejects(migrate(db, [...migrations, broken]), /extra/);
    same(await migrate(db, [...migrations, next('CREATE TABLE extra (id text PRIMARY KEY)')]), [...IDS, '999-next']);
  });
}
