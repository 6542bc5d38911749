import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createResolveName } from '../../../../src/network/resolve-name.ts';
import { updateNotificationSettings } from '../../../../src/team/account/update-notification-settings.ts';
import { assertInvalid, assertProblem } from '../../../helpers/assert-problem.ts';
import { aMember, aPlayer, aTicket, type Member, team } from '../../../helpers/builders.ts';
import { startServer } from '../../../helpers/harness.ts';
import { aNameServer } from '../../../helpers/name-server.ts';
import { aNode, aReceiver, listen, tell, WEBHOOKS } from '../../../helpers/notifications.ts';
import { settingsChange } from '../../../helpers/operation/change-feed.ts';
import { HIDDEN } from '../../../helpers/operation/requests.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';

const PATH = '/api/v1/team/account/notifications';
/** On the Internet. Nothing is sent to it. */
const ADDRESS = `https://93.184.216.34/${HIDDEN}`;

testTeamOperation(
  updateNotificationSettings,
  {
    access: { role: 'viewer', elsewhere: 'own account' },
    request: () => ({
      body: {
        language: 'de',
        timeZone: 'Europe/Berlin',
        quietFrom: '22:00',
        quietTo: '07:00',
        waitingMinutes: 60,
        digestAt: '08:30',
        mail: ['waiting'],
        webhook: ['new_ticket'],
        webhookFormat: 'standard',
        webhookAddress: ADDRESS,
      },
    }),
    statuses: {
      400: changed({ body: { timeZone: 'Mars/Olympus' } }),
    },
    statements: {
      usual: 10,
      cases: {
        'only quiet hours': [7, () => ({ body: { quietFrom: '22:00', quietTo: '07:00' } })],
        'no webhook': [8, () => ({ body: { webhookAddress: null } })],
      },
    },
    changeFeed: [settingsChange('members')],
  },
  () => {
    test('absent fields do not change; secrets are shown once or never', async (t) => {
      const member = await aMember(await startServer(t));
      const set = async (body: object) => (await member.call('PATCH', '/account/notifications', body)).body;
      const first = await set({
        timeZone: 'europe/berlin',
        quietFrom: '22:00',
        quietTo: '07:05',
        webhook: ['reply', 'assigned'],
        webhookFormat: 'standard',
        webhookAddress: 'https://93.184.216.34/secret?key=secret',
      });
      assert.match(first.webhookSecret, /^whsec_[A-Za-z0-9+/]{43}=$/);
      assert.deepEqual(
        [first.language, first.timeZone, first.quietFrom, first.quietTo, first.webhook],
        [null, 'Europe/Berlin', '22:00', '07:05', ['reply', 'assigned']],
      );
      assert.deepEqual([first.webhookFormat, first.webhookAddress], ['standard', 'https://93.184.216.34/…']);
      const stored = (await member.call('GET', '/account/notifications')).body;
      assert.deepEqual(stored, { ...first, webhookSecret: null });
      assert.deepEqual(await set({ webhook: [], digestAt: '00:00' }), { ...stored, webhook: [], digestAt: '00:00' });
      const slack = await set({ webhookFormat: 'slack', webhookAddress: 'https://93.184.216.35/' });
      assert.deepEqual([slack.webhookSecret, slack.webhookAddress], [null, 'https://93.184.216.35/…']);
      const none = await set({ webhookAddress: null, quietFrom: null, quietTo: null, digestAt: null });
      const { webhookFormat, webhookAddress, quietTo, digestAt } = none;
      assert.deepEqual([webhookFormat, webhookAddress, quietTo, digestAt], [null, null, null, null]);
    });

    test('the audit log has the hosts of webhooks that are set, replaced and removed', async (t) => {
      const server = await startServer(t);
      const member = await aMember(server);
      const changes = [
        { webhookFormat: 'slack', webhookAddress: 'https://93.184.216.34/secret' },
        { webhookFormat: 'slack', webhookAddress: 'https://93.184.216.35/secret' },
        { webhook: ['reply'] },
        { webhookAddress: null },
        { webhookAddress: null },
      ];
      for (const body of changes) {
        server.clock.advance(1);
        await listen(member, body);
      }
      const entries: { details: object }[] = (await team(server, 'GET', '/audit')).body.entries;
      const logged = entries.map(({ details }) => ({ ...details, changed: undefined })).reverse();
      assert.deepEqual(logged, [
        { webhook: '93.184.216.34', changed: undefined },
        { webhook: '93.184.216.35', removedWebhook: '93.184.216.34', changed: undefined },
        { changed: undefined },
        { removedWebhook: '93.184.216.35', changed: undefined },
        { changed: undefined },
      ]);
    });

    test('400: what is no address of the Internet, or does not fit together', async (t) => {
      const member = await aMember(await startServer(t, { config: { limits: { testNotification: 0 } } }));
      const refuse = async (body: object, field: string) =>
        assertInvalid(await member.call('PATCH', '/account/notifications', body), PATH, field);
      for (const address of [
        'http://93.184.216.34/',
        'https://127.0.0.1/',
        'https://localhost/',
        'https://10.0.0.1/x',
      ]) {
        await refuse({ webhookFormat: 'standard', webhookAddress: address }, 'webhookAddress');
      }
      await refuse({ webhookAddress: 'https://93.184.216.34/' }, 'webhookFormat');
      await refuse({ webhook: ['reply'] }, 'webhookAddress');
      await refuse({ quietFrom: '22:00' }, 'quietTo');
      await refuse({ quietFrom: '22:00', quietTo: '22:00' }, 'quietTo');
      await refuse({ quietFrom: '24:00', quietTo: '22:00' }, 'quietFrom');
      await refuse({ waitingMinutes: 4 }, 'waitingMinutes');
      await refuse({ mail: ['reply', 'reply'] }, 'mail');
      await refuse({ timeZone: '+01:00' }, 'timeZone');
    });

    test('429: an address can be changed only a few times a minute, because it is looked up', async (t) => {
      const member = await aMember(await startServer(t));
      const body = { webhookFormat: 'slack', webhookAddress: 'https://93.184.216.34/' };
      for (let times = 0; times < 5; times++) {
        assert.equal((await member.call('PATCH', '/account/notifications', body)).status, 200);
      }
      assert.equal((await member.call('PATCH', '/account/notifications', body)).status, 429);
      assert.equal((await member.call('PATCH', '/account/notifications', { webhook: [] })).status, 200);
    });

    test('names that no name server answers delay neither players nor the messages of others', async (t) => {
      const names = { 'good.example': '127.0.0.1', 'slow.example': null };
      const nameServer = await aNameServer(t, names);
      const resolveName = createResolveName({ servers: [nameServer.address] });
      const server = await startServer(t, { env: WEBHOOKS, resolveName });
      const receiver = await aReceiver(t);
      const address = receiver.url.replace('127.0.0.1', 'good.example');
      const listener = await aMember(server);
      await listen(listener, { webhook: ['new_ticket'], webhookFormat: 'standard', webhookAddress: address });
      const player = await aPlayer(server);
      let ended = 0;
      const saves = Array.from({ length: 3 }, async () => {
        const member = await aMember(server, 'viewer');
        const body = { webhookFormat: 'standard', webhookAddress: 'https://slow.example/' };
        const reply = await member.call('PATCH', '/account/notifications', body);
        ended++;
        assertInvalid(reply, PATH, 'webhookAddress');
        assert.match(reply.text, /name server does not respond/);
      });
      await nameServer.asked('slow.example');
      server.clock.advance(1000);
      await aTicket(server, player);
      await tell(server, aNode(server, WEBHOOKS, { resolveName }));
      assert.equal(receiver.requests.length, 1);
      assert.equal(ended, 0);
      await Promise.all(saves);
    });

    test('429 and 503: a member checks one address at a time, and a server twelve', async (t) => {
      const answer = Promise.withResolvers<readonly string[]>();
      let asked = 0;
      const allAsked = Promise.withResolvers<void>();
      const resolveName = () => {
        if (++asked === 4) allAsked.resolve();
        return answer.promise;
      };
      const server = await startServer(t, { env: { RATE_LIMITS: 'off' }, resolveName });
      const save = (member: Member) =>
        member.call('PATCH', '/account/notifications', {
          webhookFormat: 'slack',
          webhookAddress: 'https://slow.example/',
        });
      const members = await Promise.all(Array.from({ length: 13 }, () => aMember(server, 'viewer')));
      const saves = members.map(save);
      await allAsked.promise;
      const refused = await Promise.race(saves);
      assertProblem(refused, 503, 'unavailable', PATH);
      assert.equal(refused.headers.get('retry-after'), '5');
      const statuses = await Promise.all(members.map(async (member) => (await save(member)).status));
      assert.deepEqual(statuses.toSorted(), [...Array(12).fill(429), 503]);
      assert.equal(asked, 4);
      answer.resolve(['93.184.216.34']);
      const all = (await Promise.all(saves)).map(({ status }) => status);
      assert.deepEqual(all.toSorted(), [...Array(12).fill(200), 503]);
      assert.equal(asked, 12);
    });
  },
);
