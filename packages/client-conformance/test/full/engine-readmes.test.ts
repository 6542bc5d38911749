import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryDirectory } from '../../../server/test/helpers/temporary-directory.ts';
import { conformanceProject, startService } from '../../src/service.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../..');

/** The language of the program, its file, and how the README starts it. */
const READMES = {
  cpp: { language: 'cpp', file: 'main.cpp', start: './my-game' },
  lua: { language: 'lua', file: 'main.lua', start: 'lua5.4 main.lua' },
  python: { language: 'python', file: 'game.py', start: 'python3 -u game.py' },
} as const;

suite('the five minutes of the READMEs', () => {
  for (const [client, { language, file, start }] of Object.entries(READMES)) {
    test(`${client}: a game sends a ticket, and prints the reply`, async (t: TestContext) => {
      const server = await startService(t);
      const project = await conformanceProject(server);
      const readme = readFileSync(path.join(ROOT, 'clients', client, 'README.md'), 'utf8');
      const blocks = (name: string) =>
        [...readme.matchAll(new RegExp(`\`\`\`${name}\\n(.*?)\`\`\``, 'gs'))].map(([, text = '']) => text);

      const folder = temporaryDirectory(t);
      mkdirSync(path.join(folder, 'player-support/clients'), { recursive: true });
      cpSync(path.join(ROOT, 'clients', client), path.join(folder, 'player-support/clients', client), {
        recursive: true,
        filter: (source) => path.basename(source) !== 'build',
      });
      const [copy = '', compile] = blocks('sh');
      const commands = copy.replace('/path/to/', '../').replace('mkdir my-game && cd my-game\n', '');
      const game = path.join(folder, 'my-game');
      mkdirSync(game);
      execFileSync('sh', ['-ec', commands], { cwd: game });
      const [program = ''] = blocks(language);
      assert.ok(program.includes('http://127.0.0.1:8080') && program.includes('ppk_...'), program);
      const filled = program.replace('http://127.0.0.1:8080', server.url).replace('ppk_...', project.publicKey);
      writeFileSync(path.join(game, file), filled);
      if (language === 'cpp') execFileSync('sh', ['-ec', String(compile).replace('&& ./my-game', '')], { cwd: game });

      const child = spawn('stdbuf', ['-oL', ...start.split(' ')], { cwd: game, stdio: ['ignore', 'pipe', 'pipe'] });
      t.after(() => child.kill('SIGKILL'));
      let printed = '';
      const has = (text: string) =>
        new Promise<void>((resolve, reject) => {
          const look = () => printed.includes(text) && resolve();
          for (const stream of [child.stdout, child.stderr]) {
            stream.on('data', (data) => {
              printed += data;
              look();
            });
          }
          child.on('close', () => reject(new Error(`it ended: ${printed}`)));
        });
      const replied = has('Jump twice');

      let tickets: { id: string }[] = [];
      while (tickets.length === 0) {
        await sleep(50);
        ({ tickets } = (
          await server.call('GET', '/api/v1/team/tickets?view=attention', { token: server.teamKey })
        ).body);
      }
      const { status } = await server.call('POST', `/api/v1/team/tickets/${tickets[0]?.id}/replies`, {
        token: server.teamKey,
        body: { message: 'Jump twice' },
      });
      assert.equal(status, 201);
      await replied;
      assert.ok(globSync('**/*', { cwd: game }).length > 2, 'the storage is in the folder of the game');
    });
  }
});
