import { PlayerTicketsResponse, ProjectQuery } from '@player-support/contract/player';
import { shownStatus } from '../domain/ticket-transitions.ts';
import { isoOrNull } from '../domain/time.ts';
import { requireOwnProject } from '../operations/callers.ts';
import { weakEtag } from '../operations/etag.ts';
import { jsonText } from '../operations/json-text.ts';
import { operation } from '../operations/operation.ts';

export const listPlayerTickets = operation({
  id: 'ListPlayerTickets',
  tag: 'Tickets',
  summary: "List the player's tickets",
  description: 'Latest activity first. Tickets that are merged into others are left out.',
  method: 'GET',
  url: '/api/v1/player/tickets',
  auth: 'player',
  limits: ['read'],
  sheds: 'read',
  query: ProjectQuery,
  success: { status: 200, schema: PlayerTicketsResponse },

  readWithSession: ({ caller }, { store }) => store.playerTickets.tickets(caller),

  async handle({ caller, query, data }) {
    requireOwnProject(caller, query.projectPublicKey);
    const tickets = data.map(([id, type, status, subject, lastMessagePreview, lastMessageAt, unreadCount]) => ({
      id,
      type,
      status: shownStatus(status),
      subject,
      lastMessagePreview,
      lastMessageAt: isoOrNull(lastMessageAt),
      unreadCount,
    }));
    const body = jsonText({ tickets });
    return {
      status: 200,
      body,
      headers: { etag: weakEtag(tickets.length, [body]), 'cache-control': 'private, no-cache' },
    };
  },
});
