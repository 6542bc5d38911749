import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { typesOf } from '@player-support/openapi-types';
import { playerOperations, teamOperations } from '../packages/server/src/http/all-operations.ts';
import { openapi } from '../packages/server/src/http/openapi.ts';

/** Generates and compiles clients from the OpenAPI documents. `--keep DIRECTORY` keeps them. */

const OPENAPI_GENERATOR = '7.25.0';
const OAPI_CODEGEN = 'v2.8.2';

const root = path.resolve(import.meta.dirname, '..');
const { keep } = parseArgs({ options: { keep: { type: 'string' } } }).values;
const directory = keep === undefined ? mkdtempSync(path.join(os.tmpdir(), 'clients-')) : path.resolve(keep);

const DOCUMENTS = {
  player: openapi('client', playerOperations),
  team: openapi('team', teamOperations),
};
type Name = keyof typeof DOCUMENTS;

const documentFile = (name: Name) => path.join(directory, `${name}.json`);

function has(program: string): boolean {
  return (process.env.PATH ?? '').split(path.delimiter).some((folder) => existsSync(path.join(folder, program)));
}

/** Throws Error with the output on failure. */
function run(cwd: string, program: string, ...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}\n${error?.message ?? ''}${stdout}${stderr}`);
  return stdout;
}

function generatorJar(): string {
  const jar = path.join(directory, `openapi-generator-cli-${OPENAPI_GENERATOR}.jar`);
  const artifact = `org.openapitools:openapi-generator-cli:${OPENAPI_GENERATOR}`;
  if (!existsSync(jar))
    run(directory, 'mvn', '-q', 'dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${directory}`);
  return jar;
}

function generate(generator: string, name: Name): string {
  const folder = path.join(directory, `${generator}-${name}`);
  run(directory, 'java', '-jar', generatorJar(), 'generate', '-g', generator, '-i', documentFile(name), '-o', folder);
  return folder;
}

/** GDScript's classes are global. Throws Error if a used class is not declared. */
function checkClasses(folder: string): void {
  const texts = globSync('**/*.gd', { cwd: folder }).map((file) => readFileSync(path.join(folder, file), 'utf8'));
  const declared = new Set(texts.flatMap((text) => /^class_name (\w+)/m.exec(text)?.[1] ?? []));
  const used = texts.flatMap((text) =>
    [...text.matchAll(/^(?!\s*#).*?\b([A-Z]\w+)\.bzz_\w+\(/gm)].map(([, name = '']) => name),
  );
  const missing = [...new Set(used)].filter((name) => !declared.has(name));
  if (used.length === 0 || missing.length > 0) throw new Error(`classes that no file declares: ${missing.join(', ')}`);
}

interface Client {
  readonly title: string;
  /** Without one of these programs, the client is skipped. */
  readonly needs: readonly string[];
  /** Returns the result to print. Throws Error if it fails. */
  readonly make: (name: Name) => string | Promise<string>;
}

const CLIENTS: readonly Client[] = [
  {
    title: 'TypeScript, openapi-typescript',
    needs: [],
    async make(name) {
      const file = path.join(directory, `${name}.ts`);
      writeFileSync(file, await typesOf(DOCUMENTS[name]));
      const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
      run(
        directory,
        process.execPath,
        tsc,
        '--noEmit',
        '--strict',
        '--target',
        'esnext',
        '--module',
        'nodenext',
        '--ignoreConfig',
        file,
      );
      return 'compiles';
    },
  },
  {
    title: 'Go, openapi-generator',
    needs: ['java', 'mvn', 'go'],
    make(name) {
      const folder = generate('go', name);
      run(folder, 'go', 'build', './...');
      if (name === 'team') return 'compiles';
      const model = readFileSync(path.join(folder, 'model_ticket_summary_response.go'), 'utf8');
      return `compiles\n${/^type TicketSummaryResponse struct \{.*?^\}/ms.exec(model)?.[0]}`;
    },
  },
  {
    title: 'Go, oapi-codegen',
    needs: ['go'],
    make(name) {
      const folder = path.join(directory, `oapi-codegen-${name}`);
      mkdirSync(folder, { recursive: true });
      const tool = `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@${OAPI_CODEGEN}`;
      // CreateTicketResponse is also the default name of a response type.
      const options = ['-generate', 'types,client', '-response-type-suffix', 'Result', '-package', 'client'];
      const code = run(directory, 'go', 'run', tool, ...options, documentFile(name));
      writeFileSync(path.join(folder, 'client.go'), code);
      if (!existsSync(path.join(folder, 'go.mod'))) run(folder, 'go', 'mod', 'init', 'example.com/client');
      run(folder, 'go', 'mod', 'tidy');
      run(folder, 'go', 'vet', './...');
      return 'compiles';
    },
  },
  {
    title: 'GDScript, openapi-generator',
    needs: ['java', 'mvn'],
    make(name) {
      const folder = generate('gdscript', name);
      checkClasses(folder);
      if (!has('gdparse'))
        return 'every class exists; not parsed, because gdparse (pip install gdtoolkit) was not found';
      run(folder, 'gdparse', ...globSync('**/*.gd', { cwd: folder }));
      return 'every class exists, and every file parses; not run in Godot';
    },
  },
  {
    title: 'C#, openapi-generator',
    needs: ['java', 'mvn', 'dotnet'],
    make(name) {
      const folder = generate('csharp', name);
      run(folder, 'dotnet', 'build');
      return 'compiles';
    },
  },
];

mkdirSync(directory, { recursive: true });
for (const name of Object.keys(DOCUMENTS) as Name[]) writeFileSync(documentFile(name), JSON.stringify(DOCUMENTS[name]));
for (const { title, needs, make } of CLIENTS) {
  for (const name of Object.keys(DOCUMENTS) as Name[]) {
    const missing = needs.filter((program) => !has(program));
    if (missing.length > 0) {
      console.log(`${title}, ${name} API: SKIPPED, ${missing.join(' and ')} not found`);
      continue;
    }
    try {
      console.log(`${title}, ${name} API: ${await make(name)}`);
    } catch (error) {
      console.log(`${title}, ${name} API: FAILED\n${error instanceof Error ? error.message : error}`);
      process.exitCode = 1;
    }
  }
}
if (keep === undefined) rmSync(directory, { recursive: true, force: true });
else console.log(`The clients are in ${directory}`);
