import createClient from 'openapi-fetch';
import type { paths as PlayerPaths } from './generated/player.ts';
import type { paths as TeamPaths } from './generated/team.ts';

/** A server, a project, and an API key that may reply there. */
interface Target {
  readonly baseUrl: string;
  readonly projectPublicKey: string;
  readonly apiKey: string;
}

function dataOf<Data>({ data, error }: { data?: Data; error?: unknown }): Data {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

export async function roundTrip({ baseUrl, projectPublicKey, apiKey }: Target) {
  const anyone = createClient<PlayerPaths>({ baseUrl });
  const { playerAccessToken } = dataOf(
    await anyone.POST('/api/v1/player/identify', {
      body: { projectPublicKey, installationId: crypto.randomUUID(), context: { platform: 'linux', locale: null } },
    }),
  );
  const player = createClient<PlayerPaths>({ baseUrl, headers: { authorization: `Bearer ${playerAccessToken}` } });
  const team = createClient<TeamPaths>({ baseUrl, headers: { authorization: `Bearer ${apiKey}` } });

  const { ticketId } = dataOf(
    await player.POST('/api/v1/tickets', {
      params: { header: { 'Idempotency-Key': crypto.randomUUID() } },
      body: { projectPublicKey, type: 'bug', subject: 'Stuck', message: 'I cannot leave level 3.' },
    }),
  );
  const { tickets: queue } = dataOf(await team.GET('/api/v1/team/tickets', { params: { query: { limit: 1 } } }));
  dataOf(
    await team.POST('/api/v1/team/tickets/{ticketId}/replies', {
      params: { path: { ticketId } },
      body: { message: 'Jump twice.', status: 'resolved' },
    }),
  );
  const inbox = dataOf(await player.GET('/api/v1/player/inbox', { params: { query: { projectPublicKey } } }));
  const before = dataOf(await player.GET('/api/v1/player/tickets', { params: { query: { projectPublicKey } } }));
  const ticket = dataOf(await player.GET('/api/v1/tickets/{ticketId}', { params: { path: { ticketId } } }));
  const after = dataOf(await player.GET('/api/v1/player/tickets', { params: { query: { projectPublicKey } } }));
  const marked = dataOf(
    await player.POST('/api/v1/player/inbox/{messageId}/read', {
      params: { path: { messageId: inbox.messages[0]?.id ?? '' } },
    }),
  );
  const unread = (list: typeof before): number => list.tickets.reduce((sum, { unreadCount }) => sum + unreadCount, 0);
  return {
    ticketId,
    queue: queue.map(({ id, status, platform }) => ({ id, status, platform })),
    conversation: ticket.messages.map(({ authorType, message }) => ({ authorType, message })),
    inbox: inbox.messages.map(({ type, ticketId, readAt }) => ({ type, ticketId, readAt })),
    unread: [unread(before), unread(after)],
    readAt: marked.readAt,
  };
}
