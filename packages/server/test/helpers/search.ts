import assert from 'node:assert/strict';
import { indexOnce } from '../../src/jobs/index-messages.ts';
import { type Member, team } from './builders.ts';
import type { Reply } from './call.ts';
import type { TestServer } from './harness.ts';

/** Indexes all messages, as the search's job does. */
export async function indexAll({ store }: Pick<TestServer, 'store'>): Promise<void> {
  while ((await indexOnce(store)).goesOn);
}

interface Found {
  readonly results: {
    readonly ticket: { readonly id: string; readonly projectId: string; readonly playerBlocked: boolean };
    readonly match: {
      readonly source: string;
      readonly messageId: string | null;
      readonly createdAt: string;
      readonly text: string;
      readonly marks: { readonly start: number; readonly length: number }[];
    };
  }[];
  readonly players: { readonly id: string }[];
  readonly suggestion: string | null;
  readonly complete: boolean;
  readonly nextCursor: string | null;
}

/** Sends a search, by default with the tests' key. */
export function sendSearch(server: TestServer, q: string, more = '', member?: Pick<Member, 'call'>): Promise<Reply> {
  const path = `/search?q=${encodeURIComponent(q)}${more}`;
  return member === undefined ? team(server, 'GET', path) : member.call('GET', path);
}

/** Indexes everything, then returns the search's response. */
export async function found(server: TestServer, q: string, more = ''): Promise<Found> {
  await indexAll(server);
  const { status, body, text } = await sendSearch(server, q, more);
  assert.equal(status, 200, text);
  return body;
}

/** Returns the tickets on all pages. On a busy machine, the first can end early. */
export async function foundIds(server: TestServer, q: string, more = ''): Promise<string[]> {
  const ids = new Set<string>();
  for (let cursor = ''; ; ) {
    const { results, nextCursor } = await found(server, q, more + cursor);
    for (const { ticket } of results) ids.add(ticket.id);
    if (nextCursor === null) return [...ids];
    cursor = `&cursor=${nextCursor}`;
  }
}

/** Returns the first result, with brackets around the marks. */
export async function marked(server: TestServer, q: string): Promise<string> {
  const { results } = await found(server, q);
  const { source, text, marks } = results[0]?.match ?? assert.fail(`nothing found for ${q}`);
  let shown = text;
  for (const { start, length } of marks.toReversed()) {
    shown = `${shown.slice(0, start)}[${shown.slice(start, start + length)}]${shown.slice(start + length)}`;
  }
  return `${source}: ${shown}`;
}
