import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearWords } from '../../src/domain/near-words.ts';
import { parseSearch } from '../../src/domain/search-query.ts';
import type { SearchDocument } from '../../src/store/search-documents.ts';
import { suggestQuery } from '../../src/team/search/suggest-query.ts';

interface Message {
  readonly message: string;
  readonly player: string;
  readonly ticket: string;
}

/** Suggests from a page with these messages. Also counts each text's reads. */
async function suggested(q: string, messages: readonly Message[]) {
  const reads = messages.map(() => 0);
  const documents = messages.map(({ message, player, ticket }, index) => {
    const fields: Partial<SearchDocument> = {
      ...{ seq: 2, files: null, message_id: 'msg_a', visibility: 'public', written_at: 0 },
      ...{ ticket_id: ticket, player_id: player },
      get message() {
        reads[index] = (reads[index] ?? 0) + 1;
        return message;
      },
    };
    // A search needs nothing else. A spread would read the text.
    return fields as SearchDocument;
  });
  const suggestion = await suggestQuery(q, parseSearch(q) ?? assert.fail(), 0, async ({ accepts }) => {
    for (const one of documents) accepts?.(one);
    return { documents: [], next: null };
  });
  return { suggestion, reads };
}

test('a message is split at most twice, with any number of near words, and a list of them is no suggestion', async () => {
  const [word] = parseSearch('payment')?.terms[0]?.words ?? [];
  const near = [...nearWords(word ?? assert.fail())];
  const by = (player: string, words: readonly string[]) => ({ message: words.join(' '), player, ticket: player });
  const list = await suggested('payment', [by('a', near), by('b', near)]);
  // Each of two searches splits them once: the set also serves near words.
  assert.deepEqual(list, { suggestion: null, reads: [2, 2] });
  const few = await suggested('payment', [by('a', near), by('b', near.slice(0, 5)), by('c', near.slice(4, 5))]);
  assert.deepEqual(few, { suggestion: near[4], reads: [1, 2, 2] });
});

test('the word of most players is suggested, not that of most tickets', async () => {
  const flood = Array.from({ length: 9 }, (_none, index) => ({ message: 'apayment', player: 'a', ticket: `${index}` }));
  const usual = ['b', 'c'].map((player) => ({ message: 'A paymet', player, ticket: player }));
  assert.equal((await suggested('payment', [...flood, ...usual])).suggestion, 'paymet');
});
