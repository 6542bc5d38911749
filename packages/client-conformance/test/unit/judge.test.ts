import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Ledger, type Written, type WrittenFile } from '../../src/device.ts';
import type { Exchange } from '../../src/fault-proxy.ts';
import { judge, judgeTokens, type ReceivedTicket } from '../../src/judge.ts';
import { judgeFiles, judgeParts, refusedFiles } from '../../src/judge-files.ts';
import { sha256, UploadNames } from '../../src/uploads.ts';

const IN_PARTS = '/api/v1/player/attachments/resumable';
const exchange = (method: string, url: string): Exchange => ({
  at: 0,
  method,
  url,
  headers: {},
  body: undefined,
  fault: 'none',
});

const PLAYERS = new Set(['ply_1']);

/** All reported as stored. */
function ledgerOf(...replies: string[]): { readonly ledger: Ledger; readonly creation: Written } {
  const ledger = new Ledger();
  ledger.signIn(undefined);
  const creation: Written = {
    message: 'ticket',
    subject: 'Subject',
    get ticket() {
      return creation;
    },
    userId: undefined,
    isStored: true,
    files: [],
  };
  ledger.written.push(creation);
  for (const message of replies) {
    ledger.written.push({ message, ticket: creation, userId: undefined, isStored: true, files: [] });
  }
  return { ledger, creation };
}

const received = (...messages: string[]): ReceivedTicket => ({
  id: 'tkt_1',
  subject: 'Subject',
  playerId: 'ply_1',
  userId: null,
  messages: ['ticket', ...messages],
  files: [],
});

const kinds = (ledger: Ledger, tickets: readonly ReceivedTicket[], players = PLAYERS) =>
  judge(ledger, tickets, players).map(({ kind }) => kind);

