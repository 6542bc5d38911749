import { MAX_SUGGESTED_KNOWN_ISSUES } from '@player-support/contract/limits';
import { SuggestedKnownIssuesResponse } from '@player-support/contract/team/suggestions';
import { inTurns } from '../../domain/in-turns.ts';
import { comparedTicket, fitOf, isEnough, isLikely, whyOf } from '../../domain/suggestion.ts';
import { findVisibleTicket } from '../../operations/find-ticket.ts';
import { operation } from '../../operations/operation.ts';

export const listSuggestedKnownIssues = operation({
  id: 'ListSuggestedKnownIssues',
  tag: 'Tickets',
  summary: 'List known issues that a ticket is probably about',
  description:
    'Compares words, type, build and platform of the ticket with the known issues of its project that are not closed, and with some of their linked tickets. What was linked in the last minute may not count yet. UpdateTicket links the ticket.',
  method: 'GET',
  url: '/api/v1/team/tickets/:ticketId/suggested-known-issues',
  auth: 'team',
  role: 'viewer',
  needs: ['expensiveReads', 'projectWords'],
  success: { status: 200, schema: SuggestedKnownIssuesResponse },

  async handle({ caller, params }, { store, expensiveReads, projectWords }) {
    const ticket = await findVisibleTicket(store, caller, params.ticketId);
    const { player_id: playerId, ticket_id: ticketId, project_id: projectId } = ticket;
    const cannotBeLinked = ticket.known_issue_id !== null || ticket.merged_into !== null || ticket.status === 'held';
    return expensiveReads.run(caller, async () => {
      const { complete, oldest } = await store.searchIndex.state();
      if (cannotBeLinked || oldest === null) return { status: 200, body: { suggestions: [], complete } } as const;
      const words = await projectWords.collection(projectId, oldest);
      const issues = await projectWords.issues(projectId, words);
      const more = await store.suggestions.firstMessages(playerId, ticketId);
      const { type, subject, context } = ticket;
      const compared = comparedTicket({ type, subject, message: [ticket.message, ...more].join('\n'), context });
      const found = await inTurns(issues, ({ profile, ...knownIssue }) => {
        const fit = fitOf(profile, compared, words);
        return fit === undefined || !isEnough(fit, words) ? [] : [{ knownIssue, fit }];
      });
      const suggestions = found
        .flat()
        .sort((a, b) => b.fit.score - a.fit.score || (a.knownIssue.id < b.knownIssue.id ? 1 : -1))
        .slice(0, MAX_SUGGESTED_KNOWN_ISSUES)
        .map(({ knownIssue, fit }) => ({
          knownIssue,
          score: fit.score,
          why: whyOf(fit, compared),
          likely: isLikely(fit, words),
        }));
      return { status: 200, body: { suggestions, complete } } as const;
    });
  },
});
