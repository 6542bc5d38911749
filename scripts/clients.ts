import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { typesOf } from '@player-support/openapi-types';
import { gameOperations, teamOperations } from '../packages/server/src/http/all-operations.ts';
import { openapi } from '../packages/server/src/http/openapi.ts';

/** Generates and compiles clients from the OpenAPI documents. `--keep DIRECTORY` keeps them. */

const OPENAPI_GENERATOR = '7.25.0';
const OAPI_CODEGEN = 'v2.8.2';

const root = path.resolve(import.meta.dirname, '..');
const { keep } = parseArgs({ options: { keep: { type: 'string' } } }).values;
const directory = keep === undefined ? mkdtempSync(path.join(os.tmpdir(), 'clients-')) : path.resolve(keep);

const DOCUMENTS = {
  game: openapi('game', gameOperations),
  team: openapi('team', teamOperations),
};
type Name = keyof typeof DOCUMENTS;
const NAMES: readonly Name[] = ['game', 'team'];

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

function generate(generator: string, name: Name, ...options: string[]): string {
  const folder = path.join(directory, `${generator}-${name}`);
  const from = ['-g', generator, ...options, '-i', documentFile(name), '-o', folder];
  run(directory, 'java', '-jar', generatorJar(), 'generate', ...from);
  return folder;
}

/** Returns the folder of the programs of a new virtual environment with these packages. */
function pythonWith(folder: string, ...packages: string[]): string {
  run(directory, 'python3', '-m', 'venv', folder);
  const programs = path.join(folder, 'bin');
  run(directory, path.join(programs, 'pip'), '-q', 'install', ...packages);
  return programs;
}

const sourcesIn = (folder: string, pattern: string) =>
  globSync(pattern, { cwd: folder }).map((file) => path.join(folder, file));

const IMPORT_ALL = `import openapi_client, pkgutil, importlib
for module in pkgutil.walk_packages(openapi_client.__path__, 'openapi_client.'): importlib.import_module(module.name)`;

/** GDScript's classes are global. Throws Error if a used class is not declared, or a name twice. */
function checkClasses(folder: string): void {
  const texts = sourcesIn(folder, '**/*.gd').map((file) => readFileSync(file, 'utf8'));
  const names = texts.flatMap((text) => /^class_name (\w+)/m.exec(text)?.[1] ?? []);
  const declared = new Set(names);
  const used = texts.flatMap((text) =>
    [...text.matchAll(/^(?!\s*#).*?\b([A-Z]\w+)\.bzz_\w+\(/gm)].map(([, name = '']) => name),
  );
  if (declared.size < names.length) throw new Error('two files declare a class with the same name');
  const missing = [...new Set(used)].filter((name) => !declared.has(name));
  if (used.length === 0 || missing.length > 0) throw new Error(`classes that no file declares: ${missing.join(', ')}`);
}

interface Client {
  readonly title: string;
  /** Without one of these programs, the client is skipped. */
  readonly needs: readonly string[];
  /** Of which documents. Default: all. */
  readonly of?: readonly Name[];
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
      return 'compiles';
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
    title: 'Python, openapi-generator',
    needs: ['java', 'mvn', 'python3'],
    make(name) {
      const folder = generate('python', name);
      const programs = pythonWith(`${folder}-python`, folder);
      run(directory, path.join(programs, 'python'), '-c', IMPORT_ALL);
      return 'every module can be imported';
    },
  },
  {
    title: 'Kotlin, openapi-generator',
    needs: ['java', 'mvn'],
    of: ['game'],
    make(name) {
      const folder = generate('kotlin', name);
      // The generator writes a build for Gradle.
      copyFileSync(path.join(root, 'scripts/clients/kotlin-pom.xml'), path.join(folder, 'pom.xml'));
      run(folder, 'mvn', '-q', '-B', 'compile');
      return 'compiles';
    },
  },
  {
    title: 'GDScript, openapi-generator',
    needs: ['java', 'mvn', 'python3'],
    of: ['game'],
    make(name) {
      const folder = generate('gdscript', name);
      checkClasses(folder);
      const programs = pythonWith(`${folder}-python`, 'gdtoolkit');
      run(folder, path.join(programs, 'gdparse'), ...sourcesIn(folder, '**/*.gd'));
      return 'every class exists, and every file parses; not run in Godot';
    },
  },
  {
    title: 'C# for Unity, openapi-generator',
    needs: ['java', 'mvn', 'mcs'],
    of: ['game'],
    make(name) {
      // With a newer framework, it uses classes that Unity does not have.
      const options = ['--library', 'unityWebRequest', '--additional-properties', 'targetFramework=netstandard2.0'];
      const folder = generate('csharp', name, ...options);
      const assemblies = ['System.Net.Http', 'System.Runtime.Serialization', 'System.ComponentModel.DataAnnotations'];
      const references = assemblies.map((one) => `-r:${one}`);
      const sources = sourcesIn(path.join(folder, 'src/Org.OpenAPITools'), '**/*.cs');
      const stubs = path.join(root, 'scripts/clients/unity-stubs.cs');
      for (const define of [[], ['-define:UNITY_2020_2_OR_NEWER']])
        run(
          folder,
          'mcs',
          '-langversion:7.2',
          '-target:library',
          '-out:client.dll',
          ...define,
          ...references,
          stubs,
          ...sources,
        );
      return 'compiles with stubs of Unity; not run in Unity';
    },
  },
];

mkdirSync(directory, { recursive: true });
for (const name of NAMES) writeFileSync(documentFile(name), JSON.stringify(DOCUMENTS[name]));
for (const { title, needs, of = NAMES, make } of CLIENTS) {
  for (const name of of) {
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
