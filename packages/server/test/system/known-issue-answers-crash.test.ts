import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANSWER_DELAY_SECONDS } from '@player-support/contract/limits';
import { SECOND } from '../../src/domain/time.ts';
import { aProject, eventually, team } from '../helpers/builders.ts';
import { type Api, call } from '../helpers/call.ts';
import { emptyDatabase, executeSql } from '../helpers/databases.ts';
import { aLinkedTicket, anAnswer, seenIssue } from '../helpers/known-issues.ts';
import { startProcess } from '../helpers/programs.ts';
import { rounds } from '../helpers/rounds.ts';
import { queryRows } from '../helpers/stored-rows.ts';
import { copyTicket } from '../helpers/ticket-copies.ts';

const KILLS = rounds(4);
const TICKETS = 400;

test('a node that is killed again and again while it sends gives each ticket the answer exactly once', async (t) => {
  const DATABASE_URL = await emptyDatabase(t);
  const settings = { DATABASE_URL, RATE_LIMITS: 'off' };
  let node = await startProcess(t, settings);
  const [, teamKey = ''] = await node.wrote(/shown only this once: (\S+)/);
  const api: Api = { url: '', teamKey, call: (...args) => call(node.url, ...args) };
  const { issueId, ticketId } = await aLinkedTicket(api, await aProject(api));
  await copyTicket(DATABASE_URL, ticketId, TICKETS - 1);
  const answerId = await anAnswer(api, issueId);
  await executeSql(
    DATABASE_URL,
    `UPDATE known_issue_answer SET begins_at = begins_at - ${ANSWER_DELAY_SECONDS * SECOND}`,
  );
  const progress = async () => {
    const [row] = await queryRows(DATABASE_URL, 'SELECT state, sent, sent_until FROM known_issue_answer');
    return { state: String(row?.state), sent: Number(row?.sent) };
  };
  let before = 0;
  let killed = 0;
  for (let kill = 1; kill <= KILLS; kill++) {
    await eventually(async () => {
      const { state, sent } = await progress();
      return sent > before || state === 'done';
    });
    node.kill('SIGKILL');
    await node.exited;
    const { state, sent } = await progress();
    if (state === 'sending') killed++;
    assert.ok(sent > before || state === 'done', `${sent}`);
    before = sent;
    node = await startProcess(t, settings);
  }
  assert.ok(killed >= 2, `killed ${killed} times while it sent`);
  await eventually(async () => (await progress()).state === 'done');
  const [answer] = (await seenIssue(api, issueId)).answers;
  assert.deepEqual([answer.id, answer.tickets, answer.sent, answer.skipped], [answerId, TICKETS, TICKETS, []]);
  const rows = await queryRows(
    DATABASE_URL,
    `SELECT ticket.ticket_id AS id, COUNT(message.message_id) AS replies, MAX(ticket.message_count) AS count
     FROM ticket LEFT JOIN message ON message.player_id = ticket.player_id AND message.ticket_id = ticket.ticket_id
     GROUP BY ticket.ticket_id`,
  );
  assert.equal(rows.length, TICKETS);
  for (const { id, replies, count } of rows) assert.deepEqual([Number(replies), Number(count)], [1, 2], String(id));
  const [inbox] = await queryRows(DATABASE_URL, 'SELECT COUNT(*) AS count FROM inbox_message');
  const [receipts] = await queryRows(DATABASE_URL, 'SELECT COUNT(*) AS count FROM answered_ticket');
  assert.deepEqual([Number(inbox?.count), Number(receipts?.count)], [TICKETS, TICKETS]);
  assert.equal((await team(api, 'GET', `/tickets/${ticketId}`)).body.status, 'pending');
});
