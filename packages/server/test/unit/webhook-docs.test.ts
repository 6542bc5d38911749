import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import { NOTIFICATION_KINDS } from '@player-support/contract/enums';
import { standardBody } from '../../src/notifications/webhook-message.ts';
import { formatSecret, signedHeaders } from '../../src/outbox/webhook-signature.ts';

/** What docs/guide/team.md says about webhooks. */
const GUIDE = readFileSync(path.resolve(import.meta.dirname, '../../../../docs/guide/team.md'), 'utf8');
const [, SECTION = ''] = /^## Webhooks\n(.*?)^## /ms.exec(GUIDE) ?? [];
const block = (language: string) => new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(SECTION)?.[1] ?? '';

type IsGenuine = (headers: Readonly<Record<string, string>>, body: string, secret: string) => boolean;

suite('the guide to webhooks', () => {
  test('shows a body as the server makes it, and names every kind', () => {
    const item = {
      kind: 'new_ticket',
      count: 1,
      project: { id: 'prj_1', name: 'Space Cats' },
      tickets: [{ id: 'tkt_1', subject: 'Stuck' }],
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
