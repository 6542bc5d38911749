import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuditStreamRow } from '../../src/store/tables.ts';
import { newMember } from '../../src/team/members/new-member.ts';
import { aSession } from '../helpers/builders.ts';
import { START } from '../helpers/harness.ts';
import { aDeliveryRow, anAttachmentRow, aProjectRow, same } from '../helpers/store-rows.ts';
import type { OpenStore } from './contract.ts';

/** Tests what only one node may do, and what a late node must leave alone. */
export function nodesContract(engine: string, open: OpenStore): void {
  test(`${engine}: only one node sends a delivery, and a late node cannot end it`, async (t) => {
    const { deliveries } = await open(t);
    const row = aDeliveryRow('mem_a', 'webhook', 1);
    const other = aDeliveryRow('mem_a', 'webhook', 1);
    await deliveries.add(row);
    await deliveries.add(other);
    const { delivery_id: id } = row;
    assert.equal(await deliveries.claim({ ...row, due_at: 2 }, 100), false);
    assert.equal(await deliveries.claim({ ...row, attempts: 1 }, 100), false);
    assert.equal(await deliveries.claim(row, 100), true);
    assert.equal(await deliveries.claim(row, 100), false);
    const dueIds = async (now: number) =>
      (await deliveries.due({ now, latest: 1000, limit: 10, perTarget: 10 })).map(({ delivery_id }) => delivery_id);
    same(await dueIds(99), [other.delivery_id]);
    same(await dueIds(100), [other.delivery_id, id]);
    assert.equal(await deliveries.claim({ ...row, attempts: 1, due_at: 100 }, 200), true);
    assert.equal(await deliveries.retry({ ...row, attempts: 1 }, 500), false);
    assert.equal(await deliveries.finish({ ...row, attempts: 1 }, 150), false);
    assert.equal(await deliveries.retry({ ...row, attempts: 2 }, 300), true);
    same(await dueIds(299), [other.delivery_id]);
    assert.equal(await deliveries.finish({ ...row, attempts: 2 }, 310), true);
    assert.equal(await deliveries.finish({ ...row, attempts: 2 }, 320), false);
    assert.equal(await deliveries.retry({ ...row, attempts: 2 }, 330), false);
    assert.equal(await deliveries.claim({ ...row, attempts: 2, due_at: 300 }, 400), false);
    same(await dueIds(1000), [other.delivery_id]);
    // No right clock can have set it.
    assert.equal(await deliveries.claim(other, 1001), true);
    same(await dueIds(5), [other.delivery_id]);
  });

  test(`${engine}: each receiver gets its share of the due deliveries, those first that wait for longest`, async (t) => {
    const { deliveries } = await open(t);
    const add = async (target: string, due: number) => {
      const row = { ...aDeliveryRow('mem_a', 'webhook', due), target };
      await deliveries.add(row);
      return row.delivery_id;
    };
    const [third, first, second, quick] = [
      await add('down', 3),
      await add('down', 1),
      await add('down', 2),
      await add('up', 4),
    ];
    const due = async (limit: number, perTarget: number) =>
      (await deliveries.due({ now: 4, latest: 1000, limit, perTarget })).map(({ delivery_id }) => delivery_id);
    same(await due(10, 2), [first, second, quick]);
    same(await due(10, 3), [first, second, third, quick]);
    same(await due(2, 3), [first, second]);
  });

  test(`${engine}: only one node sends the audit log, and a late node moves nothing`, async (t) => {
    const { auditStreams } = await open(t);
    const row: AuditStreamRow = {
      name: 'webhook',
      position: 'aud_1',
      ...{ batch_id: null, batch_end: null, attempts: 0, due_at: 0, leased_until: 0 },
      ...{ last_sent_at: null, failing_since: null, last_error: null },
    };
    await auditStreams.add(row);
    await auditStreams.add({ ...row, position: 'aud_0' });
    same(await auditStreams.byName('webhook'), row);
    const batch = { until: 50, batchId: 'one', batchEnd: 'aud_5' };
    for (const old of [{ position: 'aud_0' }, { attempts: 1 }, { leased_until: 1 }])
      assert.equal(await auditStreams.claim({ ...row, ...old }, batch), false);
    assert.equal(await auditStreams.claim(row, batch), true);
    const claimed = { ...row, batch_id: 'one', batch_end: 'aud_5', attempts: 1, leased_until: 50 };
    same(await auditStreams.byName('webhook'), claimed);
    assert.equal(await auditStreams.claim(claimed, { ...batch, until: 90 }), true);

    const late = { name: 'webhook', from: 'aud_1', batchId: 'one', attempts: 1 };
    const attempt = { ...late, attempts: 2 };
    const failure = { error: 'time-out', now: 60, dueAt: 70 } as const;
    assert.equal(await auditStreams.failed({ ...late, ...failure }), false);
    await auditStreams.release(late);
    same(await auditStreams.byName('webhook'), { ...claimed, attempts: 2, leased_until: 90 });
    assert.equal(await auditStreams.failed({ ...attempt, ...failure }), true);
    assert.equal(await auditStreams.failed({ ...attempt, ...failure, now: 80, dueAt: 85 }), true);
    same(await auditStreams.byName('webhook'), {
      ...claimed,
      ...{ attempts: 2, leased_until: 0, due_at: 85, failing_since: 60, last_error: 'time-out' },
    });
    for (const wrong of [{ from: 'aud_0' }, { batchId: 'two' }, { name: 'other' }])
      assert.equal(await auditStreams.sent({ ...attempt, ...wrong, position: 'aud_5', now: 95 }), false);
    // Any attempt may have brought the batch.
    assert.equal(await auditStreams.sent({ ...late, position: 'aud_5', now: 95 }), true);
    same(await auditStreams.byName('webhook'), { ...row, position: 'aud_5', last_sent_at: 95 });
    assert.equal(await auditStreams.sent({ ...attempt, position: 'aud_5', now: 99 }), false);
  });

  test(`${engine}: of nodes that see a storm or its end, one begins or ends it, and only if it is automatic`, async (t) => {
    const { projects, storms } = await open(t);
    const [row, other] = [aProjectRow(1), aProjectRow(2)];
    for (const one of [row, other]) await projects.insert(one);
    const { project_id: projectId } = row;
    const state = async () => {
      const { holding_since, calm_since } = (await projects.byId(projectId)) ?? assert.fail();
      return [holding_since, calm_since];
    };
    assert.equal(await storms.begin(projectId, 10), true);
    assert.equal(await storms.begin(projectId, 11), false);
    await storms.setCalm({ projectId, holdingSince: 9, calmSince: 20 });
    same(await state(), [10, null]);
    await storms.setCalm({ projectId, holdingSince: 10, calmSince: 20 });
    same(await state(), [10, 20]);
    assert.equal(await storms.end({ projectId, holdingSince: 10, calmSince: 19 }), false);
    assert.equal(await storms.end({ projectId, holdingSince: 9, calmSince: 20 }), false);
    assert.equal(await storms.end({ projectId, holdingSince: 10, calmSince: 20 }), true);
    same(await state(), [null, null]);
    assert.equal((await projects.byId(other.project_id))?.holding_since, null);
    const nothing = { name: null, status: null, auto_close_days: null, ticket_types: null };
    const change = { project_id: projectId, ...nothing, limits: null, response_targets: null, now: 30 };
    await projects.update({ ...change, storm_mode: 'off' });
    assert.equal(await storms.begin(projectId, 40), false);
    await projects.update({ ...change, storm_mode: 'on' });
    same(await state(), [30, null]);
    await storms.setCalm({ projectId, holdingSince: 30, calmSince: 50 });
    same(await state(), [30, null]);
    await projects.update({ ...change, storm_mode: 'on', now: 60 });
    same(await state(), [30, null]);
  });

  test(`${engine}: of nodes that find a spike, one tells of it; it goes on with its most unlikely hour`, async (t) => {
    const { projects, radarSpikes } = await open(t);
    const project = aProjectRow();
    await projects.insert(project);
    const { project_id } = project;
    const series = { project_id, build: '1.2', platform: 'ios', type: 'bug' };
    const shown = { tickets: 5, players: 100, expected: 0.5, once_per_hours: 2000 };
    const spike = { ...series, ...shown, hour: 10, last_hour: 10, found_at: 1000 };
    assert.equal(await radarSpikes.note(spike, 8), true);
    assert.equal(await radarSpikes.note(spike, 8), false);
    const found = async () =>
      (await radarSpikes.since(project_id, 0)).map(({ hour, last_hour, tickets }) => [hour, last_hour, tickets]);
    const more = { ...spike, hour: 12, last_hour: 12, tickets: 4, once_per_hours: 1000 };
    assert.equal(await radarSpikes.note(more, 10), false);
    same(await found(), [[10, 12, 5]]);
    assert.equal(
      await radarSpikes.note({ ...more, hour: 11, last_hour: 11, tickets: 9, once_per_hours: 3000.5 }, 10),
      false,
    );
    same(await radarSpikes.since(project_id, 12), [{ ...spike, last_hour: 12, tickets: 9, once_per_hours: 3000.5 }]);
    // It was quiet for long enough.
    assert.equal(await radarSpikes.note({ ...more, hour: 20, last_hour: 20, found_at: 2000 }, 13), true);
    for (const other of [{ build: '1.3' }, { platform: 'pc' }, { type: 'lag' }])
      assert.equal(await radarSpikes.note({ ...spike, ...other }, 8), true);
    same(
      (await radarSpikes.found(1000, 2000)).map(({ at }) => at),
      [2000],
    );
    same(
      (await radarSpikes.found(999, 1999)).map(({ at }) => at),
      [1000, 1000, 1000, 1000],
    );
    await radarSpikes.removeBefore(project_id, 12);
    same(await found(), [
      [20, 20, 4],
      [10, 12, 9],
    ]);
  });

  test(`${engine}: files that wait for the scanner are taken once, the longest waiting first`, async (t) => {
    const { attachments } = await open(t);
    const file = (scan_at: number | null) => anAttachmentRow('ply_a', { scan: 'waiting', scan_at });
    const [late, early, never] = [file(30), file(20), file(null)];
    for (const row of [late, early, never]) await attachments.add(row);
    const take = async (now: number, limit = 10) => {
      const times = { now, latest: 1000, until: now + 100 };
      const waiting = (await attachments.toScan({ now, latest: 1000 })).slice(0, limit);
      // A second node that read the same takes none of them.
      const taken = await attachments.takeForScan(waiting, times);
      same(await attachments.takeForScan(waiting, times), []);
      return taken.map((row) => row.attachment_id);
    };
    assert.equal(await attachments.anyToScan({ now: 19, latest: 1000 }), false);
    same(await take(30, 1), [early.attachment_id]);
    same(await take(30), [late.attachment_id]);
    same(await take(129), []);
    same((await take(130)).sort(), [early.attachment_id, late.attachment_id].sort());
    same(await attachments.setScan(early, 'infected'), { project_id: early.project_id, ticket_id: null });
    assert.equal(await attachments.setScan(early, 'clean'), undefined);
    await attachments.scanAgain(early, 500);
    same((await attachments.byId('ply_a', early.attachment_id))?.scan_at, null);
    await attachments.scanAgain(late, 1001);
    same(await take(5), [late.attachment_id]);
  });

  test(`${engine}: of parts that are sent at the same time one is added, and no number is given twice`, async (t) => {
    const { attachments, uploads } = await open(t);
    const upload = { size: 0, upload_length: 10, upload_offset: 0, part_numbers: '', next_part_number: 0 };
    const row = anAttachmentRow('ply_a', { state: 'receiving', expires_at: 100, ...upload });
    const other = anAttachmentRow('ply_a', { state: 'receiving', expires_at: 100, ...upload });
    await attachments.add(row);
    await attachments.add(other);
    const first = { ...row, upload_offset: 0 };
    same([await uploads.takeNumber(first, 3), await uploads.takeNumber(first, 3)], [0, 1]);
    assert.equal(await uploads.takeNumber({ ...row, upload_offset: 1 }, 3), undefined);
    assert.equal(await uploads.addPart({ ...first, counted: 0, end: 4, parts: '1', until: 300 }), true);
    assert.equal(await uploads.addPart({ ...first, counted: 0, end: 5, parts: '0', until: 400 }), false);
    same((await uploads.find('ply_a', row.attachment_id, 299))?.expires_at, 300);
    const second = { ...row, upload_offset: 4 };
    same([await uploads.takeNumber(second, 3), await uploads.takeNumber(second, 3)], [2, undefined]);
    assert.equal(await uploads.beginFinish({ ...first, until: 500 }), false);
    assert.equal(await uploads.beginFinish({ ...second, until: 500 }), true);
    assert.equal(await uploads.beginFinish({ ...second, until: 600 }), false);
    const stored = async () => {
      const { upload_offset, part_numbers, expires_at } =
        (await uploads.find('ply_a', row.attachment_id, 99)) ?? assert.fail();
      return [upload_offset, part_numbers, expires_at];
    };
    same(await stored(), [10, '1', 500]);
    await uploads.undoFinish({ ...second, until: 200 });
    same(await stored(), [4, '1', 200]);
    assert.equal(await uploads.find('ply_a', row.attachment_id, 200), undefined);
    same((await uploads.find('ply_a', other.attachment_id, 99))?.upload_offset, 0);
  });

  test(`${engine}: of nodes that use a session, one asks its provider, until it has an answer or its time is over`, async (t) => {
    const { members, memberSessions, oidcSessions } = await open(t);
    const access = { role: 'agent', projectIds: null } as const;
    const member = newMember({ email: 'a@studio.example', name: 'Ada', passwordHash: 'x', ...access }, START);
    await members.insert(member);
    const session = aSession('secret', member.member_id, START, 1000);
    await memberSessions.begin(session);
    const { session_hash } = session;
    const row = { session_hash, provider_session: 'sid', refresh_token: null, confirmed_at: 1, checking_until: 0 };
    await oidcSessions.begin({ ...row, check_at: 10 });
    const claim = (now: number, until: number) => {
      return { hash: session_hash, now, until, latestDue: 1000, latestUntil: 1000 };
    };
    const asks = async (now: number, until = 50) => (await oidcSessions.claimCheck(claim(now, until))) !== undefined;
    same([await asks(9), await asks(10), await asks(49), await asks(50, 90)], [false, true, false, true]);
    await oidcSessions.checked({
      session_hash,
      refresh_token: 'new',
      confirmed_at: 60,
      check_at: 100,
      checking_until: 0,
    });
    assert.equal(await asks(99, 200), false);
    same(await oidcSessions.claimCheck(claim(100, 200)), {
      ...row,
      ...{ refresh_token: 'new', confirmed_at: 60, check_at: 100, checking_until: 200 },
    });
  });

  test(`${engine}: a linked ticket gets an answer once, and a subscriber is told once`, async (t) => {
    const { knownIssueAnswers, subscriptions } = await open(t);
    const key = { player_id: 'ply_a', ticket_id: 'tkt_a', answer_id: 'ans_a' };
    const claim = (fields: Partial<typeof key>) =>
      knownIssueAnswers.claim({ ...key, ...fields, created_at: 1, skipped: null });
    same(
      [await claim({}), await claim({}), await claim({ answer_id: 'ans_b' }), await claim({ ticket_id: 'tkt_b' })],
      [true, false, true, true],
    );
    const left = { player_id: 'ply_a', answer_id: 'ans_a', created_at: 1, skipped: 'closed' } as const;
    for (const ticket_id of ['tkt_e', 'tkt_d', 'tkt_a']) await knownIssueAnswers.claim({ ...left, ticket_id });
    same(await knownIssueAnswers.unanswered('ans_a', '', 9), [
      { ticket_id: 'tkt_d', reason: 'closed' },
      { ticket_id: 'tkt_e', reason: 'closed' },
    ]);
    same(await knownIssueAnswers.unanswered('ans_a', 'tkt_d', 9), [{ ticket_id: 'tkt_e', reason: 'closed' }]);
    const row = { player_id: 'ply_a', known_issue_id: 'kni_a', created_at: 1, told_at: null };
    same([await subscriptions.add(row), await subscriptions.add(row)], [true, false]);
    await subscriptions.add({ ...row, known_issue_id: 'kni_b' });
    same([await subscriptions.setTold(row, 5), await subscriptions.setTold(row, 6)], [true, false]);
    assert.equal(await subscriptions.setTold({ ...row, known_issue_id: 'kni_b' }, 7), true);
  });
}
