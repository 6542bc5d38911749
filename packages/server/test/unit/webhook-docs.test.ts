import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import { NOTIFICATION_KINDS } from '@player-support/contract/enums';
import { isId } from '../../src/domain/ids.ts';
import { formatSecret, signedHeaders } from '../../src/network/webhook-signature.ts';
import { standardBody } from '../../src/notifications/webhook-message.ts';
import { serializeDetails } from '../../src/operations/audit-details.ts';
import { presentAuditEntry } from '../../src/team/audit/audit-lines.ts';
import { eventually } from '../helpers/builders.ts';
import { freePort } from '../helpers/free-port.ts';
import { temporaryDirectory } from '../helpers/temporary-directory.ts';

function sectionOf(page: string, heading: string): string {
  const text = readFileSync(path.resolve(import.meta.dirname, `../../../../docs/guide/${page}`), 'utf8');
  return new RegExp(`^## ${heading}\\n(.*?)^## `, 'ms').exec(text)?.[1] ?? '';
}

const SECTION = sectionOf('team.md', 'Webhooks');
const AUDIT_SECTION = sectionOf('operate.md', 'Send the audit log to another system');
const block = (language: string, section = SECTION) =>
  new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(section)?.[1] ?? '';

type IsGenuine = (headers: Readonly<Record<string, string>>, body: string, secret: string) => boolean;

suite('the guide to webhooks', () => {
  test('shows a body as the server makes it, and names every kind', () => {
    const item = {
      kind: 'new_ticket',
      count: 1,
      project: { id: 'prj_1', name: 'Space Cats' },
      tickets: [{ id: 'tkt_1', number: 4821, subject: 'Stuck' }],
    } as const;
    const content = { items: [item], more: 0, language: 'en', publicUrl: 'https://support.example.com' } as const;
    const body = standardBody(content, Date.UTC(2026, 10, 23, 12));
    assert.deepEqual(JSON.parse(block('json')), JSON.parse(body));
    for (const kind of NOTIFICATION_KINDS) assert.ok(SECTION.includes(`\`${kind}\``), kind);
  });

  test('has code that accepts a message of the server, and no other', async () => {
    const code = `data:text/javascript,${encodeURIComponent(block('js'))}`;
    const { isGenuine } = (await import(code)) as { isGenuine: IsGenuine };
    const [secret, other] = [formatSecret(Buffer.alloc(32, 1)), formatSecret(Buffer.alloc(32, 2))];
    const headers = signedHeaders('msg_1', '{}', secret, Date.now());
    assert.equal(isGenuine(headers, '{}', secret), true);
    const rotated = `v1,AAAA ${headers['webhook-signature']}`;
    assert.equal(isGenuine({ ...headers, 'webhook-signature': rotated }, '{}', secret), true);
    for (const [name, wrong, body, key] of [
      ['body', headers, '{ }', secret],
      ['secret', headers, '{}', other],
      ['id', { ...headers, 'webhook-id': 'msg_2' }, '{}', secret],
      ['no signature', { ...headers, 'webhook-signature': '' }, '{}', secret],
      ['none of the headers', {}, '{}', secret],
      ['old', signedHeaders('msg_1', '{}', secret, Date.now() - 600_000), '{}', secret],
    ] as const) {
      assert.equal(isGenuine(wrong, body, key), false, name);
    }
  });
});

suite('the guide to the audit webhook', () => {
  test('shows a body as the server makes it', () => {
    const shown = JSON.parse(block('json', AUDIT_SECTION));
    const entry = presentAuditEntry({
      audit_entry_id: shown.data.entries[0].id,
      created_at: Date.UTC(2030, 0, 1, 12),
      actor_type: 'member',
      actor_id: 'mem_1',
      actor_name: 'Ada',
      action: 'UpdateMember',
      project_id: null,
      target: 'mem_2',
      details: serializeDetails({ role: 'admin' }),
      address: '203.0.113.0/24',
      request_id: '4be0643f-1d98-4a91-b1a4-9b5a3c2f7a10',
      occurrences: null,
    });
    assert.deepEqual(shown, { type: 'audit', timestamp: entry.at, data: { entries: [entry] } });
    assert.ok(isId('auditEntry', entry.id));
  });

  test('has a receiver that stores what the server signed, and refuses the rest', async (t) => {
    const directory = temporaryDirectory(t);
    writeFileSync(path.join(directory, 'is-genuine.mjs'), block('js'));
    writeFileSync(path.join(directory, 'receiver.mjs'), block('js', AUDIT_SECTION));
    const [secret, PORT] = [formatSecret(Buffer.alloc(32, 1)), await freePort()];
    const env = { ...process.env, AUDIT_WEBHOOK_SECRET: secret, PORT };
    const receiver = spawn(process.execPath, ['receiver.mjs'], { cwd: directory, env, stdio: 'inherit' });
    t.after(() => receiver.kill('SIGKILL'));
    const body = block('json', AUDIT_SECTION);
    const send = async (headers: Record<string, string>) =>
      (await fetch(`http://127.0.0.1:${PORT}/`, { method: 'POST', body, headers })).status;
    await eventually(async () => (await send({}).catch(() => 0)) === 401);
    assert.equal(await send(signedHeaders('dlv_1', body, formatSecret(Buffer.alloc(32, 2)), Date.now())), 401);
    assert.equal(existsSync(path.join(directory, 'audit-log.ndjson')), false);
    for (const id of ['dlv_1', 'dlv_2']) assert.equal(await send(signedHeaders(id, body, secret, Date.now())), 204);
    const stored = readFileSync(path.join(directory, 'audit-log.ndjson'), 'utf8');
    const [line] = JSON.parse(body).data.entries.map((entry: unknown) => `${JSON.stringify(entry)}\n`);
    assert.equal(stored, line + line);
  });
});
