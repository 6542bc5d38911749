import { randomBytes } from 'node:crypto';
import type { Service } from './service.ts';
import { type TeamApi, teamApi } from './team-api.ts';

export const GAME_NAME = 'Night Ferry';

/** The first key is valid for 7 days, and cannot make one that is valid for longer. */
const KEY_MS = 6 * 24 * 3_600_000;

export interface Studio {
  readonly projectId: string;
  readonly projectKey: string;
  /** The owner's, as a cookie. */
  readonly sessionCookie: string;
  readonly owner: TeamApi;
  readonly agent: TeamApi;
}

/** Throws if the server refuses anything. */
export async function openStudio(service: Service): Promise<Studio> {
  const [, key = ''] = /^Team API key, shown only this once: (\S+)$/m.exec(service.firstOutput) ?? [];
  const owner = teamApi(service, key);
  const [project] = (await owner<{ projects: { id: string; publicKey: string }[] }>('GET', '/projects')).projects;
  if (project === undefined) throw new Error('the first start made no project');
  await owner('PATCH', `/projects/${project.id}`, { name: GAME_NAME });
  const agent = await owner<{ key: string }>('POST', '/api-keys', {
    name: 'Automatic agent',
    role: 'agent',
    projectIds: [project.id],
    expiresAt: new Date(Date.now() + KEY_MS).toISOString(),
  });
  return {
    projectId: project.id,
    projectKey: project.publicKey,
    sessionCookie: await signIn(service),
    owner,
    agent: teamApi(service, agent.key),
  };
}

/** The visitor becomes the owner. Nobody needs the password. */
async function signIn(service: Service): Promise<string> {
  const [, token] = /\/join#(\S+)$/m.exec(service.firstOutput) ?? [];
  const joined = await fetch(`${service.url}/api/v1/team/invitations/accept`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      token,
      email: 'you@demo.example',
      name: 'You',
      password: randomBytes(24).toString('base64url'),
    }),
  });
  const [cookie] = joined.headers.getSetCookie();
  if (cookie === undefined) throw new Error(`the owner could not join: ${joined.status}`);
  return cookie.slice(0, cookie.indexOf(';'));
}
