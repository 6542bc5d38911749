import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { newId, newTicketId, playerId } from '../../../server/src/domain/ids.ts';
import { textParts } from '../../src/ticket/text-parts.ts';

const PLAYER = playerId(new Uint8Array(16).fill(7));
const TICKET = newTicketId(PLAYER, Date.UTC(2026, 0, 1));

/** Returns each link's kind and text; for an address, only what it shows. */
function links(text: string): string[] {
  return textParts(text).flatMap((part) => {
    if (part.kind === 'text') return [];
    if (part.kind !== 'url') return `${part.kind} ${part.text}`;
    const { href, scheme, host, rest } = part.url;
    assert.equal(scheme + host + rest, href, 'the shown text is the address');
    return href;
  });
}

suite('an address becomes a link', () => {
  for (const [text, ...addresses] of [
    ['https://game.example/news', 'https://game.example/news'],
    ['see http://game.example:8080/a?b=c#d.', 'http://game.example:8080/a?b=c#d'],
    ['(https://game.example/a_(b)), or https://other.example!', 'https://game.example/a_(b)', 'https://other.example/'],
    ['<https://game.example/x> "https://game.example/y"', 'https://game.example/x', 'https://game.example/y'],
    ['HTTPS://GAME.example/A', 'https://game.example/A'],
    ['a\nhttps://game.example/\nb', 'https://game.example/'],
    ['http://192.168.0.1/ http://[::1]:8080/', 'http://192.168.0.1/', 'http://[::1]:8080/'],
  ] as const) {
    test(text, () => assert.deepEqual(links(text), addresses));
  }

  test('and shows where it really leads', () => {
    for (const [text, address] of [
      // Cyrillic letters that look like "apple".
      ['https://аррӏе.com/', 'https://xn--80ak6aa92e.com/'],
      ['https://münchen.example/größe', 'https://xn--mnchen-3ya.example/gr%C3%B6%C3%9Fe'],
      ['https://exa\u200bmple.com/', 'https://example.com/'],
      ['http://0x7f.1/', 'http://127.0.0.1/'],
      ['https://game.example/a/../b', 'https://game.example/b'],
    ] as const) {
      assert.deepEqual(links(text), [address], text);
    }
  });
});

test('no other text becomes a link', () => {
  for (const text of [
    'javascript:hacked()',
    'javascript://game.example/%0ahacked()',
    'JaVaScRiPt:hacked()//https',
    'data:text/html,<script>hacked()</script>',
    'vbscript:x file:///etc/passwd blob:x about:blank ftp://game.example/ ws://game.example/',
    'mailto:mira@game.example mira@game.example',
    '//game.example/ game.example www.game.example /queue',
    '[click](javascript:hacked()) <a href="javascript:hacked()">x</a>',
    'https:// https:game.example http:///x http://game.example:99999/ https://[::zz]/',
  ]) {
    assert.deepEqual(textParts(text), [{ kind: 'text', start: 0, text }]);
  }
});

test('an address with a user name or password stays plain text', () => {
  for (const text of [
    'https://mira:secret@game.example/',
    'https://game.example@evil.example/',
    'https://game.example%2f@evil.example/x',
    'https://:secret@game.example/',
  ]) {
    assert.deepEqual(links(text), [], text);
  }
});

suite('an id becomes a link', () => {
  test('if it has the form of a ticket or a player', () => {
    assert.deepEqual(links(`Same as ${TICKET}, by (${PLAYER}).`), [`ticket ${TICKET}`, `player ${PLAYER}`]);
  });

  test('but not with another length, other letters or as a part of a word', () => {
    for (const text of [
      TICKET.slice(0, -1),
      `${TICKET}0`,
      PLAYER.slice(0, -1),
      `${PLAYER}0`,
      `x${TICKET}`,
      `my-${PLAYER}`,
      `${PLAYER}-x`,
      TICKET.toUpperCase(),
      TICKET.replace(/.$/, 'z'),
      'tkt_',
      'ply_../../settings',
      newId('message', 0),
    ]) {
      assert.deepEqual(links(text), [], text);
    }
  });

  test('and stays a part of an address', () => {
    assert.deepEqual(links(`https://game.example/tickets/${TICKET}`), [`https://game.example/tickets/${TICKET}`]);
  });
});

test('the parts are the whole text, in its order', () => {
  const text = `a ${TICKET} https://game.example/x b ${PLAYER} javascript:x https://u:p@h.example/ c`;
  const parts = textParts(text);
  assert.equal(parts.map((part) => (part.kind === 'url' ? part.url.href : part.text)).join(''), text);
  const starts = parts.map(({ start }) => start);
  assert.deepEqual(
    starts,
    [...new Set(starts)].sort((a, b) => a - b),
  );
});

// Quadratic time would need many minutes.
test('200 KB of hostile text take linear time', { timeout: 60_000 }, () => {
  const size = 200_000;
  for (const unit of [
    'http://',
    'http://a',
    'http://a.b ',
    'http://a.b/(',
    'http://a.b/!',
    'http://u:p@',
    'http:',
    '://',
    '//',
    'a.b',
    'a@b.c ',
    'tkt_',
    'ply_0',
    `${TICKET}-`,
    '0',
    '(',
    '@',
  ]) {
    for (const prefix of ['', 'http://a.b/', 'http://u', 'tkt_']) {
      const parts = textParts(prefix + unit.repeat(size / unit.length));
      assert.ok(parts.length > 0);
    }
  }
});
