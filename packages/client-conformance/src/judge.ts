import type { Api } from '../../server/test/helpers/call.ts';
import type { Ledger, Written } from './device.ts';
import type { Exchange } from './fault-proxy.ts';
import { short } from './journal.ts';
import { sha256 } from './uploads.ts';

export interface ReceivedTicket {
  readonly id: string;
  readonly subject: string;
  readonly playerId: string;
  readonly userId: string | null;
  /** In the order of arrival. */
  readonly messages: readonly string[];
  /** The SHA-256 of each message's files, in order. */
  readonly files: readonly (readonly string[])[];
}

/** Returns the players of every identify that the service answered, seen or not. */
export function playersOf(exchanges: readonly Exchange[]): Set<string> {
  const ids = exchanges
    .filter(({ url, response }) => url.endsWith('/player/identify') && response?.status === 200)
    .map(({ response }) => String(response?.body?.playerId));
  return new Set(ids);
}

/** Reads the players' tickets through the team API. */
export async function receivedTickets(api: Api, players: Iterable<string>): Promise<ReceivedTicket[]> {
  const get = async (path: string) => {
    const { status, body, text } = await api.call('GET', `/api/v1/team${path}`, { token: api.teamKey });
    if (status !== 200) throw new Error(`the team API answered ${status}: ${text}`);
    return body;
  };
  const lists = await Promise.all([...players].map((player) => get(`/players/${player}/tickets`)));
  const ids = lists.flatMap(({ tickets }) => (tickets as { id: string }[]).map(({ id }) => id));
  const tickets = await Promise.all(ids.map((id) => get(`/tickets/${id}`)));
  return Promise.all(
    tickets.map(async ({ id, subject, playerId, userId, messages }) => {
      const own = (messages as ReceivedMessage[]).filter(({ authorType }) => authorType === 'player');
      const files = own.map(({ attachments = [] }) => Promise.all(attachments.map(({ url }) => hashOf(api.url + url))));
      return {
        id,
        subject,
        playerId,
        userId,
        messages: own.map(({ message }) => message),
        files: await Promise.all(files),
      };
    }),
  );
}

interface ReceivedMessage {
  readonly authorType: string;
  readonly message: string;
  readonly attachments?: readonly { readonly url: string }[];
}

async function hashOf(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`a file of a message cannot be read: ${response.status}`);
  return sha256(await response.bytes());
}

export type Verdict = readonly { readonly kind: Kind; readonly text: string }[];
export type Kind =
  | 'lost'
  | 'doubled'
  | 'out of order'
  | 'changed'
  | 'wrong ticket'
  | 'sent too early'
  | 'unknown'
  | 'failed'
  | 'wrong player'
  | 'told twice'
  | 'leaked'
  | 'file lost'
  | 'file doubled'
  | 'files out of order'
  | 'wrong file'
  | 'wrong part'
  | 'file left behind';

/**
 * Compares the service with the client's promises. A failed message is a fault unless
 * `isExpectedToFail`.
 */
export function judge(
  ledger: Ledger,
  tickets: readonly ReceivedTicket[],
  players: ReadonlySet<string>,
  isExpectedToFail: (written: Written) => boolean = () => false,
): Verdict {
  const verdict: { kind: Kind; text: string }[] = [];
  const fault = (kind: Kind, text: string) => void verdict.push({ kind, text });
  const ticketsOf = new Map<Written, ReceivedTicket>();

  for (const ticket of tickets) {
    const creation = ledger.find(ticket.messages[0] ?? '');
    if (creation === undefined || creation.ticket !== creation) {
      fault('unknown', `nobody wrote the first message of ticket ${ticket.id}: ${short(ticket.messages[0] ?? '')}`);
      continue;
    }
    if (ticketsOf.has(creation)) fault('doubled', `there are two tickets: ${short(creation.message)}`);
    ticketsOf.set(creation, ticket);
    if (creation.ticketId !== undefined && creation.ticketId !== ticket.id) {
      fault('wrong ticket', `told as ${creation.ticketId}, but it is ${ticket.id}: ${short(creation.message)}`);
    }
    if (ticket.subject !== creation.subject) fault('changed', `the subject ${creation.subject} is ${ticket.subject}`);
  }

  for (const [creation, ticket] of ticketsOf) {
    const written = ledger.written.filter((one) => one.ticket === creation);
    // A kill before the report of storing may lose the message or not.
    const expected = written.filter(({ message, isStored, failed }) => {
      return failed === undefined && (isStored || ticket.messages.includes(message));
    });
    compare(expected, ticket, ledger, fault);
    for (const one of expected) {
      if ((one.userId ?? null) === ticket.userId) continue;
      fault('wrong player', `${short(one.message)} of user ${one.userId} is in a ticket of user ${ticket.userId}`);
    }
  }

  for (const one of ledger.written) {
    if (one.failed !== undefined && !isExpectedToFail(one)) fault('failed', `${short(one.message)}: ${one.failed}`);
    const isMissing = one.ticket === one && !ticketsOf.has(one);
    if (isMissing && one.isStored && one.failed === undefined) fault('lost', `a ticket: ${short(one.message)}`);
  }
  for (const one of ledger.tooEarly) fault('sent too early', short(one.message));
  const { size } = ledger.users;
  if (players.size > size) fault('wrong player', `${size} users have ${players.size} players`);
  for (const { body, times } of ledger.told.values()) if (times > 1) fault('told twice', short(body));
  return verdict;
}

/** Checks that each user's messages have tokens of one player, and of no other user. */
export function judgeTokens(ledger: Ledger, exchanges: readonly Exchange[]): Verdict {
  const playerOf = new Map(
    exchanges.map(({ response }) => [`Bearer ${response?.body?.playerAccessToken}`, String(response?.body?.playerId)]),
  );
  const userOf = new Map<string, string | undefined>();
  const verdict: { kind: Kind; text: string }[] = [];
  for (const { body, headers, fileName } of exchanges) {
    const written = ledger.find(String(body?.message)) ?? ledger.withFile(fileName);
    const player = playerOf.get(headers.authorization ?? '');
    if (written === undefined || player === undefined) continue;
    if (!userOf.has(player)) userOf.set(player, written.userId);
    if (userOf.get(player) === written.userId) continue;
    const text = `${short(written.message)} of user ${written.userId} was sent with a token of ${userOf.get(player)}`;
    verdict.push({ kind: 'wrong player', text });
  }
  return verdict;
}

function compare(
  expected: readonly Written[],
  { messages }: ReceivedTicket,
  ledger: Ledger,
  fault: (kind: Kind, text: string) => void,
): void {
  for (const { message } of expected) {
    const times = messages.filter((one) => one === message).length;
    if (times === 0) fault('lost', short(message));
    if (times > 1) fault('doubled', `${times} times: ${short(message)}`);
  }
  const known = new Set(expected.map(({ message }) => message));
  for (const message of messages) {
    if (known.has(message)) continue;
    const elsewhere = ledger.find(message);
    if (elsewhere === undefined) fault('unknown', short(message));
    else if (elsewhere.failed !== undefined) fault('failed', `told as failed, but it arrived: ${short(message)}`);
    else fault('wrong ticket', short(message));
  }
  const order = [...new Set(messages)].filter((message) => known.has(message));
  const wanted = expected.map(({ message }) => message).filter((message) => messages.includes(message));
  if (order.join('\n') !== wanted.join('\n')) {
    fault(
      'out of order',
      `${order.map((one) => short(one)).join(' | ')}, written as ${wanted.map((one) => short(one)).join(' | ')}`,
    );
  }
}
