import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import { OwnServiceResponse } from '@player-support/contract/team/player-data';
import { readConfig } from '../../src/config/config.ts';
import { formatSecret, signedHeaders } from '../../src/network/webhook-signature.ts';
import { validator } from '../../src/operations/validation.ts';
import { createPlayerData, TEST_PLAYER } from '../../src/team/player-data/player-data.ts';
import { eventually } from '../helpers/builders.ts';
import { freePort } from '../helpers/free-port.ts';
import { aReceiver } from '../helpers/notifications.ts';
import { temporaryDirectory } from '../helpers/temporary-directory.ts';

const read = (page: string) =>
  readFileSync(path.resolve(import.meta.dirname, `../../../../docs/guide/${page}`), 'utf8');
const blocks = (language: string, page = 'player-data.md') =>
  Array.from(read(page).matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs')), ([, text = '']) => text);
const [request = '', answer = ''] = blocks('json');
const asked = JSON.parse(request);

const playerData = (now: number) =>
  createPlayerData({ config: readConfig({ WEBHOOK_ALLOW_PRIVATE: 'on' }), clock: () => now, elapsed: () => now });

suite('the guide to player data', () => {
  test('shows a request as the server makes it, and an answer that it takes', async (t) => {
    const receiver = await aReceiver(t);
    const source = {
      project_id: asked.data.projectId,
      player_data_url: receiver.url,
      player_data_secret: formatSecret(Buffer.alloc(32, 1)),
    };
    const player = { player_id: asked.data.playerId, user_id: asked.data.userId };
    await playerData(Date.parse(asked.timestamp)).ask(source, player);
    assert.deepEqual(receiver.requests[0]?.body, asked);
    assert.equal(validator(OwnServiceResponse)(JSON.parse(answer)), undefined);
  });

  test('has a service that answers what the server signed, and refuses the rest', async (t) => {
    const directory = temporaryDirectory(t);
    const [[code = ''], [isGenuine = '']] = [blocks('js'), blocks('js', 'team.md')];
    writeFileSync(path.join(directory, 'is-genuine.mjs'), isGenuine);
    writeFileSync(path.join(directory, 'service.mjs'), code);
    const [secret, PORT] = [formatSecret(Buffer.alloc(32, 1)), await freePort()];
    const env = { ...process.env, PLAYER_DATA_SECRET: secret, PORT };
    const service = spawn(process.execPath, ['service.mjs'], { cwd: directory, env, stdio: 'inherit' });
    t.after(() => service.kill('SIGKILL'));
    const url = `http://127.0.0.1:${PORT}/`;
    const send = async (headers: Record<string, string>) =>
      (await fetch(url, { method: 'POST', body: request, headers })).status;
    await eventually(async () => (await send({}).catch(() => 0)) === 401);
    const now = Date.now();
    assert.equal(await send(signedHeaders('dlv_1', request, formatSecret(Buffer.alloc(32, 2)), now)), 401);
    assert.equal(await send(signedHeaders('dlv_1', `${request} `, secret, now)), 401);
    assert.equal(await send(signedHeaders('dlv_1', request, secret, now - 600_000)), 401);
    assert.equal(await send(signedHeaders('dlv_1', request, secret, now)), 200);

    const source = { project_id: 'prj_1', player_data_url: url, player_data_secret: secret };
    const known = await playerData(now).ask(source, { player_id: asked.data.playerId, user_id: null });
    const href = 'https://admin.example.com/orders/8841';
    const items = [
      { label: 'Coins', value: '1,250' },
      { label: 'Last order', value: '8841', href },
    ];
    assert.deepEqual([known.error, known.sections], [null, [{ title: 'Wallet', items }]]);
    const unknown = await playerData(now).ask(source, TEST_PLAYER);
    assert.deepEqual([unknown.error, unknown.sections], [null, []]);
  });
});
