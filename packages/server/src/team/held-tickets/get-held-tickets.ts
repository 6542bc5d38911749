import { COUNT_CAP, MAX_KNOWN_TEXTS } from '@player-support/contract/limits';
import { HeldTicketsResponse } from '@player-support/contract/team/held-tickets';
import { isKeyOfKept } from '../../domain/known-texts.ts';
import { preview } from '../../domain/preview.ts';
import { iso, isoOrNull } from '../../domain/time.ts';
import { findTicket } from '../../operations/find-ticket.ts';
import { jsonText } from '../../operations/json-text.ts';
import { operation } from '../../operations/operation.ts';
import { findProject } from '../../operations/visible-projects.ts';
import type { Store } from '../../store/store.ts';

export const getHeldTickets = operation({
  id: 'GetHeldTickets',
  tag: 'Held tickets',
  summary: 'Get the number and the known texts of held tickets',
  description: 'ListTickets with the view `held` lists the tickets, and with `textKey` those with a known text.',
  method: 'GET',
  url: '/api/v1/team/projects/:projectId/held-tickets',
  auth: 'team',
  role: 'viewer',
  needs: ['expensiveReads'],
  success: { status: 200, schema: HeldTicketsResponse },

  async handle({ caller, params, now }, { store, live, expensiveReads }) {
    const { projectId } = params;
    const project = await findProject(store, caller, projectId);
    const held = await expensiveReads.run(caller, () =>
      live.ticketCache.read('held', [projectId], () => heldOf(store, projectId, now)),
    );
    const { storm_mode: stormMode, holding_since: since } = project;
    const state = { stormMode: stormMode ?? 'automatic', holdingSince: isoOrNull(since) } as const;
    return { status: 200, body: jsonText({ ...state, ...held }) };
  },
});

async function heldOf(store: Store, projectId: string, now: number) {
  const count = await store.heldTickets.count(projectId, COUNT_CAP + 1);
  const groups = count < 2 ? [] : await store.heldTickets.knownTexts(projectId, COUNT_CAP, MAX_KNOWN_TEXTS);
  const knownTexts = [];
  for (const { text_key, count: size, ticket_id: ticketId, first_at, last_at } of groups) {
    const ticket = await findTicket(store, ticketId);
    // It may have been deleted meanwhile.
    if (ticket === undefined) continue;
    knownTexts.push({
      textKey: text_key,
      count: size,
      playersWroteMore: isKeyOfKept(text_key),
      ticketId,
      subject: ticket.subject,
      message: preview(ticket.message),
      firstAt: iso(first_at),
      lastAt: iso(last_at),
    });
  }
  return { at: iso(now), count: Math.min(count, COUNT_CAP), capped: count > COUNT_CAP, knownTexts };
}
