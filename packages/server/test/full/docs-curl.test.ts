import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import { newId } from '../../src/domain/ids.ts';
import { allOperations } from '../../src/http/all-operations.ts';
import { CURL_VARIABLES, curl } from '../../src/http/curl.ts';
import { Authenticator, aChallenge, withPasskey } from '../helpers/authenticator.ts';
import {
  aMember,
  anAnnouncement,
  aPlayer,
  aProject,
  aTicket,
  directMessage,
  type Member,
  PASSWORD,
  type Player,
} from '../helpers/builders.ts';
import { aFileUrl, aPicture } from '../helpers/files.ts';
import { startServer, type TestServer } from '../helpers/harness.ts';
import { identityToken, linked, setUpIdentity, unlink } from '../helpers/identity.ts';
import { aKnownIssue, aLinkedTicket, anAnswer, anAskedTicketOf, aPublicIssue } from '../helpers/known-issues.ts';
import { pasteInZsh } from '../helpers/paste-in-zsh.ts';
import { temporaryDirectory } from '../helpers/temporary-directory.ts';
import {
  aMacro,
  aMemberWithWebhook,
  aNoticeText,
  anApiKey,
  anInvitation,
  anotherSession,
  aSuspendedKey,
  aView,
  aViewer,
  begunTotp,
  withTotp,
} from '../helpers/things.ts';
import { anUpload } from '../helpers/uploads.ts';

interface Given {
  readonly server: TestServer;
  readonly player: Player;
  readonly member: Member;
  readonly operation: string;
}

/** Returns what a browser with a passkey sends. */
async function passkeyAnswer({ server, member, operation }: Given): Promise<Record<string, string>> {
  if (operation === 'AddPasskey') {
    const { options } = (await member.call('POST', '/account/passkeys/begin', { password: PASSWORD })).body;
    const { id, clientDataJSON, attestationObject } = new Authenticator().register(server.url, options.challenge);
    return { CREDENTIAL: id, CLIENT_DATA: clientDataJSON, ATTESTATION: attestationObject };
  }
  const device = await withPasskey(server, member);
  const proof = device.answer(server.url, { challenge: await aChallenge(server) });
  return {
    CREDENTIAL: proof.id,
    CLIENT_DATA: proof.clientDataJSON,
    AUTHENTICATOR_DATA: proof.authenticatorData,
    SIGNATURE: proof.signature,
  };
}
const answers = new WeakMap<Given, ReturnType<typeof passkeyAnswer>>();

/** The same for all variables of a command. */
function answerOf(given: Given): ReturnType<typeof passkeyAnswer> {
  const answer = answers.get(given) ?? passkeyAnswer(given);
  answers.set(given, answer);
  return answer;
}

const ofPasskey = (name: string) => async (given: Given) => (await answerOf(given))[name] ?? assert.fail(name);

const urls = new Map<Given, Promise<string>>();

async function partOfUrl(given: Given, part: RegExp): Promise<string> {
  const url = urls.get(given) ?? aFileUrl(given.server, given.player);
  urls.set(given, url);
  return part.exec(await url)?.[0] ?? assert.fail('no url');
}

const issues = new Map<Given, Promise<string>>();

/** The same for all variables of a command. Without tickets, so it can be deleted. */
function issueOf(given: Given): Promise<string> {
  const { server, player, operation } = given;
  const issue =
    issues.get(given) ??
    (operation === 'DeleteKnownIssue'
      ? aKnownIssue(server, player.project)
      : operation === 'SubscribeToKnownIssue'
        ? aPublicIssue(server, player.project)
        : aLinkedTicket(server, player.project).then(({ issueId }) => issueId));
  issues.set(given, issue);
  return issue;
}

