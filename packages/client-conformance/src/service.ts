import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { type Api, call } from '../../server/test/helpers/call.ts';
import type { Cleanup } from './fault-proxy.ts';

const SERVER = path.join(import.meta.dirname, '../../server/src/main.ts');

export interface Project {
  readonly id: string;
  readonly publicKey: string;
}

/** For the suite's own requests, on a busy machine. */
const MAX_TRIES = 4;

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
  const folder = mkdtempSync(path.join(os.tmpdir(), 'conformance-'));
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const server = spawn(process.execPath, [SERVER], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...{ PATH, NODE_COMPILE_CACHE, HOST: '127.0.0.1', PORT: '0', PRINT_SECRETS: 'always', LOG_LEVEL: 'warn' },
      DATABASE_URL: `sqlite:${path.join(folder, 'support.db')}`,
      FILES_URL: pathToFileURL(path.join(folder, 'files')).href,
      FILES_MIN_FREE_MB: '1',
      RATE_LIMITS: 'off',
      SHED_READS: 'off',
      TEAM_READ_PERCENT: '100',
      KEEP_ALIVE_SECONDS: '3600',
    },
  });
  const ended = once(server, 'close');
  t.after(async () => {
    server.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  let url = '';
  for await (const line of createInterface(server.stdout)) {
    url ||= /^Player Support is at (\S+)$/.exec(line)?.[1] ?? '';
    const teamKey = /shown only this once: (\S+)/.exec(line)?.[1];
    if (teamKey === undefined) continue;
    server.stdout.resume();
    return apiOf(url, teamKey);
  }
  throw new Error('the server ended before it served');
}

/** Creates its own project, without player limits. */
export async function conformanceProject(api: Api): Promise<Project> {
  const token = api.teamKey;
  const created = await api.call('POST', '/api/v1/team/projects', { token, body: { name: 'Client conformance' } });
  assert.equal(created.status, 201, created.text);
  const { id, publicKey } = created.body;
  const limits = {
    newPlayersPerAddress: 0,
    newPlayersPerProject: 0,
    newPlayerTicketsPerAddress: 0,
    newPlayerTicketsPerProject: 0,
  };
  const changed = await api.call('PATCH', `/api/v1/team/projects/${id}`, { token, body: { limits } });
  assert.equal(changed.status, 200, changed.text);
  return { id, publicKey };
}
