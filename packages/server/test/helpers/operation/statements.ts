import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR } from '../../../src/domain/time.ts';
import type { Operation } from '../../../src/operations/operation.ts';
import { ENGINE } from '../databases.ts';
import type { TestServer } from '../harness.ts';
import { databaseOf, type Sent } from '../statements.ts';
import type { OperationFacts } from './facts.ts';
import { prepare, type Sender, send } from './requests.ts';

const TRANSACTION = /^(?:BEGIN|COMMIT|PRAGMA)/;
/**
 * Only the change feed sends it: a change of an earlier test can arrive while the stream opens.
 */
const READS_ACCESS = /^select "api_key_id" as "id", "role", "project_ids" from "api_key"/;

/** PostgreSQL must not keep a statement with many shapes. */
function isShape({ id }: Operation, text: string): boolean {
  const isQueue =
    /^(?:ListTickets|ExportTickets|CountTickets|OfferNextTicket|CountViews|GetTicketFacets|ListPlayers|GetNews)$/.test(
      id,
    ) && text.includes('from (select');
  const isSearch = id === 'SearchTickets' && /from \(select|search_text MATCH|words @@/.test(text);
  return isQueue || isSearch || (id === 'ListAuditEntries' && text.includes('"audit_entry"'));
}

/** Counts the SQL statements of requests, and checks their form. */
export function testStatements<Given>(
  facts: OperationFacts<Given>,
  server: TestServer,
  sender: () => Promise<Sender<Given>>,
  sent: readonly Sent[],
): void {
  const { operation, request, statements } = facts;
  const { id } = operation;
  const all = { usually: [statements.usual, request] as const, ...statements.cases };

  for (const [when, [expected, request]] of Object.entries(all)) {
    const count = typeof expected === 'number' ? expected : expected[ENGINE];
    test(`${when} sends ${count} SQL statements`, async () => {
      server.clock.advance(HOUR);
      const { given, options } = await sender();
      const prepared = await prepare({ operation, request }, given);
      const before = sent.length;
      const reply = await send(server, prepared, options);
      assert.equal(reply.status, operation.success.status, reply.text);
      // Messages to other nodes come later, on a separate connection.
      const database = databaseOf(server.databaseUrl);
      const own = sent
        .slice(before)
        .filter((one) => one.database === database && !one.text.startsWith('SELECT pg_notify'))
        .filter(({ text }) => !READS_ACCESS.test(text));
      const counted = own.filter(({ text }) => !TRANSACTION.test(text));
      const authenticates = operation.auth !== 'none' && operation.readWithSession === undefined;
      const texts = counted.map(({ text }) => text);
      const message = `${authenticates ? 'The first statement authenticates and does not count:\n' : ''}${texts.join('\n')}`;
      assert.equal(texts.length - Number(authenticates), count, message);
      for (const text of texts) assert.doesNotMatch(text, /(?<!count\(|')\*/i, `${id} names its columns`);

      if (ENGINE !== 'postgres') return;
      const begins = own.filter(({ text }) => text === 'BEGIN').length;
      assert.ok(begins <= 1, `${id} has more than one transaction`);
      assert.equal(own.length - counted.length, 2 * begins, `${id} does not end what it begins`);
      for (const { text, name } of counted) {
        assert.equal(name === undefined, isShape(operation, text), `${id} does not prepare, or keeps a shape: ${text}`);
      }
    });
  }
}
