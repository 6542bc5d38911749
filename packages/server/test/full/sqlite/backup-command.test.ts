import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { suite, type TestContext, test } from 'node:test';
import { eventually } from '../../helpers/builders.ts';
import { call, type Reply } from '../../helpers/call.ts';
import { assertRefused, cli, printed, type ServerProcess, startProcess } from '../../helpers/programs.ts';
import { temporaryDirectory } from '../../helpers/temporary-directory.ts';

interface Served {
  readonly server: ServerProcess;
  readonly settings: { readonly DATABASE_URL: string };
  readonly directory: string;
}

async function served(t: TestContext): Promise<Served> {
  const { directory, settings } = place(t);
  return {
    server: await startProcess(t, { ...settings, RATE_LIMITS: 'off', LOG_LEVEL: 'silent' }),
    settings,
    directory,
  };
}

/** The database does not exist yet. */
function place(t: TestContext): Omit<Served, 'server'> {
  const directory = temporaryDirectory(t);
  return { directory, settings: { DATABASE_URL: `sqlite:${path.join(directory, 'test.db')}` } };
}

async function migrated(t: TestContext): Promise<Omit<Served, 'server'>> {
  const made = place(t);
  printed(await cli(['migrate'], made.settings));
  return made;
}

function identify({ server }: Served, projectPublicKey: string, installationId: string): Promise<Reply> {
  return call(server.url, 'POST', '/api/v1/player/identify', { body: { projectPublicKey, installationId } });
}

/** Reads the complete ones. */
function contents(file: string): { players: Set<string>; tickets: Set<string>; torn: number } {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    assert.deepEqual(
      db
        .prepare('PRAGMA integrity_check')
        .all()
        .map((row) => row.integrity_check),
      ['ok'],
    );
    const column = (sql: string) =>
      new Set(
        db
          .prepare(sql)
          .all()
          .map(({ id }) => String(id)),
      );
    return {
      players: column('SELECT player_id AS id FROM player'),
      tickets: column('SELECT ticket_id AS id FROM ticket'),
      torn: column(
        `SELECT ticket_id AS id FROM ticket WHERE message_count <> 1 +
          (SELECT count(*) FROM message WHERE message.player_id = ticket.player_id AND message.ticket_id = ticket.ticket_id)`,
      ).size,
    };
  } finally {
    db.close();
  }
}

suite('backup', () => {
  test('during writes is a valid copy with all writes that were confirmed before it', async (t) => {
    const running = await served(t);
    const [, publicKey = ''] = /public key: (\S+)$/m.exec(running.server.stdout()) ?? [];
    const confirmed = { players: new Set<string>(), tickets: new Set<string>() };
    const failures: string[] = [];
    let writing = true;

    async function write(name: string): Promise<void> {
      for (let index = 0; writing; index++) {
        const player = await identify(running, publicKey, `installation-${name}-${index}`);
        const ticket = await call(running.server.url, 'POST', '/api/v1/tickets', {
          token: player.body?.playerAccessToken,
          body: { projectPublicKey: publicKey, type: 'bug', subject: name, message: 'x'.repeat(1000) },
        });
        const reply = await call(running.server.url, 'POST', `/api/v1/tickets/${ticket.body.ticketId}/messages`, {
          token: player.body?.playerAccessToken,
          body: { message: 'More.' },
        });
        const good = player.status === 200 && ticket.status === 201 && reply.status === 200;
        if (!good) failures.push(player.text + ticket.text + reply.text);
        confirmed.players.add(player.body.playerId);
        confirmed.tickets.add(ticket.body.ticketId);
      }
    }
    const writers = ['a', 'b', 'c', 'd'].map(write);
    await eventually(async () => confirmed.tickets.size > 10);
    const copies: { file: string; players: string[]; tickets: string[] }[] = [];
    for (const name of ['one.db', 'two.db', 'three.db']) {
      const before = { players: [...confirmed.players], tickets: [...confirmed.tickets] };
      const file = path.join(running.directory, name);
      const { code, stdout, stderr } = await cli(['backup', file], running.settings);
      assert.deepEqual([code, stderr], [0, '']);
      assert.ok(stdout.startsWith(file));
      copies.push({ file, ...before });
    }
    const itself = await cli(['backup', path.join(running.directory, 'test.db')], running.settings);
    assertRefused(itself, /test\.db already exists/);
    const nowhere = await cli(['backup', path.join(running.directory, 'no/such/folder/copy.db')], running.settings);
    assertRefused(nowhere, /no\/such\/folder/);
    writing = false;
    await Promise.all(writers);

    assert.deepEqual(failures, [], 'no request was refused meanwhile');
    for (const { file, players, tickets } of copies) {
      const copy = contents(file);
      assert.deepEqual(
        players.filter((id) => !copy.players.has(id)),
        [],
      );
      assert.deepEqual(
        tickets.filter((id) => !copy.tickets.has(id)),
        [],
      );
      assert.equal(copy.torn, 0);
    }
    const last = copies.at(-1) ?? assert.fail();
    assert.deepEqual(
      readdirSync(running.directory).filter((name) => /partial|tmp/.test(name)),
      [],
    );

    const restored = await startProcess(t, { DATABASE_URL: `sqlite:${last.file}` });
    const again = await identify({ ...running, server: restored }, publicKey, 'installation-a-0');
    assert.ok(last.players.includes(again.body.playerId));
  });

  test('never overwrites a file', async (t) => {
    const { settings, directory } = await migrated(t);
    const file = path.join(directory, 'there.db');
    writeFileSync(file, 'precious');
    const { code, stderr } = await cli(['backup', file], settings);
    assert.equal(code, 1);
    assert.match(stderr, /^player-support: \S+there\.db already exists[^\n]*\n$/);
    const itself = await cli(['backup', settings.DATABASE_URL.slice('sqlite:'.length)], settings);
    assert.equal(itself.code, 1);
  });

  test('to a missing folder, or of a missing database, fails with one line', async (t) => {
    const { settings, directory } = await migrated(t);
    const nowhere = await cli(['backup', path.join(directory, 'no/such/folder/copy.db')], settings);
    assert.equal(nowhere.code, 1);
    assert.match(nowhere.stderr, /^player-support: [^\n]+\n$/);
    const missing = { DATABASE_URL: `sqlite:${path.join(directory, 'missing.db')}` };
    const nothing = await cli(['backup', path.join(directory, 'copy.db')], missing);
    assert.equal(nothing.code, 1);
    assert.match(nothing.stderr, /^player-support: there is no database at [^\n]+\n$/);
    assert.ok(!readdirSync(directory).some((name) => /^(?:missing|copy)\.db/.test(name)));
  });
});
