import assert from 'node:assert/strict';
import type { NotificationChannel, TicketStatus } from '@player-support/contract/enums';
import type { WantedOfPlayer } from '../../src/domain/announcements.ts';
import { newApiKey } from '../../src/domain/api-key.ts';
import { newId, newTicketId, playerId } from '../../src/domain/ids.ts';
import { newProject } from '../../src/domain/project.ts';
import { afterCreate, afterStatusSet } from '../../src/domain/ticket-transitions.ts';
import type { StoredAnnouncement } from '../../src/store/announcements.ts';
import type { NewInboxMessage } from '../../src/store/inbox.ts';
import type { NewMessage } from '../../src/store/messages.ts';
import type { PolledInbox } from '../../src/store/player-reads.ts';
import type { IdentifyFields } from '../../src/store/players.ts';
import type { Store, Transaction } from '../../src/store/store.ts';
import type {
  AttachmentRow,
  DeliveryRow,
  IdempotencyReceiptRow,
  MessageRow,
  PlayerRow,
  ProjectRow,
  TicketRow,
} from '../../src/store/tables.ts';
import { START } from './harness.ts';

/** With defaults for what a store test does not need. */

let count = 0;

/** Writes for the team. */
export const MEMBER = { id: 'mem_a', name: 'Ada' };

/** Compares rows by columns: the engines make different kinds of objects. */
export function same(actual: unknown, expected: unknown, message = 'rows differ'): void {
  assert.deepEqual(structuredClone(actual), structuredClone(expected), message);
}

export function aDeliveryRow(owner: string, channel: NotificationChannel, due: number): DeliveryRow {
  const row = { delivery_id: newId('delivery', due), owner_id: owner, channel, target: 'target', payload: '{}' };
  return { ...row, attempts: 0, created_at: due, due_at: due, finished_at: null };
}

/** Makes a player's file row, by default without a message. */
export function anAttachmentRow(playerId: string, fields: Partial<AttachmentRow> = {}): AttachmentRow {
  return {
    player_id: playerId,
    attachment_id: newId('attachment', START),
    project_id: 'prj_a',
    ...{ state: 'ready', name: 'file.png', content_type: 'image/png', size: 10, uploaded_by: null },
    ...{ ticket_id: null, message_id: null, scan: 'off', scan_at: null, created_at: START, expires_at: START },
    ...{ upload_length: null, upload_offset: null, part_numbers: null, next_part_number: null },
    ...fields,
  };
}

export const aProjectRow = (now = START) => newProject('Game', now);

export async function storedProject({ projects }: Pick<Store, 'projects'>): Promise<ProjectRow> {
  const project = aProjectRow();
  await projects.insert(project);
  return project;
}

export const anApiKeyRow = (now = START) => newApiKey('tests', now).row;

export function anIdentify(fields: Partial<IdentifyFields> = {}): IdentifyFields {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt32BE(++count);
  return {
    player_id: playerId(bytes),
    project_id: 'prj_a',
    token_hash: `hash ${count}`,
    token_expires_at: START + 1000,
    user_id: null,
    keepUserId: 1,
    session_id: null,
    keepSessionId: 1,
    context: null,
    last_seen_at: START,
    ...fields,
  };
}

/** Returns the id. */
export async function storedPlayer(store: Store, fields: Partial<IdentifyFields> = {}): Promise<string> {
  const player = anIdentify(fields);
  await store.players.identify(player);
  return player.player_id;
}

export async function playerRow(stores: Pick<Transaction, 'players'>, id: string): Promise<PlayerRow> {
  const row = await stores.players.byId(id);
  if (row === undefined) throw new Error(`no player ${id}`);
  return row;
}

export function aMessage(
  playerId: string,
  ticketId: string,
  { message = `Message ${++count}.`, now = START }: { readonly message?: string; readonly now?: number } = {},
): NewMessage {
  const message_id = newId('message', now);
  return { player_id: playerId, ticket_id: ticketId, message_id, message, created_at: now };
}

