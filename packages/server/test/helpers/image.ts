import { cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.resolve(import.meta.dirname, '../../../..');

export const file = (name: string): string => readFileSync(path.join(ROOT, name), 'utf8');

export interface Instruction {
  readonly name: string;
  readonly rest: string;
}

/** Reads the Dockerfile's instructions, by stage. */
export function stages(): Instruction[][] {
  const stages: Instruction[][] = [];
  for (const line of file('Dockerfile').split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [, name = '', rest = ''] = /^([A-Z]+) (.+[^\\])$/.exec(line) ?? [];
    if (name === '') throw new Error(`an instruction that this test does not understand: ${line}`);
    if (name === 'FROM') stages.push([]);
    stages.at(-1)?.push({ name, rest });
  }
  return stages;
}

/** Returns the stage's only instruction of this name. */
export function only(stage: readonly Instruction[], name: string): string {
  const [first, ...others] = stage.filter((instruction) => instruction.name === name);
  if (first === undefined || others.length > 0) throw new Error(`not exactly one ${name}`);
  return first.rest;
}

export function command(stage: readonly Instruction[]): string[] {
  return JSON.parse(only(stage, 'CMD'));
}

export function environment(stage: readonly Instruction[]): Record<string, string> {
  return Object.fromEntries(
    only(stage, 'ENV')
      .split(' ')
      .map((pair) => pair.split(/=(.*)/, 2) as [string, string]),
  );
}

export function copies(stage: readonly Instruction[]): { sources: string[]; destination: string }[] {
  return stage
    .filter(({ name, rest }) => name === 'COPY' && !rest.startsWith('--from='))
    .map(({ rest }) => {
      const names = rest.split(' ');
      return { sources: names.slice(0, -1), destination: names.at(-1) ?? '' };
    });
}

/** Returns whether .dockerignore lets a path in. The last matching line decides. */
export function inContext(name: string): boolean {
  let kept = true;
  for (const line of file('.dockerignore').split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const pattern = line.replace(/^!/, '').split('/');
    const parts = name.split('/');
    const matches =
      pattern.every((part, index) => part === '*' || part === parts[index]) && parts.length >= pattern.length;
    if (matches) kept = line.startsWith('!');
  }
  return kept;
}

interface Locked {
  readonly packages: Readonly<Record<string, { dev?: boolean; optional?: boolean; link?: boolean }>>;
}

/** Copies them from the project into a directory. */
export function copyFiles(stage: readonly Instruction[], directory: string): void {
  for (const { sources, destination } of copies(stage)) {
    for (const source of sources) {
      const isFile = statSync(path.join(ROOT, source)).isFile();
      cpSync(path.join(ROOT, source), path.join(directory, destination, isFile ? path.basename(source) : ''), {
        recursive: true,
        filter: (one) => inContext(path.relative(ROOT, one)),
      });
    }
  }
}

/** Lists paths in `packages` that come from earlier stages. */
export function built(stage: readonly Instruction[]): { source: string; destination: string }[] {
  return stage.flatMap(({ name, rest }) => {
    const [flag = '', source = '', destination = ''] = rest.split(' ');
    return name === 'COPY' && flag.startsWith('--from=') && source.startsWith('/app/packages/')
      ? [{ source, destination }]
      : [];
  });
}

/** Puts the image's files into a directory, with production dependencies. */
export function buildImage(directory: string): void {
  const image = stages().at(-1) ?? [];
  copyFiles(image, directory);
  for (const { source, destination } of built(image)) {
    cpSync(path.join(ROOT, path.relative('/app', source)), path.join(directory, destination), { recursive: true });
  }
  const { packages } = JSON.parse(file('package-lock.json')) as Locked;
  for (const [name, { dev = false, optional = false, link = false }] of Object.entries(packages)) {
    if (!name.startsWith('node_modules/') || dev || (optional && !existsSync(path.join(ROOT, name)))) continue;
    mkdirSync(path.join(directory, path.dirname(name)), { recursive: true });
    const nested = path.join(ROOT, name, 'node_modules');
    cpSync(path.join(ROOT, name), path.join(directory, name), {
      recursive: true,
      verbatimSymlinks: link,
      // A nested package has its own entry, and may be for development only.
      filter: (one) => one !== nested,
    });
  }
}
