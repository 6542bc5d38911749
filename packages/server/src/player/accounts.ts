import { MAX_LINKED_INSTALLATIONS } from '@player-support/contract/limits';
import { isAccount } from '../domain/ids.ts';
import { AppError } from '../errors.ts';
import type { Transaction } from '../store/store.ts';
import type { PlayerLinkRow, PlayerRow } from '../store/tables.ts';

/** What came from an installation with its link, so that the team can undo it. */
export interface MovedData {
  /** Each ticket with its number of messages and notes at that time. */
  readonly tickets: readonly (readonly [ticketId: string, messages: number])[];
  readonly inbox: readonly string[];
}

export interface Token {
  readonly tokenHash: string;
  readonly tokenExpiresAt: number;
}

/** What one player gives to another. */
interface Handover {
  /** Both must be locked. */
  readonly from: PlayerRow;
  readonly to: PlayerRow;
}

/**
 * Moves everything of a player to another one, together with a block. The first one is then empty.
 */
export async function moveEverything(tx: Transaction, { from, to }: Handover): Promise<MovedData> {
  const tickets = await tx.playerMoves.tickets(from.player_id);
  const inbox = await tx.playerMoves.inbox(from.player_id);
  await tx.playerMoves.move({ from, to: to.player_id, tickets, inbox });
  await tx.playerMoves.moveUnboundFiles(from.player_id, to.player_id);
  await tx.playerMoves.moveReceipts(from.player_id, to.player_id);
  const isBlocked = from.blocked === 1 || to.blocked === 1;
  // A blocked player must not get rid of the block.
  if (isBlocked && to.blocked === 0) await tx.players.setBlocked(to.player_id, true);
  if (from.blocked !== to.blocked) await tx.tickets.setPlayerBlocked(to.player_id, isBlocked);
  return {
    tickets: tickets.map(({ ticket_id, message_count }) => [ticket_id, message_count] as const),
    inbox: inbox.map(({ message_id }) => message_id),
  };
}

/**
 * Locks players: installations first and then accounts, each by id. All transactions that lock
 * several players begin in this order, so that they rarely wait for each other in a circle.
 */
export async function lockPlayers(tx: Pick<Transaction, 'players'>, ids: readonly string[]) {
  const locked = new Map<string, PlayerRow>();
  const rank = (id: string) => `${isAccount(id) ? 1 : 0}${id}`;
  for (const id of [...new Set(ids)].sort((a, b) => (rank(a) < rank(b) ? -1 : 1))) {
    const row = await tx.players.lockedById(id);
    if (row !== undefined) locked.set(id, row);
  }
  return locked;
}

interface Link extends Token {
  readonly installationId: string;
  readonly accountId: string;
  readonly projectId: string;
  /** The id that the studio's backend has for the account. */
  readonly subject: string;
  /** The identity token, and when it expires. */
  readonly tokenKey: string;
  readonly expiresAt: number;
  readonly now: number;
}

/**
 * Links an installation to an account, and gives the account its tickets and inbox messages. A link
 * to another account ends. Returns how many tickets moved. Undefined if it was linked before: then
 * it only gets another token.
 *
 * @throws AppError `identity-token-refused` if the identity token was used before
 */
