import { MAX_LINKED_INSTALLATIONS } from '@player-support/contract/limits';
import { isAccount } from '../domain/ids.ts';
import { AppError } from '../errors.ts';
import { installationOf, type PlayerSession } from '../store/player-reads.ts';
import type { Transaction } from '../store/store.ts';
import type { PlayerLinkRow, PlayerRow } from '../store/tables.ts';
import { moveEverything } from './moves.ts';
import { tokenRefused } from './unauthorized.ts';
import { withToken } from './with-token.ts';

type Token = Pick<PlayerLinkRow, 'token_hash' | 'token_expires_at'>;

/** The installation must identify itself again. */
export const NO_TOKEN: Token = { token_hash: '', token_expires_at: 0 };

/**
 * Installations first, then accounts, each by id, as in all transactions that lock several players.
 */
export async function lockPlayers(tx: Pick<Transaction, 'players'>, ids: readonly string[]) {
  const locked = new Map<string, PlayerRow>();
  const rank = (id: string) => `${isAccount(id) ? 1 : 0}${id}`;
  for (const id of [...new Set(ids)].sort((a, b) => (rank(a) < rank(b) ? -1 : 1))) {
    const row = await tx.players.lock(id);
    if (row !== undefined) locked.set(id, row);
  }
  return locked;
}

interface Link extends Token {
  /** Of the request. */
  readonly session: PlayerSession;
  readonly accountId: string;
  readonly projectId: string;
  /** The studio backend's id of the account. */
  readonly subject: string;
  /** The identity token, and when it expires. */
  readonly tokenKey: string;
  readonly expiresAt: number;
  readonly now: number;
}

/**
 * Moves its data, ends another link, returns how many tickets moved. Undefined: linked before.
 * Throws AppError `unauthorized` for a replaced token, `identity-token-refused` for a used one.
 */
export async function linkInstallation(tx: Transaction, link: Link): Promise<number | undefined> {
  const { session, accountId, projectId, subject, tokenKey, expiresAt, token_hash, token_expires_at, now } = link;
  const installationId = installationOf(session);
  const account = { player_id: accountId, project_id: projectId, user_id: subject, created_at: now };
  await tx.players.createAccount(account);
  const locked = await lockPlayers(tx, [installationId, session.player_id, accountId]);
  const former = await withToken(tx, session, locked.get(session.player_id));
  const [installation, to] = [locked.get(installationId), locked.get(accountId)];
  if (installation === undefined || to === undefined) throw new Error('a player is missing');
  if (former !== installation && installation.account_id !== former.player_id) throw tokenRefused();
  const used = { player_id: accountId, token_key: tokenKey, expires_at: expiresAt };
  if (!(await tx.playerLinks.useToken(used, now))) {
    throw new AppError('identity-token-refused', { detail: 'It was used before. Each identity token works once.' });
  }
  const token = { player_id: accountId, installation_id: installationId, token_hash, token_expires_at };
  if (installation.account_id === accountId) {
    await tx.playerLinks.setToken(token);
    return undefined;
  }
  // What the installation wrote as another account stays there.
  if (former !== installation) await tx.playerLinks.remove(former.player_id, installationId);
  // The account has the block of a linked installation.
  const from = { ...installation, blocked: former.blocked };
  const moved = await moveEverything(tx, { from, to, kind: 'link', now });
  await tx.players.link(installationId, accountId);
  // An old code must not work after an unlink.
  await tx.supportCodes.cancel(installationId, now);
  await tx.playerLinks.add({ ...token, created_at: now });
  const links = await tx.playerLinks.ofAccount(accountId);
  const others = links.filter((one) => one.installation_id !== installationId);
  for (const one of others.slice(MAX_LINKED_INSTALLATIONS - 1)) {
    await unlinkInstallation(tx, { installationId: one.installation_id, accountId, ...NO_TOKEN });
  }
  return moved;
}

type Unlink = Token & { readonly installationId: string; readonly accountId: string };

/**
 * The installation gets an empty player. Undefined: not linked to this account. An empty hash makes
 * it identify itself again.
 */
export async function unlinkInstallation(tx: Transaction, token: Unlink) {
  const { installationId, accountId, token_hash, token_expires_at } = token;
  const locked = await lockPlayers(tx, [installationId, accountId]);
  const [installation, account] = [locked.get(installationId), locked.get(accountId)];
  const link = await tx.playerLinks.find(accountId, installationId);
  if (installation === undefined || account === undefined || link === undefined) return undefined;
  await tx.playerLinks.remove(accountId, installationId);
  const { blocked } = account;
  await tx.players.unlink({ player_id: installationId, token_hash, token_expires_at, blocked });
  return { link, installation: { ...installation, account_id: null, blocked }, account };
}
