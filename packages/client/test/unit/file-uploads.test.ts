import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type FileStore, fileUploads, memoryFiles } from '../../src/file-uploads.ts';
import { memoryStorage, type PlayerSupport } from '../../src/index.ts';
import { fakeService, problem, type ReceivedRequest } from '../helpers/fake-service.ts';
import { until } from '../helpers/until.ts';

const UPLOADS = '/api/v1/player/attachments';
const ticket = { type: 'bug', subject: 's', message: 'm' };
const file = (text: string, name = 'game.log') => new File([text], name, { type: 'text/plain' });

/** Fakes a service: each file gets the next id. */
function serviceWithFiles(t: Parameters<typeof fakeService>[0], respond = (_request: ReceivedRequest) => {}) {
  let uploads = 0;
  return fakeService(t, async (request) => {
    const answer = await respond(request);
    if (answer !== undefined) return answer as unknown as Response;
    return request.path === UPLOADS ? Response.json({ attachmentId: `att_${++uploads}` }, { status: 201 }) : undefined;
  });
}

/** Creates a store whose files outlive the SDK, like IndexedDB. */
function lastingFiles(): FileStore & { readonly keys: Set<string> } {
  const { get, set, remove } = memoryFiles();
  const keys = new Set<string>();
  return {
    keys,
    get,
    set: (key, blob) => {
      keys.add(key);
      set(key, blob);
    },
    remove: (key) => {
      keys.delete(key);
      remove(key);
    },
  };
}

const untilStates = (support: PlayerSupport, isReached: (states: string[]) => boolean) =>
  until(async () => isReached((await support.outbox.entries()).map(({ state }) => state)));

