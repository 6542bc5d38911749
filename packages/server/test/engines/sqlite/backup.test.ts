import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { writeAtomically } from '../../../src/store/sqlite/backup.ts';
import { aPlayer, aTicket, playerReply } from '../../helpers/builders.ts';
import { limitFileSize } from '../../helpers/disk.ts';
import { startServer } from '../../helpers/harness.ts';
import { cliProcess } from '../../helpers/programs.ts';
import { temporaryDirectory } from '../../helpers/temporary-directory.ts';

test('a backup while players write is complete and consistent', async (t) => {
  const server = await startServer(t);
  const confirmedWrite = async () => {
    const player = await aPlayer(server);
    const ticketId = await aTicket(server, player);
    assert.equal((await playerReply(server, player, ticketId)).status, 200);
    return ticketId;
  };
  const before = await Promise.all(Array.from({ length: 20 }, confirmedWrite));

  const copy = path.join(path.dirname(server.databaseFile), 'backup.db');
  let copied = false;
  const backup = cliProcess(['backup', copy], { DATABASE_URL: `sqlite:${server.databaseFile}` }).finally(() => {
    copied = true;
  });
  while (!copied) await Promise.all(Array.from({ length: 4 }, confirmedWrite));
  assert.equal((await backup).code, 0);

  const db = new DatabaseSync(copy);
  assert.equal(db.prepare('PRAGMA integrity_check').get()?.integrity_check, 'ok');
  const counts = db.prepare(
    `SELECT (SELECT sum(open_tickets) FROM player) AS open, (SELECT count(*) FROM ticket) AS tickets,
      (SELECT count(*) FROM message) AS messages, (SELECT sum(message_count) FROM ticket) AS counted`,
  );
  const { open, tickets, messages, counted } = counts.get() ?? {};
  assert.deepEqual([open, Number(messages) + Number(tickets)], [tickets, counted]);
  const find = db.prepare('SELECT count(*) AS found FROM ticket WHERE ticket_id = ?');
  for (const id of before) assert.equal(find.get(id)?.found, 1);
  db.close();
});

test('a failed backup leaves no file, and overwrites no file', async (t) => {
  const { store } = await startServer(t);
  const directory = temporaryDirectory(t);
  const taken = path.join(directory, 'taken.db');
  fs.writeFileSync(taken, 'precious');
  await assert.rejects(store.backup(taken), { code: 'EEXIST' });
  assert.equal(fs.readFileSync(taken, 'utf8'), 'precious');
  limitFileSize(t, 8192);
  await assert.rejects(store.backup(path.join(directory, 'backup.db')), { name: 'StoreUnavailableError' });
  limitFileSize(t, 'unlimited');
  assert.deepEqual(fs.readdirSync(directory), ['taken.db']);
  await store.backup(path.join(directory, 'backup.db'));
  assert.deepEqual(fs.readdirSync(directory), ['backup.db', 'taken.db']);
});

test('a link that somebody prepares in the folder of a backup is not followed', async (t) => {
  const directory = temporaryDirectory(t);
  const backup = path.join(directory, 'backup.db');
  const elsewhere = path.join(directory, 'elsewhere');
  const prepare = (partial: string) => fs.symlinkSync(elsewhere, partial);
  prepare(`${backup}.partial`);
  await writeAtomically(backup, async (partial) => {
    assert.throws(() => prepare(partial), { code: 'EEXIST' });
    assert.equal(fs.statSync(partial).mode & 0o777, 0o600);
    fs.writeFileSync(partial, 'copy');
  });
  assert.deepEqual(fs.readdirSync(directory), ['backup.db']);
  assert.equal(fs.readFileSync(backup, 'utf8'), 'copy');
});
