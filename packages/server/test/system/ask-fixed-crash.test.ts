import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProject, eventually, poll } from '../helpers/builders.ts';
import { type Api, call } from '../helpers/call.ts';
import { emptyDatabase } from '../helpers/databases.ts';
import { aLinkedTicket, BUILD, fixIn, seenIssue } from '../helpers/known-issues.ts';
import { startProcess } from '../helpers/programs.ts';
import { rounds } from '../helpers/rounds.ts';
import { queryRows } from '../helpers/stored-rows.ts';
import { copyTicket } from '../helpers/ticket-copies.ts';

const KILLS = rounds(2);
const TICKETS = 600;

test('a node that is killed again and again asks about each ticket exactly once', async (t) => {
  const DATABASE_URL = await emptyDatabase(t);
  const settings = { DATABASE_URL, RATE_LIMITS: 'off' };
  let node = await startProcess(t, settings);
  const [, teamKey = ''] = await node.wrote(/shown only this once: (\S+)/);
  const api: Api = { url: '', teamKey, call: (...args) => call(node.url, ...args) };
  const { issueId, player, ticketId } = await aLinkedTicket(api, await aProject(api), {
    context: { appVersion: BUILD },
  });
  await copyTicket(DATABASE_URL, ticketId, TICKETS - 1);
  await fixIn(api, issueId);
  const asked = async () => Number((await queryRows(DATABASE_URL, 'SELECT COUNT(*) AS n FROM fix_question'))[0]?.n);
  let killed = 0;
  for (let before = 0; killed < KILLS; before = await asked()) {
    // A node asks at its start, then every 15 seconds.
    node.kill('SIGKILL');
    await node.exited;
    node = await startProcess(t, settings);
    await eventually(async () => (await asked()) > before || (await asked()) === TICKETS);
    if ((await asked()) === TICKETS) break;
    killed++;
  }
  assert.ok(killed >= 1, `killed ${killed} times while it asked`);
  await eventually(async () => (await asked()) === TICKETS);
  const rows = await queryRows(
    DATABASE_URL,
    `SELECT (SELECT COUNT(*) FROM inbox_message) AS messages,
       (SELECT COUNT(*) FROM ticket_event WHERE kind = 'fixed') AS events,
       (SELECT COUNT(*) FROM fix_question, inbox_message
        WHERE fix_question.player_id = inbox_message.player_id
          AND fix_question.message_id = inbox_message.message_id) AS pairs`,
  );
  assert.deepEqual(Object.values(rows[0] ?? {}).map(Number), [TICKETS, TICKETS, TICKETS]);
  assert.deepEqual((await seenIssue(api, issueId)).fixedForPlayers, { asked: TICKETS, yes: 0, no: 0 });
  assert.equal((await poll(api, player)).body.messages.length > 0, true);
});
