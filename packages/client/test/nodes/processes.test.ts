import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { suite, type TestContext, test } from 'node:test';
import { build } from 'vite';
import { startService } from '../../../client-conformance/src/service.ts';
import { aProject } from '../../../server/test/helpers/builders.ts';
import { temporaryDirectory } from '../../../server/test/helpers/temporary-directory.ts';

/** They share a file storage. Web Locks do not reach across Node processes. */

const TEXTS = 40;

/** One JavaScript file: older versions of Node do not strip types. */
async function built(directory: string, entry: 'index' | 'lease'): Promise<string> {
  const input = path.join(import.meta.dirname, `../../src/${entry}.ts`);
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, modulePreload: false, rolldownOptions: { input, preserveEntrySignatures: 'strict' } },
  });
  assert.ok('output' in output);
  const file = path.join(directory, `${entry}.mjs`);
  writeFileSync(file, output.output[0].type === 'chunk' ? output.output[0].code : '');
  return file;
}

interface Writer {
  readonly child: ChildProcess;
  stored(count: number): Promise<void>;
  readonly exited: Promise<void>;
}

function writer(t: TestContext, program: string, args: readonly string[], texts: Set<string>): Writer {
  const file = path.join(import.meta.dirname, '../helpers/writing-process.mjs');
  const child = spawn(program, [file, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => child.kill('SIGKILL'));
  let count = 0;
  const waiting = new Map<number, () => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (!line.startsWith('stored ')) return;
    texts.add(line.slice(7));
    waiting.get(++count)?.();
  });
  return {
    child,
    stored: (least) => new Promise((resolve) => void (count >= least ? resolve() : waiting.set(least, resolve))),
    exited: new Promise((resolve) => child.on('exit', () => resolve())),
  };
}

/** This test's Node, and the machine's. */
const PROGRAMS = [process.execPath, '/usr/bin/node'];

suite('two processes on one storage', () => {
  test('lose and duplicate nothing, keep the order, and are one player, although they are killed', async (t: TestContext) => {
    const service = await startService(t);
    const { publicKey } = await aProject(service);
    const directory = temporaryDirectory(t);
    const entries = [await built(directory, 'index'), await built(directory, 'lease')];
    const common = [...entries, path.join(directory, 'storage'), service.url, publicKey];
    const stored = new Set<string>();
    for (let round = 0; round < 3; round++) {
      const [one, other] = PROGRAMS.map((program, index) =>
        writer(t, program, [...common, `${round}-${index}`, String(TEXTS)], stored),
      );
      assert.ok(one && other);
      // One is killed midway, the other goes on to the end.
      await one.stored(TEXTS / 4);
      one.child.kill('SIGKILL');
      await other.exited;
    }
    const last = writer(t, process.execPath, [...common, 'last', '1'], stored);
    await last.exited;
    assert.ok(stored.size > TEXTS * 3, `${stored.size}`);
    const tickets = await service.call('GET', '/api/v1/team/tickets?limit=100', { token: service.teamKey });
    const players = new Set<string>();
    const arrived: string[] = [];
    for (const { id } of tickets.body.tickets as { id: string }[]) {
      const { body } = await service.call('GET', `/api/v1/team/tickets/${id}`, { token: service.teamKey });
      players.add(body.player.id);
      const texts = (body.messages as { message: string }[]).map(({ message }) => message);
      arrived.push(...texts);
      const numbers = texts.map((text) => Number(text.split('.')[1]));
      assert.deepEqual(
        numbers,
        numbers.toSorted((a, b) => a - b),
      );
    }
    t.diagnostic(`${stored.size} stored, ${arrived.length} arrived`);
    assert.equal(new Set(arrived).size, arrived.length, 'duplicates');
    assert.deepEqual(
      [...stored].filter((text) => !arrived.includes(text)),
      [],
      'lost',
    );
    assert.equal(players.size, 1);
  });
});
