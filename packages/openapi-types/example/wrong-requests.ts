import createClient from 'openapi-fetch';
import type { components, paths as PlayerPaths } from './generated/player.ts';
import type { components as TeamComponents, paths as TeamPaths } from './generated/team.ts';

const player = createClient<PlayerPaths>();
const team = createClient<TeamPaths>();

// Each of these must be a type error.
export const wrongRequests = [
  // @ts-expect-error a ticket has a subject
  () => player.POST('/api/v1/tickets', { body: { projectPublicKey: '', type: 'bug', message: 'Help' } }),
  // @ts-expect-error the inbox needs a project
  () => player.GET('/api/v1/player/inbox'),
  // @ts-expect-error a limit is an integer
  () => team.GET('/api/v1/team/tickets', { params: { query: { limit: '1' } } }),
  // @ts-expect-error there is no such status
  () => team.PATCH('/api/v1/team/tickets/{ticketId}', { params: { path: { ticketId: '' } }, body: { status: 'new' } }),
];

export const ids: components['schemas']['InboxMessageResponse']['ticketId'][] = ['tkt_1', null];
// @ts-expect-error a subject is never null
export const subject: components['schemas']['TicketSummaryResponse']['subject'] = null;
// @ts-expect-error an unread count is a number
export const unreadCount: components['schemas']['TicketSummaryResponse']['unreadCount'] = '1';
// @ts-expect-error there is no such role
export const role: TeamComponents['schemas']['Role'] = 'guest';
