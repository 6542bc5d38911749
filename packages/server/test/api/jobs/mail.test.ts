import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { DAY, HOUR, iso, MINUTE } from '../../../src/domain/time.ts';
import { RETRY_DELAYS } from '../../../src/notifications/outbox.ts';
import { createMailer } from '../../../src/notifications/smtp-mailer.ts';
import { aMember, aPlayer, aProject, aTicket, team } from '../../helpers/builders.ts';
import { startServer } from '../../helpers/harness.ts';
import { aMailServer } from '../../helpers/mail-server.ts';
import { aNode, listen, tell } from '../../helpers/notifications.ts';
import { cli } from '../../helpers/programs.ts';

const PUBLIC_URL = 'https://support.example';

async function setUp(t: TestContext) {
  const mailServer = await aMailServer(t);
  const env = { SMTP_URL: mailServer.url, PUBLIC_URL, MAIL_FROM: 'Support <support@studio.example>' };
  const server = await startServer(t, { env });
  return { ...mailServer, env, server, node: aNode(server, env), member: await aMember(server) };
}

suite('mail', () => {
  test('has the link of an invitation, or for a new password, in a fitting language', async (t) => {
    const { server, mails, member } = await setUp(t);
    const admin = await aMember(server, 'admin');
    await listen(member, { language: 'de' });
    const invited = await admin.call('POST', '/invitations', { email: 'new@studio.example', role: 'agent' });
    assert.deepEqual([invited.status, invited.body.mail], [201, 'sent']);
    const link = await admin.call('POST', `/members/${member.id}/password-link`);
    assert.deepEqual([link.status, link.body.mail], [201, 'sent']);
    assert.deepEqual(
      mails.map(({ to, header, text }) => [to, header('Subject'), text.match(/\S+join#\S+/)?.[0]]),
      [
        [['new@studio.example'], 'Your invitation to Player Support', `${PUBLIC_URL}/join#${invited.body.token}`],
        [[member.email], 'Neues Passwort festlegen', `${PUBLIC_URL}/join#${link.body.token}`],
      ],
    );
    for (const { header } of mails) {
      assert.match(header('Message-ID') ?? '', /^<[0-9a-f]{40}@support\.example>$/);
      assert.equal(header('From'), 'Support <support@studio.example>');
      assert.equal(header('List-Unsubscribe'), undefined);
    }
    assert.doesNotMatch(server.log.join(), /inv_[A-Za-z0-9_-]{40}/);
    for (let times = 0; times < 18; times++) {
      await admin.call('POST', '/invitations', { email: 'new@studio.example', role: 'agent' });
    }
    const refused = await admin.call('POST', '/invitations', { email: 'new@studio.example', role: 'agent' });
    assert.equal(refused.status, 429);
    assert.equal(mails.length, 20);
  });

  test('tells of a ticket that waits, and text of others stays text', async (t) => {
    const { server, node, member, mails } = await setUp(t);
    await listen(member, { mail: ['waiting'], waitingMinutes: 60 });
    const player = await aPlayer(
      server,
      await aProject(server, 'Star\r\nBcc: evil@evil.example\r\n\r\n<b>Raiders</b>'),
    );
    const subject = '<img src=x onerror=alert(1)>\r\n\r\nBcc: evil@evil.example';
    const ticket = await aTicket(server, player, { subject });
    await team(server, 'PATCH', `/tickets/${ticket}`, { assigneeId: member.id });
    await tell(server, node, 59 * MINUTE);
    assert.equal(mails.length, 0);
    await tell(server, node, 2 * MINUTE);
    const [mail = assert.fail(), ...others] = mails;
    assert.equal(others.length, 0);
    assert.deepEqual(mail.to, [member.email]);
    assert.equal(mail.header('Bcc'), undefined);
    assert.equal(mail.header('Subject'), 'Your ticket in Star Bcc: evil@evil.example <b>Raiders</b> waits for a reply');
    assert.ok(mail.text.includes(`${PUBLIC_URL}/tickets/${ticket}`), mail.text);
    assert.ok(mail.raw.includes('&lt;img src=3Dx') || mail.raw.includes('&lt;img src=x'), mail.raw);
    assert.ok(!mail.raw.slice(mail.raw.indexOf('text/html')).includes('<img'));
    assert.equal(mail.header('List-Unsubscribe'), `<${PUBLIC_URL}/settings/notifications>`);
  });

  test('comes every 15 minutes at most, and tells what happened in between', async (t) => {
    const { server, node, member, mails } = await setUp(t);
    await listen(member, { mail: ['new_ticket'] });
    const player = await aPlayer(server);
    server.clock.advance(1);
    await aTicket(server, player);
    await tell(server, node);
    for (const subject of ['One more', 'The last']) {
      await aTicket(server, player, { subject });
      await tell(server, node, 7 * MINUTE);
      assert.equal(mails.length, 1);
    }
    await tell(server, node);
    assert.equal(mails.length, 2);
    assert.match(mails[1]?.text ?? '', /One more/);
    assert.match(mails[1]?.text ?? '', /The last/);
  });

  test('has a daily summary once a day at the time of the member, with the projects of the member', async (t) => {
    const { server, node, member, mails } = await setUp(t);
    const owner = await aMember(server, 'owner');
    const [mine, other] = [await aPlayer(server, await aProject(server, 'Mine')), await aPlayer(server)];
    const ticket = await aTicket(server, mine);
    await aTicket(server, other);
    const blocked = await aPlayer(server, mine.project);
    await aTicket(server, blocked);
    await team(server, 'PATCH', `/players/${blocked.id}`, { blocked: true });
    await owner.call('PATCH', `/members/${member.id}`, { projectIds: [mine.project.id] });
    await listen(member, { digestAt: '14:00', timeZone: 'Europe/Berlin', language: 'de' });
    await tell(server, node, 59 * MINUTE);
    assert.equal(mails.length, 0);
    for (let hour = 0; hour < 24; hour++) await tell(server, node, HOUR);
    assert.equal(mails.length, 1);
    assert.equal((await team(server, 'POST', `/tickets/${ticket}/replies`, { message: 'Look.' })).status, 201);
    for (let hour = 0; hour < 24; hour++) await tell(server, node, HOUR);
    assert.equal(mails.length, 2);
    const [first = assert.fail(), second] = mails;
    assert.match(first.text, /^Mine: 1 brauchen eine Antwort, 0 warten auf Spieler\s+Dir zugewiesen: 0\s/);
    assert.match(second?.text ?? '', /^Mine: 0 brauchen eine Antwort, 1 warten auf Spieler\s/);
    assert.notEqual(first.header('Message-ID'), second?.header('Message-ID'));

    server.clock.advance(DAY);
    await node.make();
    await listen(member, { digestAt: null });
    await node.send();
    assert.equal(mails.length, 2, 'it is no longer wanted');
  });

  for (const [when, hours] of [
    ['', {}],
    [', also in quiet hours', { timeZone: 'UTC', quietFrom: '11:00', quietTo: '13:00' }],
  ] as const) {
    test(`is not sent to a disabled member, and what happens meanwhile is not told later${when}`, async (t) => {
      const { server, node, member, mails } = await setUp(t);
      await listen(member, { mail: ['new_ticket'], ...hours });
      const player = await aPlayer(server);
      const disable = async (disabled: boolean) =>
        assert.equal((await team(server, 'PATCH', `/members/${member.id}`, { disabled })).status, 200);
      server.clock.advance(1);
      await aTicket(server, player);
      server.clock.advance(2 * MINUTE);
      await node.make();
      await disable(true);
      await node.send();
      await aTicket(server, player);
      await tell(server, node, 20 * MINUTE);
      assert.equal(mails.length, 0);
      await disable(false);
      await aTicket(server, player, { subject: 'After it' });
      await tell(server, node, HOUR);
      assert.equal(mails.length, 1);
      assert.match(mails[0]?.text ?? '', /After it/);
      assert.doesNotMatch(mails[0]?.text ?? '', /Stuck/);
    });
  }

  test('waits while the mail server is away; invitations work without it', async (t) => {
    const { server, node, member, mails, env } = await setUp(t);
    const away = { ...env, SMTP_URL: 'smtp://user:secret-password@127.0.0.1:1' };
    const cut = aNode(server, away);
    await listen(member, { mail: ['new_ticket'] });
    server.clock.advance(1);
    await aTicket(server, await aPlayer(server));
    await tell(server, cut);
    const { mailState } = (await member.call('GET', '/account/notifications')).body;
    assert.deepEqual([mailState.waiting, mailState.lastError], [true, 'connection']);
    await tell(server, node, RETRY_DELAYS[0] * 1.2);
    assert.equal(mails.length, 1);
    assert.doesNotMatch(cut.log.join(), /secret-password/);

    const other = await startServer(t, { env: away });
    const invited = await team(other, 'POST', '/invitations', { email: 'new@studio.example', role: 'agent' });
    assert.deepEqual([invited.status, invited.body.mail], [201, 'failed']);
    assert.match(invited.body.token, /^inv_/);
    assert.doesNotMatch(other.log.join(), /secret-password|inv_[A-Za-z0-9_-]{40}/);
    const { code, stdout } = await cli(['doctor'], { ...away, DATABASE_URL: server.databaseUrl });
    assert.equal(code, 1);
    assert.match(stdout, /^problem {2}SMTP_URL does not work; 127\.0\.0\.1: the mail server cannot be reached$/m);
  });

  test('is not sent any more after its time: the connection is closed', async (t) => {
    const [began, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const held = await aMailServer(t, {
      onMailFrom: () => began.resolve(),
      onClose: () => closed.resolve(),
    });
    const config = { mail: { smtpUrl: held.url, from: 'support@studio.example' }, publicUrl: PUBLIC_URL };
    const mailer = createMailer(config) ?? assert.fail();
    const late = new AbortController();
    const mail = { id: 'dlv_1', to: 'ada@studio.example', subject: 'News', text: 'News', html: '<p>News</p>' };
    const sending = mailer.send(mail, late.signal);
    await began.promise;
    late.abort();
    await closed.promise;
    // Without the signal, the mailer would end with `time-out`.
    assert.deepEqual(await sending, { ok: false, error: 'connection' });
    assert.deepEqual(held.mails, []);
  });

  test('greets the mail server with the host of PUBLIC_URL, and signs in with any password', async (t) => {
    const password = '% 100%a #1 /a/ ?a=b @@ : %41';
    const seen: unknown[] = [];
    const { port } = await aMailServer(t, {
      allowInsecureAuth: true,
      onAuth({ username, password }, _session, done) {
        seen.push(username, password);
        done(null, { user: 'ada' });
      },
      onMailFrom(_address, { hostNameAppearsAs }, done) {
        seen.push(hostNameAppearsAs);
        done();
      },
    });
    for (const [publicUrl, greeting] of [
      ['https://support.example.', 'support.example'],
      ['http://192.0.2.7:8080', '[192.0.2.7]'],
      ['http://[2001:db8::7]:8080', '[ipv6:2001:db8::7]'],
    ] as const) {
      const smtpUrl = `smtp://${encodeURIComponent('ada@b')}:${encodeURIComponent(password)}@127.0.0.1:${port}`;
      const mailer = createMailer({ mail: { smtpUrl, from: 'support@studio.example' }, publicUrl }) ?? assert.fail();
      const mail = { id: 'dlv_1', to: 'ada@studio.example', subject: 'News', text: 'News', html: '<p>News</p>' };
      assert.deepEqual(await mailer.send(mail), { ok: true });
      mailer.close();
      assert.deepEqual(seen.splice(0), ['ada@b', password, greeting]);
    }
  });

  test('is not sent over TLS that nobody vouches for, or with a wrong password', async (t) => {
    const own = await aMailServer(t, { secure: true, disabledCommands: [] });
    const strict = await aMailServer(t, {
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(new Error('refused')),
    });
    const server = await startServer(t);
    const member = await aMember(server);
    await listen(member, { mail: ['new_ticket'] });
    server.clock.advance(1);
    await aTicket(server, await aPlayer(server));
    for (const [url, error] of [
      [`smtps://127.0.0.1:${own.port}`, 'mail-tls'],
      [`smtp://ada:wrong@127.0.0.1:${strict.port}`, 'mail-login'],
    ] as const) {
      const node = aNode(server, { SMTP_URL: url, PUBLIC_URL, MAIL_FROM: 'support@studio.example' });
      await tell(server, node, 10 * MINUTE);
      const { mailState } = (await member.call('GET', '/account/notifications')).body;
      assert.deepEqual([mailState.lastError, mailState.lastErrorAt], [error, iso(server.clock.now)]);
    }
    assert.deepEqual([own.mails, strict.mails], [[], []]);
    await tell(server, aNode(server), DAY);
  });
});
