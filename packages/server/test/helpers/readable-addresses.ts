import { teamOperations } from '../../src/operations/all.ts';
import { requests, targetOf } from './authenticated-requests.ts';
import { aMember, aTicket, fromOwnPage, type Player } from './builders.ts';
import type { TestServer } from './harness.ts';

const PAGES = ['/docs', '/problems', '/problems/validation', '/page.css', '/openapi/v1.json', '/openapi/team-v1.json'];

/** Every address that GET answers, with the token that it needs. */
export async function readable(
  server: TestServer,
  player: Player,
): Promise<{ path: string; token?: string; headers?: Record<string, string> }[]> {
  const ofPlayer = (await requests(server, player)).filter(({ method }) => method === 'GET');
  const ids: Record<string, string> = {
    projectId: player.project.id,
    ticketId: await aTicket(server, player),
    playerId: player.id,
  };
  // A stream is the one that never ends.
  const ofTeam = teamOperations.filter(({ method, id }) => method === 'GET' && id !== 'StreamEvents');
  const { cookie } = await aMember(server, 'owner');
  return [
    ...ofPlayer.map((request) => ({ path: targetOf(request), token: player.token })),
    ...ofTeam.map(({ url, auth }) => ({
      path: url.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? ''),
      ...(auth === 'member' ? { headers: fromOwnPage(cookie) } : { token: server.teamKey }),
    })),
    ...[...PAGES, '/healthz', '/readyz'].map((path) => ({ path })),
  ];
}