/** The values of the commands' variables. Each command gets new things. */
const VALUES: Readonly<Record<string, (given: Given) => string | Promise<string>>> = {
  URL: ({ server }) => server.url,
  PROJECT: ({ player }) => player.project.publicKey,
  TOKEN: ({ player }) => player.token,
  TEAM_KEY: ({ server }) => server.teamKey,
  EMAIL: ({ member }) => member.email,
  PASSWORD: () => PASSWORD,
  CODE: async ({ server, member, operation }) =>
    operation === 'EndTotp' ? ((await withTotp(server, member))[0] ?? '') : begunTotp(server, member),
  CREDENTIAL: ofPasskey('CREDENTIAL'),
  CLIENT_DATA: ofPasskey('CLIENT_DATA'),
  ATTESTATION: ofPasskey('ATTESTATION'),
  AUTHENTICATOR_DATA: ofPasskey('AUTHENTICATOR_DATA'),
  SIGNATURE: ofPasskey('SIGNATURE'),
  PASSKEY_ID: async (given) => {
    await answerOf(given);
    const { server, member } = given;
    return (await server.store.passkeys.ofMember(member.id))[0]?.passkey_id ?? '';
  },
  SESSION_ID: async ({ server, member }) => {
    await anotherSession(server, member);
    const { sessions } = (await member.call('GET', '/sessions')).body;
    return sessions.find(({ current }: { current: boolean }) => !current).id;
  },
  FILE: () => 'screenshot.png',
  ATTACHMENT_ID: async (given) =>
    ['SendPart', 'GetUpload', 'DeleteUpload'].includes(given.operation)
      ? anUpload(given.server, given.player, (await aPicture()).length)
      : partOfUrl(given, /att_[0-9a-v]+/),
  EXPIRES: (given) => partOfUrl(given, /(?<=expires=)\d+/),
  FILE_SIGNATURE: (given) => partOfUrl(given, /(?<=signature=)[\w-]+/),
  INVITATION: async ({ server, player }) => (await anInvitation(server, player.project)).token,
  PROJECT_ID: ({ player }) => player.project.id,
  PLAYER_ID: async ({ server, player, operation }) => {
    if (operation !== 'EndLink' && operation !== 'ReturnTickets') return player.id;
    await aTicket(server, player);
    const account = await linked(server, player, 'account', server.clock.now);
    if (operation === 'ReturnTickets') await unlink(server, account);
    return account.id;
  },
  INSTALLATION: () => crypto.randomUUID(),
  INSTALLATION_ID: ({ player }) => player.id,
  IDENTITY_TOKEN: ({ server }) => identityToken('account', server.clock.now),
  SUPPORT_CODE: async ({ server, player }) => {
    const { token } = await aPlayer(server, player.project);
    return (await server.call('POST', '/api/v1/player/support-code', { token })).body.code;
  },
  TICKET_ID: ({ server, player, operation }) =>
    operation === 'AnswerQuestion' ? anAskedTicketOf(server, player) : aTicket(server, player),
  OTHER_TICKET_ID: ({ server, player }) => aTicket(server, player),
  MESSAGE_ID: () => newId('message', Date.now()),
  INBOX_MESSAGE_ID: ({ server, player }) => directMessage(server, player),
  MACRO_ID: ({ server, player }) => aMacro(server, player.project),
  VIEW_ID: ({ server, member }) => aView(server, member),
  KNOWN_ISSUE_ID: (given) => issueOf(given),
  ANSWER_ID: async (given) => anAnswer(given.server, await issueOf(given)),
  ANNOUNCEMENT_ID: ({ server, player, operation }) =>
    // Retracting needs one that players see, changing one that has not begun.
    anAnnouncement(
      server,
      player.project,
      operation === 'RetractAnnouncement' ? {} : { startsAt: '2030-01-31T12:00:00.000Z' },
    ),
  MEMBER_ID: async ({ server, player, operation }) =>
    (operation === 'DeleteMemberWebhook' ? await aMemberWithWebhook(server) : await aViewer(server, player.project)).id,
  INVITATION_ID: async ({ server, player }) => (await anInvitation(server, player.project)).id,
  API_KEY_ID: async ({ server, player, operation }) =>
    operation === 'TakeOverApiKeys'
      ? aSuspendedKey(server, player.project)
      : (await anApiKey(server, player.project)).id,
};

const BEFORE: Readonly<Record<string, (given: Given) => Promise<unknown>>> = {
  LinkPlayer: ({ server, player }) => setUpIdentity(server, player.project),
  GetIdentity: ({ server, player }) => setUpIdentity(server, player.project),
  EndLink: ({ server, player }) => setUpIdentity(server, player.project),
  ReturnTickets: ({ server, player }) => setUpIdentity(server, player.project),
  DeleteNoticeText: ({ server, player }) => aNoticeText(server, player.project, { locale: 'de' }),
};

/** Formats curl's cookie file. */
const cookieFile = ({ cookie }: Member) => `127.0.0.1\tFALSE\t/\tFALSE\t0\t${cookie.replace('=', '\t')}\n`;

