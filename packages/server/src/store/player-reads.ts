import { MAX_INBOX_MESSAGES } from '@player-support/contract/limits';
import { type Expression, expressionBuilder, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import type { Reader, WantedOfPlayer } from '../domain/announcements.ts';
import { isAccount } from '../domain/ids.ts';
import type { Executor } from './database.ts';
import {
  type Cells,
  type Compilable,
  quickRead,
  rowsAsJson,
  type Statement,
  sql,
  type statement,
  textsInJson,
} from './statement.ts';
import type { InboxMessageRow, PlayerLinkRow, PlayerRow, Tables } from './tables.ts';

const SESSION_COLUMNS = [
  'player_id',
  'project_id',
  'token_hash',
  'token_expires_at',
  'open_tickets',
  'last_message_at',
  'last_inbox_at',
  'created_at',
  'context',
] as const satisfies (keyof PlayerRow)[];

/** At authentication. It may change later, so no transaction depends on it. */
export interface PlayerSession extends Pick<PlayerRow, (typeof SESSION_COLUMNS)[number]> {
  readonly installation_id?: string;
}

/** Returns the installation that sent the request. */
export const installationOf = ({ player_id, installation_id = player_id }: PlayerSession): string => installation_id;

/** Before the token is checked. */
export type UncheckedCaller = {
  /** From the token. */
  id: string;
  /** Only an account needs it: each of its installations has a token. */
  tokenHash: string;
};

const LINK = ['installation_id', 'token_hash', 'token_expires_at'] as const;
/** The account's link with this token, as JSON: a poll of an account is one statement too. */
function linkOf(db: Kysely<Tables>, tokenHash: string): RawBuilder<string | null> {
  return rowsAsJson(
    db,
    LINK,
    db
      .selectFrom('player_link')
      .select(LINK)
      .where('player_id', '=', sql.ref<string>('player.player_id'))
      .where('token_hash', '=', tokenHash),
  );
}

/** Puts the link's token into the row. An account itself has none. */
function sessionOf<Row extends PlayerSession & { readonly link?: string | null | undefined }>(
  row: Row | undefined,
): Row | undefined {
  if (row === undefined) return row;
  const [link] = parseRows<Cells<PlayerLinkRow, typeof LINK>>(row.link ?? null);
  if (link === undefined) return row;
  const [installation_id, token_hash, token_expires_at] = link;
  return { ...row, installation_id, token_hash, token_expires_at };
}

const selectSession = (db: Kysely<Tables>, { id, tokenHash }: UncheckedCaller, ofAccount: boolean) =>
  db
    .selectFrom('player')
    .select(SESSION_COLUMNS)
    .$if(ofAccount, (player) => player.select(linkOf(db, tokenHash).as('link')))
    .where('player_id', '=', id);

interface SessionRead<P extends UncheckedCaller, Row> {
  readonly ofInstallation: Statement<P, Row>;
  readonly ofAccount: Statement<P, Row>;
}

/**
 * Declares a read of a session, with what `build` adds. Accounts have a statement of their own, so
 * they cost others nothing.
 *
 * @param declare `quickRead` or `statement`
 */
export function sessionRead<P extends UncheckedCaller>(declare: typeof statement | typeof quickRead) {
  type Build<Row> = (session: ReturnType<typeof selectSession>, params: P, db: Kysely<Tables>) => Compilable<Row>;
  return <Row>(build: Build<Row>): SessionRead<P, Row> => ({
    ofInstallation: declare<P>()((db, params) => build(selectSession(db, params, false), params, db)),
    ofAccount: declare<P>()((db, params) => build(selectSession(db, params, true), params, db)),
  });
}

/** Undefined: no such player. */
export async function readSession<
  P extends UncheckedCaller,
  Row extends PlayerSession & { readonly link?: string | null },
>(db: Executor, { ofInstallation, ofAccount }: SessionRead<P, Row>, params: P): Promise<Row | undefined> {
  return isAccount(params.id) ? sessionOf(await db.one(ofAccount, params)) : db.one(ofInstallation, params);
}

type Poll = UncheckedCaller & {
  /** Leaves out older messages. */
  oldest: number;
  /** Leaves out messages created and read before this time. 0 leaves out none. */
  since: number;
} & WantedOfPlayer;

/** Tickets of one player that are read to find known issues. */
const MAX_LINKED_TICKETS = 100;

/** The known issues of a player's tickets, and since when, as JSON. */
function linkedIssues(db: Kysely<Tables>, knownIssues: string) {
  return rowsAsJson(
    db,
    ['known_issue_id', 'known_issue_at'],
    db
      .selectFrom('ticket')
      .select(['known_issue_id', 'known_issue_at'])
      .where('ticket.player_id', '=', sql.ref<string>('player.player_id'))
      // For the index of linked tickets.
      .where('known_issue_id', 'is not', null)
      .where('known_issue_id', 'in', textsInJson(db, knownIssues))
      .limit(sql.lit(MAX_LINKED_TICKETS)),
  );
}

const subscriptionsOfPlayer = (db: Kysely<Tables>) =>
  db.selectFrom('subscription').where('subscription.player_id', '=', sql.ref<string>('player.player_id'));

/** The known issues that a player said to have, and since when, as JSON. */
const subscribedIssues = (db: Kysely<Tables>, knownIssues: string) =>
  rowsAsJson(
    db,
    ['known_issue_id', 'created_at'],
    subscriptionsOfPlayer(db)
      .select(['known_issue_id', 'created_at'])
      .where('known_issue_id', 'in', textsInJson(db, knownIssues)),
  );

/** A player's known issues among these, for `readerOf`. `mayHaveTickets`: looks at tickets. */
function issueColumns(db: Kysely<Tables>, knownIssues: string, mayHaveTickets = sql<boolean>`true`) {
  const player = expressionBuilder<Tables, 'player'>();
  const areWanted = sql<boolean>`${knownIssues} <> '[]'`;
  const readIf = (condition: Expression<SqlBool>, issues: Expression<string | null>) =>
    player.case().when(condition).then(issues).end();
  return [
    readIf(sql<boolean>`${areWanted} AND ${mayHaveTickets}`, linkedIssues(db, knownIssues)).as('known_issues'),
    // Most players have none, which is cheaper to find out than reading the list.
    readIf(
      sql<boolean>`${areWanted} AND ${player.exists(subscriptionsOfPlayer(db).select('known_issue_id'))}`,
      subscribedIssues(db, knownIssues),
    ).as('subscribed_issues'),
  ] as const;
}

const INBOX = ['message_id', 'content', 'created_at', 'read_at'] as const;
export type InboxEntry = Cells<InboxMessageRow, typeof INBOX>;

// Most requests are polls, so a poll is one statement. It reads the inbox only if a message is new
// enough.
const poll = sessionRead<Poll>(quickRead)((session, { oldest, since, announcements, knownIssues }, db) =>
  session.select((player) => [
    player
      .case()
      .when('last_inbox_at', '>=', oldest)
      .then(
        rowsAsJson(
          db,
          INBOX,
          player
            .selectFrom('inbox_message')
            .select(INBOX)
            .whereRef('inbox_message.player_id', '=', 'player.player_id')
            .where('created_at', '>=', oldest)
            .where((row) => row.or([row('created_at', '>=', since), row('read_at', '>=', since)]))
            .orderBy('message_id', 'desc')
            .limit(sql.lit(MAX_INBOX_MESSAGES)),
        ),
      )
      .end()
      .as('messages'),
    player
      .case()
      .when(sql`${announcements}`, '>', 0)
      .then(
        rowsAsJson(
          db,
          ['announcement_id', 'read_at'],
          player
            .selectFrom('announcement_receipt')
            .select(['announcement_id', 'read_at'])
            .whereRef('announcement_receipt.player_id', '=', 'player.player_id'),
        ),
      )
      .end()
      .as('receipts'),
    player.case().when(sql`${announcements}`, '=', 2).then(player.ref('user_id')).end().as('user_id'),
    // A player who never wrote has no ticket.
    ...issueColumns(db, knownIssues, sql<boolean>`last_message_at IS NOT NULL`),
  ]),
);

const recipient = quickRead<{ id: string; knownIssues: string }>()((db, { id, knownIssues }) =>
  db
    .selectFrom('player')
    .select(['player_id', 'context', 'user_id'])
    .select(issueColumns(db, knownIssues))
    .where('player_id', '=', id),
);

const receiptsOf = quickRead<{ id: string }>()((db, { id }) =>
  db.selectFrom('announcement_receipt').select(['announcement_id', 'read_at']).where('player_id', '=', id),
);

export interface PolledInbox {
  /** Newest first, at most MAX_INBOX_MESSAGES. */
  readonly messages: readonly InboxEntry[];
  /** By announcement. */
  readonly receipts: ReadonlyMap<string, number>;
  /** What announcements depend on, as far as it was asked for. */
  readonly reader: Reader;
}

const inboxReadAt = sessionRead<UncheckedCaller & { messageId: string }>(quickRead)((session, { messageId }) =>
  session.select((player) =>
    player
      .selectFrom('inbox_message')
      .select('read_at')
      .whereRef('inbox_message.player_id', '=', 'player.player_id')
      .where('message_id', '=', messageId)
      .as('read_at'),
  ),
);

/** Reads the session and the inbox. Undefined: no such player. */
export const playerReads = (db: Executor) => ({
  async poll(request: Poll): Promise<({ readonly session: PlayerSession } & PolledInbox) | undefined> {
    const session = await readSession(db, poll, request);
    if (session === undefined) return undefined;
    const { messages, receipts } = session;
    return {
      session,
      messages: parseRows(messages),
      receipts: receipts === null ? NONE : new Map(parseRows<[string, number]>(receipts)),
      reader: readerOf(session),
    };
  },
  /** What announcements depend on, for a player who is known. */
  async recipient(id: string, knownIssues: readonly string[]): Promise<Reader | undefined> {
    const row = await db.one(recipient, { id, knownIssues: JSON.stringify(knownIssues) });
    return row && readerOf(row);
  },
  async receipts(id: string): Promise<ReadonlyMap<string, number>> {
    return new Map((await db.all(receiptsOf, { id })).map((row) => [row.announcement_id, row.read_at]));
  },
  /** Null: unread, or not in the inbox. */
  async inboxReadAt(caller: UncheckedCaller, messageId: string) {
    const session = await readSession(db, inboxReadAt, { ...caller, messageId });
    return session && { session, data: session.read_at };
  },
});

const NONE: ReadonlyMap<string, number> = new Map();

function readerOf({ player_id, user_id, context, known_issues, subscribed_issues }: ReaderColumns): Reader {
  const reader = { playerId: player_id, userId: user_id, context };
  if (known_issues === null && subscribed_issues === null) return { ...reader, knownIssues: NONE };
  const knownIssues = new Map<string, number>();
  for (const [id, since] of [known_issues, subscribed_issues].flatMap(parseRows<[string, number]>)) {
    knownIssues.set(id, Math.min(since, knownIssues.get(id) ?? since));
  }
  return { ...reader, knownIssues };
}

type ReaderColumns = Pick<PlayerRow, 'player_id' | 'user_id' | 'context'> & {
  readonly known_issues: string | null;
  readonly subscribed_issues: string | null;
};

/** Parses a `rowsAsJson` column. The caller knows the types. */
export function parseRows<Row>(json: string | null): Row[] {
  return json === null ? [] : JSON.parse(json);
}