export interface TicketFields {
  readonly projectId?: string;
  readonly now?: number;
  readonly message?: string;
  readonly context?: string | null;
  readonly answers?: Readonly<Record<string, string>> | undefined;
}

/** Returns its id. The player's number of open tickets stays. */
export async function storedTicket(
  stores: Pick<Transaction, 'tickets'>,
  playerId: string,
  { projectId = 'prj_a', now = START, message = 'Help.', context = null, answers }: TicketFields = {},
): Promise<string> {
  const ticketId = newTicketId(playerId, now);
  const { message_id } = aMessage(playerId, ticketId, { now });
  await stores.tickets.open({
    player_id: playerId,
    ticket_id: ticketId,
    project_id: projectId,
    type: 'bug',
    subject: 'Stuck',
    message_id,
    message,
    context,
    ...afterCreate(now).state,
    ...(answers && { form_version: 1, answers: JSON.stringify(answers), long_answers: null }),
    created_at: now,
  });
  return ticketId;
}

export async function ticketRow(
  stores: Pick<Transaction, 'tickets'>,
  playerId: string,
  ticketId: string,
): Promise<TicketRow> {
  const row = await stores.tickets.byId(playerId, ticketId);
  if (row === undefined) throw new Error(`no ticket ${ticketId}`);
  return row;
}

/** The player's number of open tickets stays. */
export async function setTicketStatus(
  stores: Pick<Transaction, 'tickets'>,
  ticket: TicketRow,
  status: TicketStatus,
  now: number,
): Promise<void> {
  const transition = afterStatusSet(ticket, status, now);
  if (transition !== undefined) await stores.tickets.setState({ ...ticket, ...transition.state });
}

/** Reads the whole conversation; undefined if it is not this player's. */
export async function messagesOf(
  stores: Pick<Transaction, 'tickets'>,
  playerId: string,
  ticketId: string,
): Promise<MessageRow[]> {
  return (await stores.tickets.conversation(playerId, ticketId))?.messages ?? [];
}

/** A poll always reads the inbox. */
export async function polled(
  store: Store,
  id: string,
  {
    oldest = 0,
    since = 0,
    announcements = 1,
    knownIssues = '[]',
  }: { oldest?: number; since?: number } & Partial<WantedOfPlayer> = {},
): Promise<PolledInbox> {
  await store.players.recordInboxMessage(id, Number.MAX_SAFE_INTEGER);
  const found = await store.playerReads.poll({ id, tokenHash: '', oldest, since, announcements, knownIssues });
  if (found === undefined) throw new Error(`no player ${id}`);
  return found;
}

export function anInboxMessage(playerId: string, fields: Partial<NewInboxMessage> = {}): NewInboxMessage {
  const at = fields.at ?? START;
  return {
    playerId,
    messageId: newId('inboxMessage', at),
    type: 'direct',
    ticketId: null,
    title: 'Hello',
    body: `Body ${++count}.`,
    at,
    ...fields,
  };
}

export function anAnnouncementRow(projectId: string, now = START): StoredAnnouncement {
  return {
    announcement_id: newId('announcement', now),
    project_id: projectId,
    title: 'Maintenance',
    body: 'Tonight.',
    starts_at: now + 1,
    ends_at: null,
    created_at: now,
    texts: null,
    audience: null,
    time_zone: null,
    retracted_at: null,
    reached: null,
    request_key: null,
    body_hash: null,
    author_id: null,
  };
}

export function aReceipt(playerId: string, fields: Partial<IdempotencyReceiptRow> = {}): IdempotencyReceiptRow {
  return {
    player_id: playerId,
    path: '/api/v1/tickets',
    idempotency_key: 'key',
    body_hash: 'body',
    answer: '{"first":true}',
    created_at: START,
    ...fields,
  };
}