export async function linkInstallation(tx: Transaction, link: Link): Promise<number | undefined> {
  const { installationId, accountId, projectId, subject, tokenKey, expiresAt, tokenHash, tokenExpiresAt, now } = link;
  await tx.players.createAccount({ accountId, projectId, subject, now });
  const locked = await lockPlayers(tx, [installationId, accountId]);
  const [from, to] = [locked.get(installationId), locked.get(accountId)];
  if (from === undefined || to === undefined) throw new Error('a player is missing');
  const used = { player_id: accountId, token_key: tokenKey, expires_at: expiresAt };
  if (!(await tx.playerLinks.useToken(used, now))) {
    throw new AppError('identity-token-refused', { detail: 'It was used before. Each identity token works once.' });
  }
  if (from.account_id === accountId) {
    await tx.playerLinks.setToken({ accountId, installationId, tokenHash, tokenExpiresAt });
    return undefined;
  }
  // What the installation wrote as another account stays with that account.
  if (from.account_id !== null) await tx.playerLinks.remove({ accountId: from.account_id, installationId });
  const moved = await moveEverything(tx, { from, to });
  await tx.players.link(installationId, accountId);
  await tx.playerLinks.add({
    player_id: accountId,
    installation_id: installationId,
    token_hash: tokenHash,
    token_expires_at: tokenExpiresAt,
    moved: JSON.stringify(moved),
    created_at: now,
  });
  const links = await tx.playerLinks.ofAccount(accountId);
  const others = links.filter((one) => one.installation_id !== installationId);
  for (const one of others.slice(MAX_LINKED_INSTALLATIONS - 1)) {
    await unlinkInstallation(tx, { installationId: one.installation_id, accountId, tokenHash: '', tokenExpiresAt: 0 });
  }
  return moved.tickets.length;
}

interface Unlink extends Token {
  readonly installationId: string;
  readonly accountId: string;
}

/** The former link, and both players. */
interface Unlinked {
  readonly link: PlayerLinkRow;
  readonly installation: PlayerRow;
  readonly account: PlayerRow;
}

/**
 * Gives an installation an empty player of its own again. Undefined if it is not linked to this
 * account.
 *
 * @param token its new token. With an empty hash it must identify itself again
 */
export async function unlinkInstallation(tx: Transaction, token: Unlink): Promise<Unlinked | undefined> {
  const { installationId, accountId, tokenHash, tokenExpiresAt } = token;
  const locked = await lockPlayers(tx, [installationId, accountId]);
  const [installation, account] = [locked.get(installationId), locked.get(accountId)];
  const link = await tx.playerLinks.find({ accountId, installationId });
  if (installation === undefined || account === undefined || link === undefined) return undefined;
  await tx.playerLinks.remove({ accountId, installationId });
  await tx.players.unlink({ installationId, tokenHash, tokenExpiresAt, blocked: account.blocked });
  return { link, installation, account };
}

/**
 * Gives an installation back what came with its link, as far as nobody wrote in it since: what the
 * account wrote must not become visible to the installation. Tickets that are merged with others
 * stay with those. Returns how many tickets moved.
 */
export async function returnMoved(tx: Transaction, { link, installation, account }: Unlinked): Promise<number> {
  const { player_id: accountId } = account;
  const moved = JSON.parse(link.moved) as MovedData;
  const messagesAtLink = new Map(moved.tickets);
  const tickets = new Map<string, Awaited<ReturnType<typeof tx.playerMoves.tickets>>[number]>();
  for (const ticket of await tx.playerMoves.tickets(accountId)) {
    const messages = messagesAtLink.get(ticket.ticket_id);
    if (messages === undefined) continue;
    if (await tx.playerMoves.hasMessageAfter(accountId, ticket.ticket_id, messages)) continue;
    tickets.set(ticket.ticket_id, ticket);
  }
  const relatives = (ticket: { readonly merged_into: string | null; readonly merged_tickets: string | null }) => [
    ...(ticket.merged_into === null ? [] : [ticket.merged_into]),
    ...(ticket.merged_tickets === null ? [] : (JSON.parse(ticket.merged_tickets) as string[])),
  ];
  for (let before = -1; before !== tickets.size; ) {
    before = tickets.size;
    for (const [id, ticket] of tickets) if (relatives(ticket).some((other) => !tickets.has(other))) tickets.delete(id);
  }
  const movedInbox = new Set(moved.inbox);
  const inbox = (await tx.playerMoves.inbox(accountId)).filter(({ message_id, content }) => {
    const { ticketId } = JSON.parse(content) as { readonly ticketId: string | null };
    return movedInbox.has(message_id) && (ticketId === null || tickets.has(ticketId));
  });
  const returned = [...tickets.values()];
  await tx.playerMoves.move({ from: account, to: installation.player_id, tickets: returned, inbox });
  await tx.tickets.setPlayerBlocked(installation.player_id, account.blocked === 1);
  return returned.length;
}
