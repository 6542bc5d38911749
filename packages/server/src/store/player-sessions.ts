import type { Kysely, RawBuilder } from 'kysely';
import { isAccount } from '../domain/ids.ts';
import type { Executor } from './database.ts';
import { type Compilable, type quickRead, rowsAsJson, type Statement, sql, type statement } from './statement.ts';
import type { PlayerLinkRow, PlayerRow, Tables } from './tables.ts';

export const SESSION_COLUMNS = [
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

/** A player at the time of authentication. It may change later, so no transaction depends on it. */
export interface PlayerSession extends Pick<PlayerRow, (typeof SESSION_COLUMNS)[number]> {
  /** The player id of the installation. Only if the player is an account. */
  readonly installation_id?: string;
}

/** The player id of the installation that sent the request. */
export const installationOf = ({ player_id, installation_id = player_id }: PlayerSession): string => installation_id;

/** Who sends a request, before its token is checked. */
export type Sender = {
  /** The player in the token. */
  id: string;
  /** The hash of the token. Only an account needs it: each of its installations has a token. */
  tokenHash: string;
};

const LINK = ['installation_id', 'token_hash', 'token_expires_at'] as const;
type Link = readonly [
  installationId: PlayerLinkRow['installation_id'],
  tokenHash: PlayerLinkRow['token_hash'],
  tokenExpiresAt: PlayerLinkRow['token_expires_at'],
];

/**
 * The link of an account with this token, as JSON. It is read in the same statement as the data, so
 * a poll of an account is one statement too.
 */
export function linkOf(db: Kysely<Tables>, { tokenHash }: Pick<Sender, 'tokenHash'>): RawBuilder<string | null> {
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

/** The row with the token of its link. An account itself has no token. */
function sessionOf<Row extends PlayerSession & { readonly link?: string | null | undefined }>(
  row: Row | undefined,
): Row | undefined {
  if (row === undefined || row.link === undefined || row.link === null) return row;
  const [link] = JSON.parse(row.link) as Link[];
  if (link === undefined) return row;
  const [installation_id, token_hash, token_expires_at] = link;
  return { ...row, installation_id, token_hash, token_expires_at };
}

interface SessionRead<P extends Sender, Row> {
  readonly ofInstallation: Statement<P, Row>;
  readonly ofAccount: Statement<P, Row>;
}

/**
 * Declares a read of a session, in one statement for installations and another one for accounts. The
 * id says which of them it is, so accounts cost other players nothing.
 *
 * @param declare `quickRead` or `statement`
 */
export function sessionRead<P extends Sender>(declare: typeof statement | typeof quickRead) {
  return <Row>(build: (db: Kysely<Tables>, params: P, ofAccount: boolean) => Compilable<Row>): SessionRead<P, Row> => ({
    ofInstallation: declare<P>()((db, params) => build(db, params, false)),
    ofAccount: declare<P>()((db, params) => build(db, params, true)),
  });
}

/** Reads a session. Undefined if there is no such player. */
export async function readSession<P extends Sender, Row extends PlayerSession & { readonly link?: string | null }>(
  db: Executor,
  { ofInstallation, ofAccount }: SessionRead<P, Row>,
  params: P,
): Promise<Row | undefined> {
  return isAccount(params.id) ? sessionOf(await db.one(ofAccount, params)) : db.one(ofInstallation, params);
}