/** Runs it unchanged, except that it also shows headers. */
async function run(command: string, variables: Record<string, string>, cwd: string): Promise<[number, string]> {
  const shown = command.replace(/^curl /, 'exec curl -sS -D - ');
  const child = spawn('sh', ['-euc', shown], { cwd, env: { PATH: process.env.PATH, ...variables } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      // A stream does not end.
      if (command.startsWith('curl -N ') && output.includes('\r\n\r\n')) child.kill();
    });
  }
  await once(child, 'close');
  return [Number(/^HTTP\/\S+ (\d+)/.exec(output)?.[1]), output];
}

const decoded = (html: string) => html.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));

suite('the curl commands of /docs', () => {
  test('a quote in a value stays a quote, and a variable is one word', () => {
    const schema = {
      properties: { state: { enum: ["it's"] }, ticketIds: { items: {} } },
      required: ['state', 'ticketIds'],
    };
    const requestBody = { required: true, content: { 'application/json': { schema } } };
    const operation = { operationId: 'X', summary: 'X', tags: [], security: [], requestBody, responses: {} };
    const command = curl('post', '/x', operation, 'TOKEN');
    const { stdout } = spawnSync('sh', ['-euc', command.replace('curl', "printf '%s\\n'")], {
      env: { PATH: process.env.PATH, URL: 'http://h', TICKET_ID: 'a b' },
      encoding: 'utf8',
    });
    assert.deepEqual(stdout.trimEnd().split('\n'), [
      'http://h/x',
      '-H',
      'Content-Type: application/json',
      '-d',
      `{"state":"it's","ticketIds":["a b"]}`,
    ]);
  });

  test('the variables can be pasted into zsh, the shell of macOS', async (t) => {
    const server = await startServer(t);
    const { text } = await server.call('GET', '/docs');
    const lines = decoded(/<pre>(.*?)<\/pre>/s.exec(text)?.[1] ?? '').replaceAll(/<[^>]+>/g, '');
    const shown = CURL_VARIABLES.map(([name]) => `echo ${name} "$${name}"`);
    const expected = CURL_VARIABLES.map(([name, value]) => `${name} ${value.replaceAll("'", '')}\n`);
    assert.equal(await pasteInZsh([lines, ...shown].join('\n')), expected.join(''));
  });

  test('what a later command changes is what an earlier one made', async (t) => {
    const { text } = await (await startServer(t)).call('GET', '/docs');
    const position = (operation: string) => text.indexOf(`<section class="operation" id="${operation}"`);
    const commandOf = (operation: string) =>
      decoded(/<pre>(.*?)<\/pre>/s.exec(text.slice(position(operation)))?.[1] ?? '');
    assert.match(commandOf('CreateAnnouncement'), /"startsAt":"2030-/, 'an announcement that has begun cannot change');
    assert.doesNotMatch(commandOf('CreateInvitation'), /\$EMAIL/, 'a member cannot be invited');
    assert.match(commandOf('UpdateNotificationSettings'), /-d '\{"mail":\["new_ticket"\]\}'/);
    assert.ok(position('SignIn') < position('SetPresence'), 'a member signs in first');
  });

  test('each works as it is', async (t) => {
    const server = await startServer(t);
    const { text } = await server.call('GET', '/docs');
    const directory = temporaryDirectory(t);
    writeFileSync(path.join(directory, 'screenshot.png'), await aPicture());
    const used = new Set<string>();
    for (const { id: operation } of allOperations) {
      const [, section = ''] = text.split(`id="${operation}">`);
      const command = decoded(/<pre>(.*?)<\/pre>/s.exec(section)?.[1] ?? assert.fail(`${operation} has no command`));
      const player = await aPlayer(server, await aProject(server));
      const given: Given = { server, player, member: await aMember(server, 'owner'), operation };
      await BEFORE[operation]?.(given);
      const variables: Record<string, string> = {};
      for (const [, name = ''] of command.matchAll(/\$([A-Z_]+)/g)) {
        used.add(name);
        variables[name] = await (VALUES[name] ?? assert.fail(`say in VALUES what $${name} is`))(given);
      }
      if (command.includes('-b cookies.txt'))
        writeFileSync(path.join(directory, 'cookies.txt'), cookieFile(given.member));
      const [status, output] = await run(command, variables, directory);
      assert.ok(status < 300, `${operation}\n${command}\n${output}`);
    }
    const explained = CURL_VARIABLES.map(([name]): string => name);
    assert.deepEqual([...used].filter((name) => !name.endsWith('_ID')).sort(), explained.toSorted());
  });
});
