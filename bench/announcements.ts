import type { AnnouncementTexts, Audience } from '@player-support/contract/team/announcements';
import { apiOf, identifyAll, type Project } from './api.ts';

/** Who an announcement is for. All players have one context: see histories.ts. */
interface Kind {
  readonly audience: Audience | null;
  readonly texts?: AnnouncementTexts;
}

const SHOWN: readonly Kind[] = [
  { audience: null },
  { audience: { platforms: ['iOS'], locales: ['de'] } },
  { audience: { minBuild: '2.0', maxBuild: '21410' } },
  {
    audience: null,
    texts: { de: { title: 'Wartung', body: 'Heute Nacht.' }, fr: { title: 'Maintenance', body: 'Cette nuit.' } },
  },
];

/** Players of a list. None sends a request of the benchmark. */
const LISTED = 1000;

/** Adds running announcements on a server. @param shown how many of them each player sees */
export async function addAnnouncements(
  port: number,
  teamKey: string,
  { count, shown }: { count: number; shown: number },
): Promise<void> {
  const send = apiOf(port);
  const team = { token: teamKey };
  const { projects } = await send<{ projects: Project[] }>('GET', '/team/projects', undefined, team);
  const [{ id: projectId, publicKey: projectPublicKey } = { id: '', publicKey: '' }] = projects;
  const bodyOf = (index: number) => ({ projectPublicKey, installationId: `bench-listed-${index}` });
  const players = (await identifyAll(port, LISTED, bodyOf)).map(({ playerId }) => playerId);
  const issue = { projectId, title: 'Crash in the shop' };
  const { id: knownIssueId } = await send<{ id: string }>('POST', '/team/known-issues', issue, team);
  const others: readonly Kind[] = [
    { audience: { platforms: ['Android', 'Switch'] } },
    { audience: { locales: ['en', 'fr'] } },
    { audience: { minBuild: '3.0' } },
    { audience: { players } },
    { audience: { knownIssueId } },
  ];
  for (let index = 0; index < count; index++) {
    const kinds = index < shown ? SHOWN : others;
    const kind = kinds[index % kinds.length];
    const title = `Maintenance ${index}`;
    const body = 'The servers are away from two to four tonight. Your progress is safe. Thank you for your patience!';
    await send('POST', '/team/announcements', { projectId, title, body, ...kind }, team);
  }
}
