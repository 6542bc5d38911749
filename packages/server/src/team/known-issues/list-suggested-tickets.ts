import { MAX_SUGGESTED_TICKETS } from '@player-support/contract/limits';
import { SuggestedTicketsResponse } from '@player-support/contract/team/suggestions';
import { inTurns } from '../../domain/in-turns.ts';
import { lookedUp, profileOf } from '../../domain/issue-profile.ts';
import { preview } from '../../domain/preview.ts';
import { comparedTicket, fitOf, isEnough, whyOf } from '../../domain/suggestion.ts';
import { isBeginning } from '../../domain/terms.ts';
import { DAY } from '../../domain/time.ts';
import { operation } from '../../operations/operation.ts';
import { presentTicket } from '../tickets/present-ticket.ts';
import { findKnownIssue } from './find-known-issue.ts';
import { issueTexts, MAX_LINKED, newestFirst } from './project-words.ts';

/** With the newest messages. */
const MAX_COMPARED = 300;
/** A closed ticket without newer messages is not suggested. */
const CLOSED_AGE_MS = 30 * DAY;

export const listSuggestedTickets = operation({
  id: 'ListSuggestedTickets',
  tag: 'Known issues',
  summary: 'List tickets that probably belong to a known issue',
  description: `Compares words, type, build and platform of tickets that are not linked with the known issue and its newest linked tickets. Only tickets with messages of the last 100 days are compared, at most ${MAX_COMPARED}. Held and merged tickets, those of blocked players, and closed ones without a message in the last 30 days are left out. A new message counts after about a second. UpdateTickets links tickets.`,
  method: 'GET',
  url: '/api/v1/team/known-issues/:knownIssueId/suggested-tickets',
  auth: 'team',
  role: 'viewer',
  needs: ['expensiveReads', 'projectCache', 'projectWords'],
  success: { status: 200, schema: SuggestedTicketsResponse },

  async handle({ caller, params, now }, { store, expensiveReads, projectCache, projectWords }) {
    const issue = await findKnownIssue(store, caller, params.knownIssueId);
    const { project_id: projectId, known_issue_id: id } = issue;
    return expensiveReads.run(caller, async () => {
      const { complete, oldest } = await store.searchIndex.state();
      if (oldest === null) return { status: 200, body: { suggestions: [], complete } } as const;
      const words = await projectWords.collection(projectId, oldest);
      const linked = newestFirst(await store.suggestions.linked([id], MAX_LINKED));
      const profile = profileOf(issueTexts(issue, linked), words);
      const terms = lookedUp(profile, words).map((text) => ({ text, isBeginning: isBeginning(text) }));
      const linkable = { closedAfter: now - CLOSED_AGE_MS };
      const request = { projectId, terms, linkable, oldest, now, limit: MAX_COMPARED };
      const messages = terms.length === 0 ? [] : await store.suggestions.messages(request);
      const compared = await inTurns(messages, (key) => ({ key, fit: fitOf(profile, comparedTicket(key), words) }));
      const best = compared
        .flatMap(({ key, fit }) => (fit === undefined || !isEnough(fit, words) ? [] : [{ key, fit }]))
        .sort((a, b) => b.fit.score - a.fit.score || (a.key.ticket_id < b.key.ticket_id ? 1 : -1))
        .slice(0, MAX_SUGGESTED_TICKETS);
      const rows = await store.search.documents(best.map(({ key }) => key));
      const rowOf = new Map(rows.map((row) => [row.ticket_id, row]));
      const project = (await projectCache.byId(projectId))?.project;
      const projects = project === undefined ? [] : [project];
      const suggestions = best.flatMap(({ key, fit }) => {
        const row = rowOf.get(key.ticket_id);
        if (row === undefined) return [];
        const message = preview(key.message);
        return [{ ticket: presentTicket(row, projects), message, score: fit.score, why: whyOf(fit, key) }];
      });
      return { status: 200, body: { suggestions, complete } } as const;
    });
  },
});
