import { existsSync, statfsSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../config.ts';
import { LIMITS, type LimitName } from '../limits/limits.ts';
import { databaseFile } from '../store/database-url.ts';
import { exposedFiles } from '../store/sqlite/privacy.ts';
import { openStore } from '../store/store.ts';
import type { Command } from './command.ts';

const MEGABYTE = 1024 * 1024;
const LOW_DISK = 500;

interface Finding {
  readonly level: 'ok' | 'warning' | 'problem';
  readonly text: string;
}

export const doctor: Command = {
  usage: 'doctor',
  about: 'check the settings, the disk and the database; exit code 1 if something is wrong',
  async run({ config, print }) {
    const name = databaseFile(config.databaseUrl);
    const findings: Finding[] = [
      { level: 'ok', text: `settings are valid; Node ${process.versions.node}` },
      ...(name === undefined ? await database(config) : await file(name, config)),
    ];
    const off = (Object.keys(LIMITS) as LimitName[]).filter((name) => config.limits[name] === 0);
    if (off.length > 0) {
      findings.push({ level: 'warning', text: `no rate limit: ${off.map((name) => LIMITS[name].setting).join(', ')}` });
    }
    for (const { level, text } of findings) print(`${level.padEnd(8)} ${text}`);
    return findings.some(({ level }) => level === 'problem') ? 1 : 0;
  },
};

async function file(name: string, config: Config): Promise<Finding[]> {
  const found = existsSync(name)
    ? [...(await database(config)), ...privacy(name)]
    : [{ level: 'warning' as const, text: `no database at ${name} yet; the first start makes it` }];
  return [...disk(name), ...found];
}

function privacy(file: string): Finding[] {
  return exposedFiles(file).map((text) => ({ level: 'warning', text }));
}

function disk(file: string): Finding[] {
  let directory = path.dirname(path.resolve(file));
  while (!existsSync(directory)) directory = path.dirname(directory);
  const { bavail, bsize } = statfsSync(directory);
  const free = Math.floor((bavail * bsize) / MEGABYTE);
  return [{ level: free < LOW_DISK ? 'problem' : 'ok', text: `${free} MB free at ${directory}` }];
}

async function database({ databaseUrl, postgres }: Config): Promise<Finding[]> {
  try {
    const store = await openStore(databaseUrl, { mode: 'tool', postgres });
    try {
      const pending = await store.pendingMigrations();
      const problems = await store.check();
      return [
        pending.length === 0
          ? { level: 'ok', text: 'the schema is up to date' }
          : { level: 'warning', text: `migrations to come with the next start: ${pending.join(', ')}` },
        ...(problems.length === 0
          ? [{ level: 'ok' as const, text: `the database is sound; ${store.engine}` }]
          : problems.map((text) => ({ level: 'problem' as const, text }))),
      ];
    } finally {
      await store.close();
    }
  } catch (error) {
    return [{ level: 'problem', text: `the database cannot be used: ${(error as Error).message}` }];
  }
}
