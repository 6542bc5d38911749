import assert from 'node:assert/strict';
import { lookup } from 'node:dns/promises';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { createResolveName } from '../../src/network/resolve-name.ts';
import { aNameServer } from '../helpers/name-server.ts';
import { temporaryDirectory } from '../helpers/temporary-directory.ts';

suite('a name of a receiver', () => {
  async function resolverOf(t: TestContext, names: Record<string, string | null>, files: Record<string, string> = {}) {
    const server = await aNameServer(t, names);
    const directory = temporaryDirectory(t);
    const file = (name: string) => {
      writeFileSync(path.join(directory, name), files[name] ?? '');
      return path.join(directory, name);
    };
    const options = { servers: [server.address], hostsFile: file('hosts'), resolverFile: file('resolv.conf') };
    return { server, resolveName: createResolveName(options) };
  }

  test('has the addresses that a name server knows', async (t) => {
    const { resolveName } = await resolverOf(t, { 'chat.example': '93.184.216.34', mattermost: '10.0.0.2' });
    assert.deepEqual(await resolveName('chat.example'), ['93.184.216.34']);
    // Such as another container.
    assert.deepEqual(await resolveName('mattermost'), ['10.0.0.2']);
    assert.deepEqual(await resolveName('none.example'), []);
  });

  test('can be in the hosts file, and is then not asked for', async (t) => {
    const hosts = '# a comment\n10.0.0.9\tchat.lan Chat # mattermost\n::1 chat\nnonsense chat\n';
    const { server, resolveName } = await resolverOf(t, {}, { hosts });
    assert.deepEqual(await resolveName('chat'), ['10.0.0.9', '::1']);
    assert.deepEqual(await resolveName('CHAT.lan.'), ['10.0.0.9']);
    assert.deepEqual(server.questions, []);
    assert.deepEqual(await resolveName('mattermost'), []);
  });

  test('is searched in the domains of the system, as its dots say', async (t) => {
    const names = { 'chat.team.svc': '10.0.0.3', 'chat.team': '93.184.216.34', 'a.b.c': '10.0.0.4' };
    const search = 'nameserver 192.0.2.1\nsearch other.svc svc\noptions edns0 ndots:2\n';
    const { server, resolveName } = await resolverOf(t, names, { 'resolv.conf': search });
    assert.deepEqual(await resolveName('chat.team'), ['10.0.0.3']);
    assert.deepEqual(await resolveName('chat.team.'), ['93.184.216.34']);
    server.questions.length = 0;
    assert.deepEqual(await resolveName('a.b.c'), ['10.0.0.4']);
    assert.deepEqual(server.questions.sort(), ['A a.b.c', 'AAAA a.b.c']);
  });

  test('that no name server answers takes no thread of the process, and can be given up', async (t) => {
    const silent = ['a', 'b', 'c', 'd', 'e'].map((letter) => `${letter}.slow.example`);
    const { server, resolveName } = await resolverOf(t, Object.fromEntries(silent.map((name) => [name, null])));
    const giveUp = new AbortController();
    let ended = 0;
    const attempts = silent.map(async (name) => {
      await assert.rejects(resolveName(name, giveUp.signal), { name: 'UnresolvedNameError' });
      ended++;
    });
    await Promise.all(silent.map((name) => server.asked(name)));
    // It needs a thread of the pool, as a database connection does.
    await lookup('localhost');
    assert.equal(ended, 0);
    giveUp.abort();
    await Promise.all(attempts);
  });

  test('that no name server answers is given up after a few seconds, however many domains there are', async (t) => {
    const domains = ['one', 'two', 'three', 'four'];
    const names = ['slow.example', ...domains.map((domain) => `slow.example.${domain}`)];
    const silent = Object.fromEntries(names.map((name) => [name, null]));
    const { server, resolveName } = await resolverOf(t, silent, { 'resolv.conf': `search ${domains.join(' ')}` });
    await assert.rejects(resolveName('slow.example'), { name: 'UnresolvedNameError' });
    assert.ok(server.questions.includes('A slow.example'));
    // Each name takes at least four seconds.
    assert.ok(!server.questions.includes('A slow.example.three'));
  });
});
