import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { buildApp } from '../../packages/server/src/app.ts';
import { readConfig } from '../../packages/server/src/config/config.ts';
import { newApiKey } from '../../packages/server/src/domain/api-key.ts';
import { newProject } from '../../packages/server/src/domain/project.ts';
import { openStore } from '../../packages/server/src/store/store.ts';
import { fillRadar } from './fill.ts';

/** Measures GetRadar on SQLite with 60 days of many series. */

const HOURS = 60 * 24;
const BUILDS = 10;
const PLATFORMS = ['ios', 'android', 'web', 'switch'];
const REQUESTS = 200;
const NOW = Date.parse('2026-03-02T12:30:00.000Z');

export interface ReadCosts {
  readonly rows: number;
  readonly firstMs: number;
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly kilobytes: number;
}

export async function readCosts(hours: number): Promise<ReadCosts> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'radar-'));
  const databaseUrl = `sqlite:${path.join(folder, 'radar.db')}`;
  const config = { ...readConfig({ DATABASE_URL: databaseUrl, RATE_LIMITS: 'off' }), teamReadPercent: 100 };
  const store = await openStore(databaseUrl, { mode: 'serve' });
  await store.migrate();
  const { key, row } = newApiKey('bench', NOW);
  await store.apiKeys.insert(row);
  const project = newProject('Game', NOW);
  await store.projects.insert(project);
  const { project_id: projectId } = project;
  const rows = await fillRadar(store, projectId, { now: NOW, hours: HOURS, builds: BUILDS, platforms: PLATFORMS });
  const app = buildApp({ config, store, logger: pino({ level: 'silent' }), clock: () => NOW });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const times: number[] = [];
  let bytes = 0;
  for (let request = 0; request <= REQUESTS; request++) {
    const started = performance.now();
    const response = await fetch(`${url}/api/v1/team/radar?projectId=${projectId}&hours=${hours}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const body = await response.text();
    if (response.status !== 200) throw new Error(`status ${response.status}: ${body}`);
    times.push(performance.now() - started);
    bytes = body.length;
  }
  await app.close();
  await store.close();
  rmSync(folder, { recursive: true });
  const [firstMs = 0, ...later] = times;
  const sorted = later.sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { rows, firstMs, medianMs: at(0.5), p95Ms: at(0.95), kilobytes: Math.round(bytes / 1024) };
}
