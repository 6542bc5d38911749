import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isUsable } from '../../src/domain/api-key.ts';
import { DAY } from '../../src/domain/time.ts';
import type { Store } from '../../src/store/store.ts';
import type { ApiKeyRow } from '../../src/store/tables.ts';
import { newMember } from '../../src/team/members/new-member.ts';
import { aSession } from '../helpers/builders.ts';
import { START } from '../helpers/harness.ts';
import {
  aDeliveryRow,
  anAnnouncementRow,
  anApiKeyRow,
  anAttachmentRow,
  aProjectRow,
  polled,
  same,
  storedPlayer,
  storedProject,
} from '../helpers/store-rows.ts';
import type { OpenStore } from './contract.ts';

async function usable(store: Store, hash: string, now: number): Promise<ApiKeyRow | undefined> {
  const row = await store.apiKeys.byHash(hash);
  return row !== undefined && isUsable(row, now) ? row : undefined;
}

export function referenceContract(engine: string, open: OpenStore): void {
  test(`${engine}: projects are found by id and by public key, and listed oldest first`, async (t) => {
    const store = await open(t);
    const [young, old] = [aProjectRow(2000), aProjectRow(1000)];
    await store.projects.insert(young);
    await store.projects.insert(old);
    same(await store.projects.byId(old.project_id), old);
    same(await store.projects.byPublicKey(young.public_key), young);
    assert.equal(await store.projects.byId('prj_unknown'), undefined);
    assert.equal(await store.projects.byPublicKey(''), undefined);
    same(await store.projects.list(), [old, young]);
  });

  test(`${engine}: no two projects have the same public key`, async (t) => {
    const store = await open(t);
    const project = aProjectRow();
    await store.projects.insert(project);
    await assert.rejects(store.projects.insert({ ...aProjectRow(), public_key: project.public_key }));
  });

  test(`${engine}: an update changes the name, status and settings of one project, but not its keys`, async (t) => {
    const store = await open(t);
    const [project, other] = [aProjectRow(1), aProjectRow(2)];
    await store.projects.insert(project);
    await store.projects.insert(other);
    const changes = { name: 'Renamed', status: 'disabled', auto_close_days: 0.25, ticket_types: '[]' } as const;
    const kept = { limits: null, response_targets: null, storm_mode: null, now: 1 };
    const updated = await store.projects.update({ project_id: project.project_id, ...changes, ...kept });
    same(updated, { ...project, ...changes });
    same(await store.projects.list(), [{ ...project, ...changes }, other]);
    const nothing = { name: null, status: null, auto_close_days: null, ticket_types: null, ...kept };
    same(await store.projects.update({ project_id: project.project_id, ...nothing }), { ...project, ...changes });
    assert.equal(await store.projects.update({ project_id: 'prj_unknown', ...nothing }), undefined);
  });

  test(`${engine}: an update of limits keeps the other limits`, async (t) => {
    const store = await open(t);
    const { project_id: id, ...project } = aProjectRow();
    await store.projects.insert({ project_id: id, ...project });
    const nothing = {
      project_id: id,
      name: null,
      status: null,
      auto_close_days: null,
      ticket_types: null,
      response_targets: null,
      storm_mode: null,
      now: 1,
    };
    const limits = async (text: string | null) => {
      const row = await store.projects.update({ ...nothing, limits: text });
      return row?.limits == null ? row?.limits : JSON.parse(row.limits);
    };
    assert.equal(await limits(null), null);
    assert.deepEqual(await limits('{"newPlayersPerAddress":5}'), { newPlayersPerAddress: 5 });
    const both = { newPlayersPerAddress: 5, newPlayersPerProject: 0 };
    assert.deepEqual(await limits('{"newPlayersPerProject":0}'), both);
    assert.deepEqual(await limits(null), both);
    assert.deepEqual(await limits('{}'), both);
    assert.deepEqual(await limits('{"newPlayersPerAddress":7}'), { ...both, newPlayersPerAddress: 7 });
  });

  test(`${engine}: an API key is valid until it is revoked, is suspended or expires`, async (t) => {
    const store = await open(t);
    const [one, other] = [anApiKeyRow(1), anApiKeyRow(2)];
    await store.apiKeys.insert(other);
    await store.apiKeys.insert(one);
    const unused = { revoked_at: null, last_used_at: null, suspended_at: null };
    const counted = { responsible_id: one.api_key_id, inviter_id: one.api_key_id };
    same(await usable(store, one.key_hash, 4), { ...one, ...unused, ...counted });
    assert.equal(await usable(store, 'unknown', 4), undefined);

    assert.equal(await store.apiKeys.revoke(one.api_key_id, 5), true);
    assert.equal(await usable(store, one.key_hash, 4), undefined);
    assert.notEqual(await usable(store, other.key_hash, 4), undefined);
    assert.equal(await store.apiKeys.revoke(one.api_key_id, 6), false);
    assert.equal(await store.apiKeys.revoke('key_unknown', 6), false);
    same(await store.apiKeys.list(), [
      { ...one, ...unused, revoked_at: 5 },
      { ...other, ...unused },
    ]);

    const ending = { ...anApiKeyRow(3), expires_at: 10, created_by: 'mem_a' };
    await store.apiKeys.insert(ending);
    assert.notEqual(await usable(store, ending.key_hash, 9), undefined);
    assert.equal(await usable(store, ending.key_hash, 10), undefined);
    assert.equal(await store.apiKeys.suspendCreatedBy('mem_a', 7), 1);
    assert.equal(await usable(store, ending.key_hash, 9), undefined);
    assert.equal((await store.apiKeys.byId(ending.api_key_id))?.suspended_at, 7);
  });

  test(`${engine}: the last use of an API key never goes back`, async (t) => {
    const store = await open(t);
    const key = anApiKeyRow();
    await store.apiKeys.insert(key);
    for (const [at, last] of [
      [20, 20],
      [10, 20],
      [30, 30],
    ] as const) {
      await store.apiKeys.used(key.api_key_id, at);
      assert.equal((await store.apiKeys.byId(key.api_key_id))?.last_used_at, last);
    }
  });

  test(`${engine}: the API keys that a member created, also through other keys, are found and suspended once`, async (t) => {
    const store = await open(t);
    const add = async (createdBy: string | null) => {
      const row = { ...anApiKeyRow(), created_by: createdBy };
      await store.apiKeys.insert(row);
      return row.api_key_id;
    };
    const first = await add('mem_a');
    const second = await add(first);
    const third = await add(second);
    const revoked = await add('mem_a');
    await store.apiKeys.revoke(revoked, 5);
    const others = [await add('mem_b'), await add(null)];
    assert.deepEqual((await store.apiKeys.keysCreatedBy('mem_a')).sort(), [first, second, third, revoked].sort());
    assert.deepEqual(await store.apiKeys.keysCreatedBy('mem_c'), []);
    assert.equal(await store.apiKeys.suspendCreatedBy('mem_a', 6), 3);
    assert.equal(await store.apiKeys.suspendCreatedBy('mem_a', 7), 0);
    const suspended = (await store.apiKeys.list()).filter(({ suspended_at }) => suspended_at === 6);
    assert.deepEqual(suspended.map(({ api_key_id }) => api_key_id).sort(), [first, second, third].sort());
    for (const id of others) assert.equal((await store.apiKeys.byId(id))?.suspended_at, null);
  });

  test(`${engine}: a secret of the service is stored once`, async (t) => {
    const store = await open(t);
    assert.equal(await store.serviceSecrets.byName('one'), undefined);
    assert.equal(await store.serviceSecrets.createOnce('one', 'first'), 'first');
    assert.equal(await store.serviceSecrets.createOnce('one', 'second'), 'first');
    assert.equal(await store.serviceSecrets.createOnce('other', 'second'), 'second');
    assert.equal(await store.serviceSecrets.byName('one'), 'first');
  });

  test(`${engine}: no two API keys have the same hash`, async (t) => {
    const store = await open(t);
    const key = anApiKeyRow();
    await store.apiKeys.insert(key);
    await assert.rejects(store.apiKeys.insert({ ...anApiKeyRow(), key_hash: key.key_hash }));
  });

  test(`${engine}: announcements are listed newest first, for all projects or for one`, async (t) => {
    const store = await open(t);
    const [here, there] = [aProjectRow(1), aProjectRow(2)];
    await store.projects.insert(here);
    await store.projects.insert(there);
    const old = anAnnouncementRow(here.project_id, 1000);
    const foreign = anAnnouncementRow(there.project_id, 2000);
    const young = { ...anAnnouncementRow(here.project_id, 3000), starts_at: null, ends_at: 9000 };
    for (const row of [old, young, foreign]) await store.announcements.insert(row);
    same(await store.announcements.list(null), [young, foreign, old]);
    same(await store.announcements.list([here.project_id]), [young, old]);
    same(await store.announcements.list(['prj_unknown']), []);
    same(await store.announcements.list([]), []);
    const lengths = [old, young].map(({ body, texts }) => body.length + (texts ?? '').length);
    const length = lengths.reduce((sum, one) => sum + one);
    assert.deepEqual(await store.announcements.size(here.project_id, 9000), { count: 2, open: 1, length });
    assert.deepEqual(await store.announcements.size('prj_unknown', 0), { count: 0, open: 0, length: 0 });
    same(await store.announcements.byId(old.announcement_id), old);
    assert.equal(await store.announcements.byId('ann_unknown'), undefined);
  });

  test(`${engine}: an announcement with an audience has its start back, also none; ended ones are not open`, async (t) => {
    const store = await open(t);
    const project = aProjectRow();
    await store.projects.insert(project);
    const one = (more: object) => ({ ...anAnnouncementRow(project.project_id, 1000), ...more });
    const audience = '{"platforms":["PC"]}';
    const coming = one({ audience, starts_at: 5000, texts: '{}', time_zone: 'UTC' });
    const begun = one({ audience, starts_at: null, ends_at: 9000 });
    const ended = one({ ends_at: 2000, retracted_at: 2000 });
    for (const row of [coming, begun, ended]) await store.announcements.insert(row);
    const inOrder = [coming, begun].sort((a, b) => (a.announcement_id < b.announcement_id ? -1 : 1));
    same(await store.announcements.openOfProject(project.project_id, 2000), inOrder);
    assert.equal((await store.announcements.size(project.project_id, 1999)).open, 3);
    assert.equal((await store.announcements.size(project.project_id, 9000)).open, 1);
    const plain = { ...coming, audience: null };
    await store.announcements.update(plain);
    same(await store.announcements.byId(coming.announcement_id), plain);
    const { announcement_id: id } = ended;
    same(await store.announcements.toCountReach({ endedAt: 1999, id: '~' }, 2000), ended);
    same(await store.announcements.toCountReach({ endedAt: 2000, id: '' }, 2000), ended);
    for (const after of [id, '~']) {
      assert.equal(await store.announcements.toCountReach({ endedAt: 2000, id: after }, 2001), undefined);
    }
    assert.equal(await store.announcements.setReached(ended.announcement_id, '{}'), true);
    assert.equal(await store.announcements.setReached(ended.announcement_id, '[]'), false);
    assert.equal(await store.announcements.toCountReach({ endedAt: 1999, id: '~' }, 2000), undefined);
  });

  test(`${engine}: an announcement must belong to a project, and is removed once`, async (t) => {
    const store = await open(t);
    await assert.rejects(store.announcements.insert(anAnnouncementRow('prj_unknown')));
    const project = aProjectRow();
    await store.projects.insert(project);
    const [gone, kept] = [anAnnouncementRow(project.project_id), anAnnouncementRow(project.project_id)];
    await store.announcements.insert(gone);
    await store.announcements.insert(kept);
    assert.equal(await store.announcements.remove(gone.announcement_id), true);
    assert.equal(await store.announcements.remove(gone.announcement_id), false);
    same(await store.announcements.list(null), [kept]);
  });

  test(`${engine}: the first time of reading an announcement stays, for each player`, async (t) => {
    const store = await open(t);
    const [one, other] = [await storedPlayer(store), await storedPlayer(store)];
    assert.equal(await store.announcements.markRead(one, 'ann_a', 10), 10);
    assert.equal(await store.announcements.markRead(one, 'ann_a', 20), 10);
    assert.equal(await store.announcements.markRead(one, 'ann_b', 30), 30);
    assert.equal(await store.announcements.markRead(other, 'ann_a', 40), 40);
    const receipts = (await polled(store, one)).receipts;
    same(
      [...receipts].toSorted(([a], [b]) => (a < b ? -1 : 1)),
      [
        ['ann_a', 10],
        ['ann_b', 30],
      ],
    );
    same((await polled(store, one, { announcements: 0 })).receipts, new Map());
  });

  test(`${engine}: a lower peak of a day does not replace a higher one`, async (t) => {
    const store = await open(t);
    const project = aProjectRow();
    await store.projects.insert(project);
    for (const tickets of [3, 7, 5]) await store.storms.notePeak({ project_id: project.project_id, day: 1, tickets });
    same(await store.storms.peaks(project.project_id, 0, 2), [7]);
  });

  test(`${engine}: what waits for one channel of a member is dropped without that of the others`, async (t) => {
    const store = await open(t);
    await store.transaction(async (tx) => {
      await tx.deliveries.add(aDeliveryRow('mem_a', 'webhook', 1));
      await tx.deliveries.add(aDeliveryRow('mem_a', 'mail', 2));
      await tx.deliveries.add(aDeliveryRow('mem_b', 'webhook', 3));
      await tx.deliveries.dropWaiting('mem_a', 'webhook', 5);
    });
    const due = await store.deliveries.due({ now: 10, latest: 100, limit: 10, perTarget: 10 });
    same(
      due.map(({ owner_id, channel }) => [owner_id, channel]),
      [
        ['mem_a', 'mail'],
        ['mem_b', 'webhook'],
      ],
    );
  });

  test(`${engine}: mentions are told in windows without overlap, each ticket once with its last time`, async (t) => {
    const { mentions } = await open(t);
    const row = { member_id: 'mem_a', ticket_id: 'tkt_a', project_id: 'prj_a', subject: 'Stuck', excerpt: 'Look' };
    const mention = (message_id: string, created_at: number, fields: Partial<typeof row> = {}) =>
      mentions.insert({
        ...row,
        message_id,
        author_id: 'mem_b',
        author_name: 'B',
        created_at,
        read_at: null,
        ...fields,
      });
    await mention('msg_1', 10);
    await mention('msg_2', 15);
    await mention('msg_3', 20);
    await mention('msg_4', 18, { ticket_id: 'tkt_b' });
    await mention('msg_5', 20, { project_id: 'prj_b' });
    await mention('msg_6', 20, { member_id: 'mem_b' });
    const told = async (from: number, to: number) =>
      (await mentions.mentioned({ memberId: 'mem_a', projectIds: ['prj_a'], from, to }, 10)).map((one) => [
        one.ticket_id,
        one.at,
      ]);
    same(await told(0, 10), [['tkt_a', 10]]);
    same(await told(10, 20), [
      ['tkt_a', 20],
      ['tkt_b', 18],
    ]);
    same(await told(20, 30), []);
  });

  test(`${engine}: the newest sessions of a member stay, and all sessions of other members`, async (t) => {
    const { members, memberSessions } = await open(t);
    const access = { role: 'agent', projectIds: null, passwordHash: 'x' } as const;
    const [one, other] = ['a@studio.example', 'b@studio.example'].map((email) =>
      newMember({ email, name: 'Ada', ...access }, START),
    );
    assert.ok(one !== undefined && other !== undefined);
    for (const member of [one, other]) await members.insert(member);
    const begun = async ({ member_id }: typeof one, now: number) => {
      const session = aSession(`${member_id} ${now}`, member_id, now, DAY);
      await memberSessions.begin(session);
      return session.session_hash;
    };
    const sessions = [await begun(one, 20), await begun(one, 10), await begun(one, 30), await begun(other, 5)];
    assert.equal(await memberSessions.endOldest(one.member_id, 2), 1);
    same(await Promise.all(sessions.map(memberSessions.exists)), [true, false, true, true]);
  });

  test(`${engine}: the newest browsers of a member are known until they expire`, async (t) => {
    const { members, knownBrowsers } = await open(t);
    const [email, access] = ['a@studio.example', { role: 'agent', projectIds: null } as const];
    const { member_id, ...member } = newMember({ email, name: 'Ada', passwordHash: 'x', ...access }, START);
    await members.insert({ member_id, ...member });
    for (const [browser_hash, expires_at] of [
      ['b', 20],
      ['a', 10],
      ['c', 30],
      ['b', 25],
    ] as const) {
      await knownBrowsers.remember({ member_id, browser_hash, expires_at });
    }
    const known = (now: number, of = email) =>
      Promise.all(['a', 'b', 'c'].map((browser) => knownBrowsers.isKnown(browser, of, now)));
    same(await known(9), [true, true, true]);
    same(await known(10), [false, true, true]);
    same(await known(9, 'b@studio.example'), [false, false, false]);
    await knownBrowsers.forgetOldest(member_id, 2);
    same(await known(9), [false, true, true]);
    same(await known(25), [false, false, true]);
    assert.equal(await knownBrowsers.prune(25, 10), 1);
    same(await known(9), [false, false, true]);
  });

  test(`${engine}: active players of an hour: a smaller count does not replace a larger one`, async (t) => {
    const { projects, radarPlayers } = await open(t);
    const project = aProjectRow();
    await projects.insert(project);
    const { project_id } = project;
    const row = { project_id, hour: 10, build: '1.2', platform: 'ios', node: 'a', sketch: null };
    for (const players of [5, 3]) await radarPlayers.save({ ...row, players });
    await radarPlayers.save({ ...row, players: 8, hour: 11 });
    const hours = async (from: number, to: number) =>
      (await radarPlayers.ofHours(project_id, from, to)).map(({ hour, players }) => [hour, players]);
    same(await hours(10, 11), [[10, 5]]);
    same((await radarPlayers.sketchedHours(project_id, 10, 12)).sort(), [10, 11]);
    await radarPlayers.fold(project_id, 10);
    same(await radarPlayers.sketchedHours(project_id, 10, 12), [11]);
    same((await hours(10, 12)).sort(), [
      [10, 5],
      [11, 8],
    ]);
    assert.equal(await radarPlayers.oldestHour(project_id), 10);
    await radarPlayers.removeHour(project_id, 10);
    same(await hours(10, 12), [[11, 8]]);
  });

  test(`${engine}: only suspended API keys pass to the creator of the key that created them`, async (t) => {
    const { apiKeys } = await open(t);
    const made = async (created_by: string) => {
      const row = { ...anApiKeyRow(), created_by };
      await apiKeys.insert(row);
      return row.api_key_id;
    };
    const first = await made('mem_a');
    const suspended = await made(first);
    await apiKeys.suspendCreatedBy(first, 5);
    const works = await made(first);
    await apiKeys.passToCreator(first);
    const creators = await Promise.all([suspended, works].map(async (id) => (await apiKeys.byId(id))?.created_by));
    same(creators, ['mem_a', first]);
  });

  test(`${engine}: files are discarded once, without those of messages, and their bytes given back once`, async (t) => {
    const store = await open(t);
    const { attachments } = store;
    const playerId = await storedPlayer(store);
    const { project_id } = await storedProject(store);
    const message = { ticket_id: 'tkt_a', message_id: 'msg_a' };
    const sizes = [
      { size: 20_000, ...message },
      { size: 30_000 },
      { size: 40_000, state: 'receiving' },
      { size: 0, state: 'receiving' },
    ] as const;
    const rows = sizes.map((fields) => anAttachmentRow(playerId, { project_id, ...fields }));
    for (const row of rows) await attachments.add(row);
    await attachments.addUsage(project_id, START, 90_000);
    const used = async () => {
      const { ofPlayer, ofProject } = (await attachments.used(playerId, project_id, START)) ?? assert.fail();
      return [ofPlayer, ofProject];
    };
    same(await used(), [90_000, 90_000]);
    const discard = () => store.transaction((tx) => tx.attachments.discard([...rows, ...rows], START));
    same(await discard(), rows.slice(1));
    same(await discard(), []);
    same(await used(), [20_000, 20_000]);
    await attachments.removeOfTicket(playerId, message.ticket_id, START);
    same(await used(), [20_000, 20_000]);
    assert.equal((await attachments.used(playerId, project_id, START + DAY))?.ofPlayer, 0);
  });

  test(`${engine}: an upload that moved to another player is discarded there, once`, async (t) => {
    const store = await open(t);
    const { project_id } = await storedProject(store);
    const [from, to] = [await storedPlayer(store), await storedPlayer(store)];
    const row = anAttachmentRow(from, { project_id, state: 'receiving', size: 20_000 });
    await store.attachments.add(row);
    await store.attachments.addUsage(project_id, START, 20_000);
    await store.transaction((tx) => tx.playerMoves.moveUnboundFiles(from, to));
    const both = [row, { ...row, player_id: to }];
    assert.equal(await store.attachments.receive({ ...row, expires_at: 1 }, 20_000), false);
    same(await store.transaction((tx) => tx.attachments.discard([...both, ...both], START)), [both[1]]);
    assert.equal(await store.attachments.addUsage(project_id, START, 0), 0);
  });

  test(`${engine}: bytes count only for a file that is as it was, and then with it`, async (t) => {
    const { attachments, uploads } = await open(t);
    const parts = { upload_length: 9, upload_offset: 0, part_numbers: '', next_part_number: 1 };
    const row = anAttachmentRow('ply_a', { state: 'receiving', size: 0, expires_at: null, ...parts });
    await attachments.add(row);
    const part = { ...row, upload_offset: 0, end: 4, parts: '0', until: 9 };
    same(
      [await uploads.addPart({ ...part, counted: 1 }), await uploads.addPart({ ...part, counted: 0 })],
      [false, true],
    );
    same((await uploads.find('ply_a', row.attachment_id, 1))?.size, 4);
    const stored = { ...row, size: 9, expires_at: 1 };
    same([await attachments.receive(stored, 0), await attachments.receive(stored, 4)], [false, true]);
    same(await attachments.receive(stored, 9), false);
  });

  test(`${engine}: the sum of a day stays until the day after it is over`, async (t) => {
    const store = await open(t);
    const { attachments } = store;
    const { project_id } = await storedProject(store);
    const add = (now: number) => attachments.addUsage(project_id, now, 5);
    same([await add(DAY), await add(2 * DAY - 1), await add(2 * DAY)], [5, 10, 5]);
    await attachments.forgetUsage(3 * DAY - 1);
    same([await add(DAY), await add(2 * DAY)], [15, 10]);
    await attachments.forgetUsage(3 * DAY);
    same([await add(DAY), await add(2 * DAY)], [5, 15]);
  });
}