suite('the judge', () => {
  test('finds nothing if everything arrived once and in order', () => {
    assert.deepEqual(kinds(ledgerOf('a', 'b').ledger, [received('a', 'b')]), []);
  });

  for (const [what, tickets, expected] of [
    ['a lost reply', [received('b')], ['lost']],
    ['a lost ticket', [], ['lost']],
    ['a doubled reply', [received('a', 'a', 'b')], ['doubled']],
    ['a doubled ticket', [received('a', 'b'), received('a', 'b')], ['doubled']],
    ['a wrong order', [received('b', 'a')], ['out of order']],
    ['a reply that nobody wrote', [received('a', 'b', 'c')], ['unknown']],
    ['another subject', [{ ...received('a', 'b'), subject: 'Other' }], ['changed']],
    ['a changed text', [received('a', 'B')], ['lost', 'unknown']],
    ['the ticket of another user', [{ ...received(), userId: 'user-a' }], ['lost', 'lost', 'wrong player']],
  ] as const) {
    test(`finds ${what}`, () => {
      const found = new Set(kinds(ledgerOf('a', 'b').ledger, tickets));
      assert.deepEqual(found, new Set(expected));
    });
  }

  test('allows a message that was not told as stored to be there or not, but only once and in order', () => {
    const { ledger } = ledgerOf('a', 'b');
    const [, a] = ledger.written;
    if (a) a.isStored = false;
    assert.deepEqual(kinds(ledger, [received('b')]), []);
    assert.deepEqual(kinds(ledger, [received('a', 'b')]), []);
    assert.deepEqual(kinds(ledger, [received('b', 'a')]), ['out of order']);
    assert.deepEqual(kinds(ledger, [received('a', 'b', 'a')]), ['doubled']);
  });

  test('finds a second player, a message that failed without a reason, and one told twice', () => {
    const { ledger, creation } = ledgerOf();
    assert.deepEqual(kinds(ledger, [received()], new Set(['ply_1', 'ply_2'])), ['wrong player']);
    ledger.receive({ event: 'message', id: 'm', body: 'Hello' });
    ledger.receive({ event: 'message', id: 'm', body: 'Hello' });
    assert.deepEqual(kinds(ledger, [received()]), ['told twice']);
    ledger.receive({ event: 'failed', message: 'ticket', slug: 'unknown' });
    assert.ok(kinds(ledger, []).includes('failed'));
    assert.deepEqual(
      judge(ledger, [], PLAYERS, (written) => written === creation).map(({ kind }) => kind),
      ['told twice'],
    );
  });

  test('finds a message that was told as sent before the service had it', () => {
    const { ledger } = ledgerOf();
    ledger.isConfirmed = () => false;
    ledger.receive({ event: 'sent', message: 'ticket', ticketId: 'tkt_1' });
    assert.deepEqual(kinds(ledger, [received()]), ['sent too early']);
  });

  test('lets the first user take over what the player without a user wrote', () => {
    const { ledger } = ledgerOf('a');
    ledger.signIn('user-a');
    assert.deepEqual(kinds(ledger, [{ ...received('a'), userId: 'user-a' }]), []);
    assert.deepEqual(new Set(kinds(ledger, [received('a')])), new Set(['wrong player']));
  });

  test("finds a message that was sent with another user's token", () => {
    const { ledger, creation } = ledgerOf();
    creation.userId = 'user-a';
    ledger.written.push({ message: 'a', ticket: creation, userId: 'user-b', isStored: true, files: [] });
    const identify = {
      headers: {},
      body: undefined,
      response: { status: 200, body: { playerId: 'ply_1', playerAccessToken: 'pat_1' } },
    };
    const send = (message: string) => ({ headers: { authorization: 'Bearer pat_1' }, body: { message } });
    const exchanges = [identify, send('ticket'), send('a')].map(
      (one): Exchange => ({ at: 0, method: 'POST', url: '/', fault: 'none', ...one }),
    );
    assert.deepEqual(judgeTokens(ledger, exchanges.slice(0, 2)), []);
    assert.deepEqual(
      judgeTokens(ledger, exchanges).map(({ kind }) => kind),
      ['wrong player'],
    );
  });

  test('finds files that are lost, doubled, mixed up or out of order', () => {
    const { ledger, creation } = ledgerOf();
    const file = (name: string) => ({ name, type: '', content: '', hash: name, isStored: true, mayBeLost: false });
    const files: WrittenFile[] = [file('a'), file('b')];
    Object.assign(creation, { files });
    ledger.written.push({ ...creation, message: 'other', files: [file('c')] });
    const found = (arrived: readonly string[], refused: readonly string[] = []) =>
      judgeFiles(ledger, [{ ...received(), files: [arrived] }], new Set(refused)).map(({ kind }) => kind);
    assert.deepEqual(found(['a', 'b']), []);
    assert.deepEqual(found(['a']), ['file lost']);
    assert.deepEqual(found(['a', 'b', 'b']), ['file doubled']);
    assert.deepEqual(found(['b', 'a']), ['files out of order']);
    assert.deepEqual(found(['a', 'b', 'c']), ['wrong file']);
    assert.deepEqual(found(['a', 'b', 'nobody']), ['wrong file']);
    ledger.receive({ event: 'fileMissing', message: 'ticket', name: 'b', slug: 'file-lost' });
    assert.deepEqual(found(['a', 'b']), ['file lost'], 'it arrived, but was told as missing');
    assert.deepEqual(found(['a']), ['file lost'], 'nobody refused it');
    assert.deepEqual(found(['a'], ['b']), []);
    Object.assign(files[1] ?? {}, { isStored: false });
    assert.deepEqual(found(['a']), ['file lost'], 'the process did not end');
    ledger.endProcess();
    assert.deepEqual(found(['a']), []);
  });

  test('finds parts of another file, from another offset, or of an upload that nobody began', () => {
    const { ledger, creation } = ledgerOf();
    const file = (name: string, text: string): WrittenFile => ({
      name,
      type: '',
      content: Buffer.from(text).toString('base64'),
      hash: name,
      isStored: true,
      mayBeLost: false,
    });
    Object.assign(creation, { files: [file('a', 'first file'), file('b', 'the second one')] });
    const found = (fileName: string | undefined, offset: number, text: string) => {
      const part = { offset, length: text.length, hash: sha256(Buffer.from(text)) };
      return judgeParts(ledger, [{ ...exchange('PATCH', `${IN_PARTS}/att_1`), fileName, part }]).map(
        ({ kind }) => kind,
      );
    };
    assert.deepEqual(found('a', 0, 'first'), []);
    assert.deepEqual(found('b', 4, 'second one'), []);
    assert.deepEqual(found('b', 5, 'second one'), ['wrong part']);
    assert.deepEqual(found('b', 0, 'first'), ['wrong part']);
    assert.deepEqual(found('a', 6, 'file and more'), ['wrong part']);
    assert.deepEqual(found(undefined, 0, 'first'), ['wrong part']);
  });

  test('takes 404 and 409 of an upload in parts as no refusal, and 413 as one', () => {
    const refused = (method: string, url: string, status: number) =>
      refusedFiles([{ ...exchange(method, url), fileName: 'a', response: { status, body: undefined } }]).has('a');
    for (const status of [404, 409]) {
      assert.ok(!refused('PATCH', `${IN_PARTS}/att_1`, status));
      assert.ok(!refused('GET', `${IN_PARTS}/att_1`, status));
      assert.ok(refused('POST', '/api/v1/player/attachments', status));
    }
    assert.ok(refused('PATCH', `${IN_PARTS}/att_1`, 413));
    assert.ok(refused('POST', IN_PARTS, 409), 'the daily limit');
  });

  test('knows the file of each request of an upload in parts', () => {
    const names = new UploadNames();
    const metadata = `filetype ${btoa('text/plain')}, filename ${Buffer.from('a \u00fc.log').toString('base64')}`;
    const begins = { ...exchange('POST', IN_PARTS), headers: { 'upload-metadata': metadata } };
    assert.equal(names.of(begins), 'a \u00fc.log');
    const later = exchange('PATCH', `${IN_PARTS}/att_2`);
    assert.equal(names.of(later), undefined);
    // The request arrived twice.
    for (const attachmentId of ['att_1', 'att_2']) {
      names.learn({ ...begins, fileName: 'a \u00fc.log' }, { status: 201, body: { attachmentId } });
    }
    assert.equal(names.of(later), 'a \u00fc.log');
    assert.equal(names.of(exchange('GET', `${IN_PARTS}/att_1`)), 'a \u00fc.log');
    const whole = { ...exchange('POST', '/api/v1/player/attachments'), headers: { 'x-file-name': 'b%20c' } };
    assert.equal(names.of(whole), 'b c');
  });
});
