import { TicketNumbersResponse } from '@player-support/contract/player-extensions';
import { strongEtag } from '../operations/etag.ts';
import { jsonText } from '../operations/json-text.ts';
import { operation } from '../operations/operation.ts';

export const listTicketNumbers = operation({
  id: 'ListTicketNumbers',
  tag: 'Tickets',
  summary: "List the numbers of the player's tickets",
  description:
    'A short number of each ticket, which a player can quote to the team. After an upgrade, the server numbers older tickets one by one.',
  method: 'GET',
  url: '/api/v1/player/ticket-numbers',
  auth: 'player',
  limits: ['read'],
  sheds: 'read',
  success: { status: 200, schema: TicketNumbersResponse },

  readWithSession: ({ caller }, { store }) => store.playerTickets.numbers(caller),

  async handle({ data }) {
    const tickets = data.map(([ticketId, number]) => ({ ticketId, number }));
    const body = jsonText<TicketNumbersResponse>({ tickets });
    return { status: 200, body, headers: { etag: strongEtag(body), 'cache-control': 'private, no-cache' } };
  },
});