suite('attachments', () => {
  test('are uploaded before their message, which has their ids', async (t) => {
    const service = serviceWithFiles(t);
    const store = lastingFiles();
    const support = service.open({ files: fileUploads({ store }) });
    const progress: number[] = [];
    support.on('upload', ({ sent, total }) => progress.push(sent / total));
    const attachments = [file('one'), { blob: new Blob(['twotwo'], { type: 'image/png' }), name: 'Übung/1.png' }];
    await support.tickets.create({ ...ticket, attachments });
    const [one, two] = service.of(UPLOADS);
    assert.equal(one?.headers.get('content-type'), 'application/octet-stream');
    assert.equal(one?.headers.get('x-file-name'), 'game.log');
    assert.equal(two?.headers.get('x-file-name'), encodeURIComponent('Übung/1.png'));
    assert.deepEqual(service.of('/api/v1/tickets')[0]?.body?.attachments, ['att_1', 'att_2']);
    assert.equal(progress.at(-1), 1);
    assert.deepEqual(progress, progress.toSorted());
    const [entry] = await support.outbox.entries();
    assert.deepEqual(
      entry?.files?.map(({ name, type, size }) => [name, type, size]),
      [
        ['game.log', 'text/plain', 3],
        ['Übung/1.png', 'image/png', 6],
      ],
    );
    await untilStates(support, () => store.keys.size === 0);
  });

  test('may have a name with half a character', async (t) => {
    const service = serviceWithFiles(t);
    const support = service.open({ files: fileUploads() });
    const blob = new Blob(['x'], { type: 'image/png' });
    await support.tickets.create({ ...ticket, attachments: [{ blob, name: 'a\ud800😀.png' }] });
    assert.equal(service.of(UPLOADS)[0]?.headers.get('x-file-name'), encodeURIComponent('a\ufffd😀.png'));
  });

  test('of a reply too; a message without files has no list of them', async (t) => {
    const service = serviceWithFiles(t);
    const support = service.open({ files: fileUploads() });
    await support.tickets.reply('tkt_9', 'see', { attachments: [file('x')] });
    await support.tickets.reply('tkt_9', 'nothing');
    const sent = service.of('/api/v1/tickets/tkt_9/messages').map(({ body }) => body);
    assert.deepEqual(sent, [{ message: 'see', attachments: ['att_1'] }, { message: 'nothing' }]);
  });

  test('without fileUploads are refused at once', async (t) => {
    const support = serviceWithFiles(t).open();
    await assert.rejects(support.tickets.create({ ...ticket, attachments: [file('x')] }), TypeError);
    assert.deepEqual(await support.outbox.entries(), []);
  });

  test('more than five are refused at once, and nothing is uploaded', async (t) => {
    const service = serviceWithFiles(t);
    const support = service.open({ files: fileUploads() });
    const attachments = ['1', '2', '3', '4', '5', '6'].map((text) => file(text));
    await assert.rejects(
      support.tickets.create({ ...ticket, attachments }),
      /^TypeError: A message has at most 5 files/,
    );
    assert.deepEqual(await support.outbox.entries(), []);
    assert.deepEqual(service.of(UPLOADS), []);
  });

  test('do not block other tickets, and replies in the same ticket keep their order', async (t) => {
    const { promise: uploaded, resolve: finish } = Promise.withResolvers<void>();
    const service = serviceWithFiles(t, (({ path }: ReceivedRequest) =>
      path === UPLOADS ? uploaded.then(() => undefined) : undefined) as never);
    const support = service.open({ files: fileUploads() });
    const slow = support.tickets.create({ ...ticket, subject: 'slow', attachments: [file('x')] });
    const reply = support.tickets.reply(slow.entryId, 'after it');
    await support.tickets.create({ ...ticket, subject: 'quick' });
    await support.tickets.reply('tkt_9', 'other');
    assert.deepEqual(
      service.of('/api/v1/tickets').map(({ body }) => body?.subject ?? body?.message),
      ['quick', 'other'],
    );
    finish();
    await Promise.all([slow, reply]);
    assert.deepEqual(
      service.of('/api/v1/tickets').map(({ body }) => body?.subject ?? body?.message),
      ['quick', 'other', 'slow', 'after it'],
    );
  });

  test('that the server refuses are left out, with the reason; the message is sent', async (t) => {
    const refusals = [
      problem(415, 'unsupported-media-type'),
      problem(413, 'body-too-large'),
      problem(429, 'rate-limited', {}, { 'retry-after': '80000' }),
    ];
    const service = serviceWithFiles(t, (({ path }: ReceivedRequest) =>
      path === UPLOADS ? refusals.shift() : undefined) as never);
    const support = service.open({ files: fileUploads() });
    await support.tickets.create({ ...ticket, attachments: [file('a'), file('b'), file('c'), file('d')] });
    assert.deepEqual(service.of('/api/v1/tickets')[0]?.body?.attachments, ['att_1']);
    const [entry] = await support.outbox.entries();
    assert.deepEqual(
      entry?.files?.map(({ error }) => error?.status),
      [415, 413, 429, undefined],
    );
  });

  test('are not left out because identify tells to wait', async (t) => {
    let identifies = 0;
    const service = serviceWithFiles(t, (({ path }: ReceivedRequest) => {
      if (path === UPLOADS) return problem(401, 'unauthorized');
      if (path !== '/api/v1/player/identify' || ++identifies === 1) return undefined;
      return problem(503, 'unavailable', {}, { 'retry-after': '300' });
    }) as never);
    const support = service.open({ files: fileUploads() });
    support.tickets.create({ ...ticket, attachments: [file('a')] }).catch(() => {});
    const entryNow = async () => (await support.outbox.entries())[0];
    await until(async () => (await entryNow())?.lastError !== undefined || service.of('/api/v1/tickets').length > 0);
    assert.deepEqual(
      (await entryNow())?.files?.map(({ error }) => error),
      [undefined],
    );
    assert.deepEqual(service.of('/api/v1/tickets'), []);
  });

  for (const [what, part, offset] of [
    ['does not go on', () => new Response(null, { status: 204, headers: { 'upload-offset': '0' } }), 0],
    ['disagrees again and again', () => problem(409, 'upload-conflict'), 1],
    ['is away for an hour', () => problem(503, 'unavailable', {}, { 'retry-after': '3600' }), 0],
  ] as const)
    test(`in parts wait if the server ${what}`, async (t) => {
      const service = serviceWithFiles(t, (({ path, method }: ReceivedRequest) => {
        if (!path.startsWith(`${UPLOADS}/resumable`)) return undefined;
        if (method === 'PATCH') return part();
        return Response.json({ attachmentId: 'att_1', offset }, { status: method === 'POST' ? 201 : 200 });
      }) as never);
      const support = service.open({ files: fileUploads({ partBytes: 10 }) });
      support.tickets.create({ ...ticket, attachments: [file('more than one part')] }).catch(() => {});
      const entryNow = async () => (await support.outbox.entries())[0];
      await until(async () => (await entryNow())?.lastError !== undefined || service.of('/api/v1/tickets').length > 0);
      assert.deepEqual(
        (await entryNow())?.files?.map(({ error }) => error),
        [undefined],
      );
      assert.deepEqual(service.of('/api/v1/tickets'), []);
      assert.ok(service.of(`${UPLOADS}/resumable/att_1`).length < 15);
    });

  test('that the server has forgotten when their message arrives are told', async (t) => {
    const service = serviceWithFiles(t, (({ path }: ReceivedRequest) =>
      path === '/api/v1/tickets'
        ? Response.json({ ticketId: 'tkt_1', status: 'open', createdAt: '', refusedAttachments: ['att_1'] })
        : undefined) as never);
    const support = service.open({ files: fileUploads() });
    const told: unknown[] = [];
    support.on('outbox', ({ state, files }) => told.push([state, ...(files ?? []).map(({ error }) => error?.slug)]));
    await support.tickets.create({ ...ticket, attachments: [file('a'), file('b')] });
    await until(() => told.some((one) => String(one) === 'sent,file-lost,'));
    assert.equal(told.filter((one) => String(one) === 'sent,file-lost,').length, 1);
  });

  test('are tried again after no answer, a foreign answer, 401, 429 and 503; what is uploaded is not sent again', async (t) => {
    const answers = [
      () => undefined,
      () => Promise.reject(new TypeError('offline')),
      () => new Response('<html>Please log in</html>', { status: 200 }),
      () => problem(401, 'unauthorized'),
      () => problem(429, 'rate-limited', {}, { 'retry-after': '0' }),
      () => problem(503, 'unavailable'),
    ];
    const service = serviceWithFiles(t, (({ path }: ReceivedRequest) =>
      path === UPLOADS ? answers.shift()?.() : undefined) as never);
    const support = service.open({ files: fileUploads() });
    const created = support.tickets.create({ ...ticket, attachments: [file('first'), file('second')] });
    const again = setInterval(() => support.outbox.sendNow(), 10);
    await created.finally(() => clearInterval(again));
    assert.deepEqual(service.of('/api/v1/tickets')[0]?.body?.attachments, ['att_1', 'att_2']);
    const names = service.of(UPLOADS).length;
    assert.equal(names, 7, 'one for the first file, six for the second');
  });

  test('survive a restart before and between uploads; a file that is lost does not stop its message', async (t) => {
    const { get, set, remove } = memoryStorage();
    const same = { projectPublicKey: 'ppk_restart', storage: { get, set, remove, scope: 'process' as const } };
    const store = lastingFiles();
    let isOffline = true;
    let uploads = 0;
    const service = serviceWithFiles(t, (({ path }: ReceivedRequest) => {
      if (path === UPLOADS && ++uploads > 1 && isOffline) throw new TypeError('offline');
    }) as never);
    const first = service.open({ ...same, files: fileUploads({ store }) });
    const sending = first.tickets.create({ ...ticket, attachments: [file('a'), file('b'), file('c')] });
    await untilStates(first, () => uploads >= 2);
    const [entry] = await first.outbox.entries();
    assert.deepEqual(
      entry?.files?.map(({ isStored, attachmentId }) => [isStored, attachmentId]),
      [
        [true, 'att_1'],
        [true, undefined],
        [true, undefined],
      ],
    );
    first.stop();
    store.remove(`${sending.entryId}:2`);
    isOffline = false;
    const second = service.open({ ...same, files: fileUploads({ store }) });
    second.start();
    await untilStates(second, (states) => states[0] === 'sent');
    assert.deepEqual(service.of('/api/v1/tickets')[0]?.body?.attachments, ['att_1', 'att_2']);
    const [sent] = await second.outbox.entries();
    assert.equal(sent?.files?.[2]?.error?.slug, 'file-lost');
    await untilStates(second, () => store.keys.size === 0);
  });

  test('are removed when the player discards the message or the game erases the player', async (t) => {
    const service = serviceWithFiles(t, (({ path }: ReceivedRequest) =>
      path === '/api/v1/tickets' ? problem(409, 'ticket-limit') : undefined) as never);
    const store = lastingFiles();
    const support = service.open({ files: fileUploads({ store }) });
    const sending = support.tickets.create({ ...ticket, attachments: [file('a')] });
    await assert.rejects(sending);
    assert.equal(store.keys.size, 1, 'a failed message keeps its files');
    await support.outbox.discard(sending.entryId);
    support.outbox.sendNow();
    await untilStates(support, () => store.keys.size === 0);
    await assert.rejects(support.tickets.create({ ...ticket, attachments: [file('b')] }));
    assert.equal(store.keys.size, 1);
    await support.signOut({ erase: true });
    assert.equal(store.keys.size, 0);
  });

  test('that the store does not take are sent from memory', async (t) => {
    const service = serviceWithFiles(t);
    const broken: FileStore = {
      get: () => {
        throw new Error('broken');
      },
      set: () => Promise.reject(new Error('full')),
      remove: () => Promise.reject(new Error('broken')),
    };
    const support = service.open({ files: fileUploads({ store: broken }) });
    const errors: unknown[] = [];
    support.on('error', (error) => errors.push(error));
    await support.tickets.create({ ...ticket, attachments: [file('a')] });
    assert.deepEqual(service.of('/api/v1/tickets')[0]?.body?.attachments, ['att_1']);
    assert.match(String(errors[0]), /full/);
    assert.equal((await support.outbox.entries())[0]?.files?.[0]?.isStored, false);
  });

  test('are stored after their message, and are gone when it was sent before they were stored', async (t) => {
    const service = serviceWithFiles(t);
    const { promise: stored, resolve: finish } = Promise.withResolvers<void>();
    const { set, ...store } = lastingFiles();
    let entries = 0;
    let isSet = false;
    const support = service.open({
      files: fileUploads({
        store: {
          ...store,
          async set(key, blob) {
            entries = (await support.outbox.entries()).length;
            await stored;
            set(key, blob);
            isSet = true;
          },
        },
      }),
    });
    await support.tickets.create({ ...ticket, attachments: [file('a')] });
    assert.equal(entries, 1, 'no file is without its message');
    finish();
    await untilStates(support, () => isSet && store.keys.size === 0);
  });

  test('that another tab is still storing are waited for; a store that fails for good loses them', async (t) => {
    const { get, set, remove } = memoryStorage();
    const same = { projectPublicKey: 'ppk_tabs', storage: { get, set, remove, scope: 'process' as const } };
    let isOnline = false;
    const service = serviceWithFiles(t, (({ path }: ReceivedRequest) => {
      if (path === UPLOADS && !isOnline) throw new TypeError('offline');
    }) as never);
    const never = new Promise<void>(() => {});
    const first = service.open({ ...same, files: fileUploads({ store: { ...memoryFiles(), set: () => never } }) });
    first.tickets.create({ ...ticket, attachments: [file('slow'), file('lost')] });
    await untilStates(first, (states) => states.length === 1);
    await untilStates(first, () => service.of(UPLOADS).length > 0);
    first.stop();
    isOnline = true;
    let looks = 0;
    const store: FileStore = {
      get(key) {
        if (key.endsWith(':1')) throw new Error('broken');
        return ++looks < 2 ? undefined : new Blob(['slow']);
      },
      set() {},
      remove() {},
    };
    const second = service.open({ ...same, files: fileUploads({ store }) });
    const again = setInterval(() => second.outbox.sendNow(), 10);
    await untilStates(second, (states) => states[0] === 'sent').finally(() => clearInterval(again));
    assert.equal(looks, 2);
    const [sent] = await second.outbox.entries();
    assert.deepEqual(
      sent?.files?.map(({ error }) => error?.slug),
      [undefined, 'file-lost'],
    );
    assert.deepEqual(service.of('/api/v1/tickets')[0]?.body?.attachments, ['att_1']);
  });
});
