import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { aProject, NO_LIMITS, type Project, updateProject } from '../../server/test/helpers/builders.ts';
import { type Api, call } from '../../server/test/helpers/call.ts';
import { emptyDatabase } from '../../server/test/helpers/databases.ts';
import { startProcess } from '../../server/test/helpers/programs.ts';
import type { Cleanup } from './fault-proxy.ts';

/** How often a request of the suite itself is sent, if a busy machine breaks its connection. */
const MAX_TRIES = 4;

/** A server with a key of its team. */
export function apiOf(url: string, teamKey: string): Api {
  return {
    url,
    teamKey,
    async call(method, path, options = {}) {
      const headers = { ...(method === 'POST' ? { 'idempotency-key': randomUUID() } : {}), ...options.headers };
      for (let tries = 1; ; tries++) {
        try {
          return await call(url, method, path, { ...options, headers });
        } catch (error) {
          if (!(error instanceof TypeError) || tries === MAX_TRIES) throw error;
        }
      }
    },
  };
}

/** Starts a server in its own process, with an empty database. */
export async function startService(t: Cleanup): Promise<Api> {
  const files = mkdtempSync(path.join(os.tmpdir(), 'conformance-files-'));
  t.after(() => rmSync(files, { recursive: true, force: true }));
  const server = await startProcess(t, {
    DATABASE_URL: await emptyDatabase(t),
    FILES_URL: pathToFileURL(files).href,
    FILES_MIN_FREE_MB: '1',
    LOG_LEVEL: 'warn',
    RATE_LIMITS: 'off',
    SHED_READS: 'off',
  });
  const [, teamKey = ''] = await server.wrote(/shown only this once: (\S+)/);
  return apiOf(server.url, teamKey);
}

/** A project of its own, without limits for its players. */
export async function conformanceProject(api: Api): Promise<Project> {
  const project = await aProject(api, 'Client conformance');
  const { status, text } = await updateProject(api, project, { limits: NO_LIMITS });
  assert.equal(status, 200, text);
  return project;
}
