import type { AnnouncementTexts, Audience } from '@player-support/contract/team/announcements';
import { newId, playerId } from '../packages/server/src/domain/ids.ts';
import { openStore } from '../packages/server/src/store/store.ts';

/** Who an announcement is for. All players have one context: see player-history.ts. */
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

/** A list of a thousand players. The benchmark has none of them. */
const players = Array.from({ length: 1000 }, (_, at) => playerId(Buffer.alloc(16, `${at} of a list`)));

/** Adds running announcements to a database. @param shown how many of them each player sees */
export async function addAnnouncements(url: string, count: number, shown: number): Promise<void> {
  const store = await openStore(url, { mode: 'tool' });
  const [project] = await store.projects.list();
  if (project === undefined) throw new Error('the database is not filled');
  const now = Date.now() - 1000;
  const knownIssueId = newId('knownIssue', now);
  const empty = { description: '', notes: '{}', builds: '[]', platforms: '[]', links: '[]', fixed_in_build: null };
  await store.knownIssues.insert({
    known_issue_id: knownIssueId,
    project_id: project.project_id,
    title: 'Crash in the shop',
    state: 'investigating',
    ...empty,
    created_by: 'mem_bench',
    created_at: now,
    updated_at: now,
  });
  const others: readonly Kind[] = [
    { audience: { platforms: ['Android', 'Switch'] } },
    { audience: { locales: ['en', 'fr'] } },
    { audience: { minBuild: '3.0' } },
    { audience: { players } },
    { audience: { knownIssueId } },
  ];
  for (let index = 0; index < count; index++) {
    const kinds = index < shown ? SHOWN : others;
    const { audience = null, texts } = kinds[index % kinds.length] ?? {};
    await store.announcements.insert({
      announcement_id: newId('announcement', now),
      project_id: project.project_id,
      title: `Maintenance ${index}`,
      body: 'The servers are away from two to four tonight. Your progress is safe. Thank you for your patience!',
      starts_at: null,
      ends_at: null,
      created_at: now,
      texts: texts === undefined ? null : JSON.stringify(texts),
      audience: audience === null ? null : JSON.stringify(audience),
      time_zone: null,
      retracted_at: null,
      reached: null,
      request_key: null,
      body_hash: null,
      author_id: null,
    });
  }
  await store.close();
}
