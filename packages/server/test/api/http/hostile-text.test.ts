import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasVisible } from '@player-support/contract/visible-text';
import {
  anAnnouncement,
  aPlayer,
  aProject,
  createTicket,
  directMessage,
  getTicket,
  listTickets,
  type Player,
  playerReply,
  poll,
  setStatus,
  team,
  teamNote,
  teamReply,
} from '../../helpers/builders.ts';
import { CODE_POINT, fc } from '../../helpers/property.ts';
import { sharedServer } from '../../helpers/shared-server.ts';

const server = await sharedServer();

const HOSTILE: Record<string, string> = {
  'white space at both ends': ' \t\r\n text \n\r\t ',
  'every control character but U+0000': Array.from({ length: 31 }, (_, code) => String.fromCharCode(code + 1)).join(
    'x',
  ),
  'delete and the C1 controls': Array.from({ length: 33 }, (_, code) => String.fromCharCode(code + 0x7f)).join('x'),
  'quotes and backslashes': `"'\`\\"\\\\'\\u0000\\x00\\n`,
  SQL: `'; DROP TABLE ticket; -- %_?1:a@b$1`,
  HTML: '<script>alert(1)</script>&amp;&lt;!--]]>',
  JSON: '{"__proto__":{"polluted":true}}',
  'names of Object.prototype': '__proto__ constructor toString',
  templates: `\${1+1} {{7*7}} %s %d %n #{x}`,
  'a byte order mark at both ends': '\ufeffx\ufeff',
  'line and paragraph separators': 'a\u2028b\u2029c\u0085d',
  'changes of direction': '\u202eabc\u202c \u2066def\u2069 \u200f',
  'invisible characters': '\u200b\u200c\u200d\u2060x',
  'composed and decomposed': '\u00e9 e\u0301 \u212b \u00c5 \ufb01',
  'a family and a flag': '👨‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿🇺🇳',
  'many combining marks': `z${'\u0351'.repeat(50)}`,
  noncharacters: '\ufffe\uffff\u{1fffe}\u{10ffff}\ufdd0',
  'private use': '\ue000\u{f0000}\u{10fffd}',
  'the replacement character': '\ufffd\ufffd',
  'every plane': Array.from({ length: 17 }, (_, plane) => String.fromCodePoint(plane * 0x10000 + 0xabc)).join(''),
  'a number': '1e999',
  'the word null': 'null',
  'a text like a token': `pat_${'a'.repeat(64)}`,
};

const firstCodePoints = (text: string, count: number) => [...text].slice(0, count).join('');

async function roundTrip(player: Player, text: string): Promise<void> {
  const subject = firstCodePoints(text, 120);
  const type = firstCodePoints(text, 30);
  const created = await createTicket(server, player, { subject, type, message: text });
  assert.equal(created.status, 201, created.text);
  const { ticketId } = created.body;
  assert.equal((await playerReply(server, player, ticketId, text)).status, 200);
  assert.equal((await teamReply(server, ticketId, text)).status, 201);
  assert.equal((await teamNote(server, ticketId, text)).status, 201);
  await directMessage(server, player, { title: subject, body: text });
  const announcement = await anAnnouncement(server, player.project, { title: subject, body: text });

  const [shown, list, team, inbox] = await Promise.all([
    getTicket(server, player, ticketId),
    listTickets(server, player),
    server.call('GET', `/api/v1/team/tickets/${ticketId}`, { token: server.teamKey }),
    poll(server, player),
  ]);
  const messagesOf = (body: { messages: { message: string }[] }) => body.messages.map(({ message }) => message);
  assert.deepEqual([shown.body.type, shown.body.subject], [type, subject]);
  assert.deepEqual(messagesOf(shown.body), [text, text, text]);
  assert.deepEqual(messagesOf(team.body), [text, text, text, text]);
  const listed = list.body.tickets.find(({ id }: { id: string }) => id === ticketId);
  assert.deepEqual([listed.type, listed.subject], [type, subject]);
  for (const expected of ['ticket_reply', 'direct', 'announcement']) {
    const message = inbox.body.messages.find(
      ({ id, type, ticketId: of }: Record<string, string>) =>
        type === expected &&
        (type !== 'ticket_reply' || of === ticketId) &&
        (type !== 'announcement' || id === announcement),
    );
    assert.deepEqual([message?.title, message?.body], [subject, text], expected);
  }
  const remove = await server.call('DELETE', `/api/v1/team/announcements/${announcement}`, { token: server.teamKey });
  assert.equal(remove.status, 204);
  await setStatus(server, ticketId, 'closed');
}

for (const [what, text] of Object.entries(HOSTILE)) {
  test(`unchanged: ${what}`, async () => {
    await roundTrip(await aPlayer(server), text);
  });
}

test('unchanged: the longest message, of characters with four bytes', async () => {
  await roundTrip(await aPlayer(server), '🦖'.repeat(4000));
});

test('unchanged: name, userId, sessionId and context', async () => {
  for (const text of Object.values(HOSTILE)) {
    const short = firstCodePoints(text, 30);
    const context = {
      appVersion: short,
      buildNumber: short,
      platform: short,
      locale: short,
      deviceModel: short,
      osVersion: short,
    };
    const project = await aProject(server, firstCodePoints(text, 100));
    const player = await aPlayer(server, project, { userId: text, sessionId: firstCodePoints(text, 128), context });
    const shown = await server.call('GET', `/api/v1/team/players/${player.id}`, { token: server.teamKey });
    assert.deepEqual(
      [shown.body.userId, shown.body.sessionId, shown.body.context],
      [text, firstCodePoints(text, 128), context],
    );
    const named = await server.call('GET', `/api/v1/team/projects/${project.id}`, { token: server.teamKey });
    assert.equal(named.body.name, firstCodePoints(text, 100));
  }
});

test('unchanged: random code points', async () => {
  const project = await aProject(server);
  const text = fc
    .string({ unit: CODE_POINT, minLength: 1, maxLength: 300 })
    .map((text) => text.replaceAll('\0', ''))
    // Titles are the text's beginning, and need a visible character.
    .filter((text) => hasVisible(firstCodePoints(text, 120)));
  await fc.assert(
    fc.asyncProperty(text, async (text) => roundTrip(await aPlayer(server, project), text)),
    { numRuns: 20 },
  );
});

test('400: a name without a character that can be seen', async () => {
  const { id: projectId } = await aProject(server);
  const things: [path: string, body: (name: string) => object][] = [
    ['/projects', (name) => ({ name })],
    ['/macros', (name) => ({ name, projectId, body: 'Hello' })],
    ['/known-issues', (title) => ({ title, projectId })],
    ['/announcements', (title) => ({ title, projectId, body: 'Tonight.' })],
    ['/api-keys', (name) => ({ name, role: 'agent' })],
  ];
  for (const [path, bodyOf] of things) {
    for (const name of [' ', '\u200b\u2060', '\u00ad', '\u3164', '\u2800', '\ufe0f']) {
      const { status, body } = await team(server, 'POST', path, bodyOf(name));
      assert.equal(status, 400, `${path} ${JSON.stringify(name)}`);
      assert.deepEqual(Object.values(body.errors), [['Must not be blank.']], path);
    }
    const { status, text } = await team(server, 'POST', path, bodyOf('\u200b👾'));
    assert.equal(status, 201, `${path} ${text}`);
  }
});
