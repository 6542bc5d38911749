import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collectionOf } from '../../../src/domain/bm25.ts';
import { serializeContext } from '../../../src/domain/context.ts';
import { type IssueTicket, lookedUp, profileOf } from '../../../src/domain/issue-profile.ts';
import { comparedTicket, fitOf, isEnough, isLikely } from '../../../src/domain/suggestion.ts';
import { termsOf } from '../../../src/domain/terms.ts';
import { BUGS, otherReports, type Report, reportsOf } from '../../helpers/bug-reports.ts';

const REPORTS = 20;
const ticketOf = ({ platform, appVersion, ...texts }: Report): IssueTicket => ({
  ...texts,
  context: serializeContext({ platform, appVersion }),
});
const BUG_TICKETS = BUGS.map((bug) => reportsOf(bug, REPORTS).map(ticketOf));
const OTHERS = otherReports(500).map(ticketOf);
const ALL = [...BUG_TICKETS.flat(), ...OTHERS];
const COUNTS = new Map(ALL.map((ticket) => [ticket, termsOf(ticket.subject, ticket.message)]));
const WORDS = collectionOf([...COUNTS.values()]);

const profiles = (linked: number) =>
  BUGS.map(({ title, platforms, build }, index) =>
    profileOf(
      { title, texts: [], builds: [build], platforms, linked: (BUG_TICKETS[index] ?? []).slice(0, linked) },
      WORDS,
    ),
  );

/** Suggests tickets for each bug after some were linked, best first. */
function suggested(linked: number): IssueTicket[][] {
  return profiles(linked).map((profile, index) => {
    const known = new Set((BUG_TICKETS[index] ?? []).slice(0, linked));
    const terms = lookedUp(profile, WORDS);
    return ALL.filter((ticket) => !known.has(ticket))
      .filter((ticket) => terms.some((term) => COUNTS.get(ticket)?.counts.has(term)))
      .map((ticket) => ({ ticket, score: fitOf(profile, comparedTicket(ticket), WORDS)?.score ?? 0 }))
      .filter((fit) => isEnough(fit, WORDS))
      .sort((a, b) => b.score - a.score)
      .slice(0, 20)
      .map(({ ticket }) => ticket);
  });
}

const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

for (const [linked, precision, recall] of [
  [0, 0.95, 0.85],
  [1, 0.95, 0.9],
  [5, 0.98, 0.95],
] as const) {
  test(`tickets of the same bug are found among 500 others, with ${linked} linked tickets`, (t) => {
    const lists = suggested(linked);
    const right = (list: readonly IssueTicket[], index: number) =>
      list.filter((ticket) => BUG_TICKETS[index]?.includes(ticket)).length;
    const precisions = lists.map((list, index) => {
      const first = list.slice(0, 10);
      return first.length === 0 ? 0 : right(first, index) / first.length;
    });
    const recalls = lists.map((list, index) => right(list, index) / (REPORTS - linked));
    t.diagnostic(
      `precision at 10: ${mean(precisions).toFixed(2)} (${precisions.map((one) => one.toFixed(1)).join(' ')})`,
    );
    t.diagnostic(
      `recall of at most 20: ${mean(recalls).toFixed(2)} (${recalls.map((one) => one.toFixed(1)).join(' ')})`,
    );
    assert.ok(mean(precisions) >= precision);
    assert.ok(mean(recalls) >= recall);
  });
}

test('the best known issue of a ticket is the right one, and others have none that is likely', (t) => {
  const all = profiles(5);
  const best = (ticket: IssueTicket) =>
    all
      .map((profile, index) => ({ index, score: fitOf(profile, comparedTicket(ticket), WORDS)?.score ?? 0 }))
      .reduce((one, other) => (other.score > one.score ? other : one));
  const found = BUG_TICKETS.flatMap((tickets, index) =>
    tickets.slice(5).map((ticket) => ({ ...best(ticket), expected: index })),
  );
  const likely = found.filter((one) => isLikely(one, WORDS));
  const wrong = likely.filter(({ index, expected }) => index !== expected);
  const unasked = OTHERS.filter((ticket) => isLikely(best(ticket), WORDS));
  t.diagnostic(`likely: ${likely.length} of ${found.length}, ${wrong.length} of them wrong`);
  t.diagnostic(`likely for other tickets: ${unasked.length} of ${OTHERS.length}`);
  assert.ok(likely.length >= found.length * 0.9);
  assert.ok(wrong.length <= 1);
  assert.ok(unasked.length <= 2);
});
