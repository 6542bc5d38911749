import { setTimeout as sleep } from 'node:timers/promises';
import { onLine } from '../../../client-conformance/src/lines.ts';
import type {
  Capability,
  Entry,
  Event,
  InboxMessage,
  Request,
  StartOptions,
  Write,
} from '../../../client-conformance/src/protocol.ts';
import { CAPABILITIES as ALL, PROTOCOL } from '../../../client-conformance/src/protocol.ts';
import { fileStorage } from '../../examples/file-storage.js';
import { type FileStore, fileUploads } from '../../src/file-uploads.ts';
import {
  createPlayerSupport,
  type OutboxEntry,
  type PlayerSupport,
  type PlayerSupportOptions,
  type Storage,
  SupportError,
} from '../../src/index.ts';
import { withLease } from '../../src/lease.ts';
import { fastTime } from '../helpers/fast-time.ts';
import { filesIn } from './files-in.ts';

/** The server's minimum: files of a few parts stay small. */
export const PART_BYTES = 256 * 1024;

type Command = { readonly id: string } & (Request | Write);

const CAPABILITIES = Object.keys(ALL) as Capability[];

export type Change = (options: PlayerSupportOptions & { storage: Storage }, files: FileStore) => PlayerSupportOptions;

const tell = (event: Event) => void process.stdout.write(`${JSON.stringify(event)}\n`);
const slugOf = (error: unknown) => (error instanceof SupportError ? error.slug : String(error));

let support: PlayerSupport | undefined;
let folder = '';
let clockOffset = 0;
const now = Date.now.bind(Date);
Date.now = () => now() + clockOffset;

export function drive(change: Change = (options) => options): void {
  tell({ event: 'hello', protocol: PROTOCOL, client: 'TypeScript SDK', capabilities: CAPABILITIES });
  onLine(process.stdin, (line) => {
    const command = JSON.parse(line) as Command;
    if (command.command === 'create' || command.command === 'reply') return write(command);
    answer(command, change).then(
      (result) => tell({ event: 'done', id: command.id, result }),
      (error) => tell({ event: 'done', id: command.id, slug: slugOf(error) }),
    );
  });
}

/** The outbox's events tell what becomes of it. */
function write(command: Write): void {
  const { message } = command;
  const attachments = command.files?.map(
    ({ name, type, content }) => new File([Buffer.from(content, 'base64')], name, { type }),
  );
  const options = attachments && { attachments };
  const sending =
    command.command === 'create'
      ? support?.tickets.create({ type: command.type, subject: command.subject, message, ...options })
      : support?.tickets.reply(command.ticket, message, options);
  // Without an outbox entry, for example if the outbox is full.
  sending?.catch(() => {});
}

async function answer(command: Exclude<Command, Write>, change: Change): Promise<unknown> {
  if (command.command === 'start') return start(command, change);
  if (support === undefined) throw new Error('not started');
  switch (command.command) {
    case 'stop':
      support.stop();
      support = undefined;
      return;
    case 'entries':
      return (await support.outbox.entries()).map(toEntry);
    case 'list':
      return support.tickets.list();
    case 'get':
      return support.tickets.get(command.ticketId);
    case 'inbox':
      return (await support.inbox.messages()).map(
        ({ id, body, readAt }): InboxMessage => ({ id, body, read: readAt !== null }),
      );
    case 'markRead':
      return support.inbox.markRead(command.messageId);
    case 'setUser':
      return support.setUser(command.userId);
    case 'signOut':
      return support.signOut({ erase: command.erase ?? false });
    case 'sendNow':
      return support.outbox.sendNow();
    case 'retry':
    case 'discard': {
      const entry = (await support.outbox.entries()).find(({ body }) => body.message === command.message);
      return support.outbox[command.command](entry?.id ?? '');
    }
  }
}

function start(
  {
    baseUrl,
    projectPublicKey,
    storage,
    userId,
    context,
    speed = 1,
    storageDelay = 0,
    clockOffset: offset = 0,
    shared,
    partBytes = PART_BYTES,
  }: StartOptions,
  change: Change,
): void {
  clockOffset = offset;
  fastTime(speed, { waitsForOthers: true });
  const values = slow(fileStorage(storage), storageDelay);
  // A file is several writes.
  const files = slow(filesIn(storage), 4 * storageDelay);
  const started = createPlayerSupport(
    change(
      {
        baseUrl,
        projectPublicKey,
        storage: shared ? withLease(values) : values,
        files: fileUploads({ store: files, partBytes }),
        ...(userId === undefined ? {} : { userId }),
        ...(context === undefined ? {} : { context }),
      },
      files,
    ),
  );
  folder = storage;
  // A stopped client still reports, but not to another storage's player.
  const isCurrent = () => folder === storage;
  support = started;
  started.on('outbox', (entry) => isCurrent() && tellOf(entry));
  started.on('message', ({ id, body }) => isCurrent() && tell({ event: 'message', id, body }));
  started.on('unread', (count) => isCurrent() && tell({ event: 'unread', count }));
  started.on('error', (error) => isCurrent() && tell({ event: 'error', slug: slugOf(error) }));
  started.start();
}

/** Delays each write by so many milliseconds. */
function slow<Value, Slow extends { set(key: string, value: Value): unknown }>(storage: Slow, delay: number): Slow {
  if (delay === 0) return storage;
  return {
    ...storage,
    async set(key: string, value: Value) {
      await sleep(delay);
      await storage.set(key, value);
    },
  };
}

function tellOf({ id, isStored, state, body, ticketId, error, files = [] }: OutboxEntry): void {
  const message = String(body.message);
  for (const file of files) if (file.isStored) tell({ event: 'fileStored', message, name: file.name });
  for (const file of missingOf(files)) tell({ event: 'fileMissing', message, ...file });
  if (state === 'sent') tell({ event: 'sent', message, ticketId });
  else if (state === 'failed') tell({ event: 'failed', message, slug: error?.slug ?? 'unknown' });
  else if (isStored) tell({ event: 'stored', message, entry: id });
}

const missingOf = (files: NonNullable<OutboxEntry['files']>) =>
  files.flatMap(({ name, error }) => (error === undefined ? [] : [{ name, slug: error.slug }]));

function toEntry({ state, body, error, files = [] }: OutboxEntry): Entry {
  return {
    message: String(body.message),
    missing: missingOf(files),
    state: state === 'sent' || state === 'failed' ? state : 'pending',
    ...(error === undefined ? {} : { slug: error.slug }),
  };
}
