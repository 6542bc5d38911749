import { requests, targetOf } from './authenticated-requests.ts';
import type { Player } from './builders.ts';
import type { CallOptions } from './call.ts';
import type { TestServer } from './harness.ts';
import { teamFacts } from './operation/all-facts.ts';
import { anOwner, prepare } from './operation/requests.ts';

const PAGES = [
  '/docs',
  '/problems',
  '/problems/validation',
  '/page.css',
  '/docs.js',
  '/openapi/v1.json',
  '/openapi/game-v1.json',
  '/openapi/team-v1.json',
  '/llms.txt',
];

/** Lists addresses that support GET, with their credentials. */
export async function readable(server: TestServer, player: Player): Promise<({ path: string } & CallOptions)[]> {
  const ofPlayer = (await requests(server, player)).filter(({ method }) => method === 'GET');
  const ofTeam: ({ path: string } & CallOptions)[] = [];
  for (const facts of teamFacts) {
    const { operation } = facts;
    // Only a stream never ends.
    if (operation.method !== 'GET' || operation.id === 'StreamEvents') continue;
    const { given, options } = await anOwner(operation, server, player.project);
    const { path, query = '' } = await prepare(facts, given);
    ofTeam.push({ path: path + query, ...options });
  }
  return [
    ...ofPlayer.map((request) => ({ path: targetOf(request), token: player.token })),
    ...ofTeam,
    ...[...PAGES, '/healthz', '/readyz'].map((path) => ({ path })),
  ];
}
