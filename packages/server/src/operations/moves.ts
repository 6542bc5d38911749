import { newId } from '../domain/ids.ts';
import type { Transaction } from '../store/store.ts';
import type { PlayerMoveRow, PlayerRow } from '../store/tables.ts';

/** What an installation gave another player, so that the team can give it back. */
interface MovedData {
  /** With their messages and notes at that time. */
  readonly tickets: readonly (readonly [ticketId: string, messages: number])[];
  readonly inbox: readonly string[];
  /** Known issues new to the other player. Undefined in moves of old nodes. */
  readonly subscriptions?: readonly string[];
  /** The other player became blocked with it. */
  readonly blocks: boolean;
  /** Of the installation. */
  readonly createdAt: number;
}

interface Handover {
  /** Both must be locked. */
  readonly from: PlayerRow;
  readonly to: PlayerRow;
}

/**
 * Moves all of an installation, with a block and its age, which must not count twice. Returns how
 * many tickets moved.
 */
export async function moveEverything(
  tx: Transaction,
  { from, to, kind, now }: Handover & { readonly kind: PlayerMoveRow['kind']; readonly now: number },
): Promise<number> {
  const tickets = await tx.playerMoves.tickets(from.player_id);
  const inbox = await tx.playerMoves.inbox(from.player_id);
  const createdAt = from.created_at;
  await tx.playerMoves.move({ from: from.player_id, to: to.player_id, tickets, inbox, createdAt });
  await tx.playerMoves.moveUnboundFiles(from.player_id, to.player_id);
  await tx.playerMoves.moveReceipts(from.player_id, to.player_id);
  const subscriptions = await tx.playerMoves.moveSubscriptions(from.player_id, to.player_id);
  await tx.playerMoves.becomeNew(from.player_id, now);
  const isBlocked = from.blocked === 1 || to.blocked === 1;
  // A blocked player must not get rid of the block.
  const blocks = isBlocked && to.blocked === 0;
  if (blocks) await tx.players.setBlocked(to.player_id, true);
  if (from.blocked !== to.blocked) await tx.tickets.setPlayerBlocked(to.player_id, isBlocked);
  if (tickets.length + inbox.length + subscriptions.length === 0 && !blocks) return 0;
  const moved: MovedData = {
    tickets: tickets.map(({ ticket_id, message_count }) => [ticket_id, message_count] as const),
    inbox: inbox.map(({ message_id }) => message_id),
    subscriptions,
    blocks,
    createdAt,
  };
  await tx.recordedMoves.add({
    player_id: to.player_id,
    move_id: newId('move', now),
    installation_id: from.player_id,
    kind,
    tickets: tickets.length,
    moved: JSON.stringify(moved),
    created_at: now,
  });
  return tickets.length;
}

/**
 * Returns to an installation or its account what nobody wrote in since, and the block: later texts
 * must not become visible. Merged tickets stay. Returns how many tickets moved, if any ever did.
 */
export async function returnMoved(
  tx: Transaction,
  { from, to, installationId }: Handover & { readonly installationId: string },
): Promise<number | undefined> {
  const moves = await tx.recordedMoves.take(from.player_id, installationId);
  if (moves.length === 0) return undefined;
  const all = moves.map(({ moved }) => JSON.parse(moved) as MovedData);
  // The newest move knows best how many messages a ticket had.
  const messagesThen = new Map(all.flatMap(({ tickets }) => [...tickets]).reverse());
  const tickets = await returnableTickets(tx, from.player_id, messagesThen);
  const movedInbox = new Set(all.flatMap((one) => one.inbox));
  const inbox = (await tx.playerMoves.inbox(from.player_id)).filter(({ message_id, content }) => {
    const { ticketId } = JSON.parse(content) as { readonly ticketId: string | null };
    return movedInbox.has(message_id) && (ticketId === null || tickets.has(ticketId));
  });
  const returned = [...tickets.values()];
  const createdAt = Math.min(...all.map((one) => one.createdAt));
  await tx.playerMoves.move({ from: from.player_id, to: to.player_id, tickets: returned, inbox, createdAt });
  await tx.playerMoves.moveSubscriptions(
    from.player_id,
    to.player_id,
    all.flatMap((one) => one.subscriptions ?? []),
  );
  const blocks = from.blocked === 1 && all.some((one) => one.blocks);
  if (blocks) {
    await tx.players.setBlocked(from.player_id, false);
    await tx.tickets.setPlayerBlocked(from.player_id, false);
    await tx.players.setBlocked(to.player_id, true);
  }
  await tx.tickets.setPlayerBlocked(to.player_id, blocks || to.blocked === 1);
  return returned.length;
}

type Ticket = Awaited<ReturnType<Transaction['playerMoves']['tickets']>>[number];

/** Nobody wrote in them since, and they are not merged. */
async function returnableTickets(tx: Transaction, playerId: string, messagesThen: ReadonlyMap<string, number>) {
  const tickets = new Map<string, Ticket>();
  for (const ticket of await tx.playerMoves.tickets(playerId)) {
    const messages = messagesThen.get(ticket.ticket_id);
    if (messages === undefined) continue;
    if (await tx.playerMoves.hasMessageAfter(playerId, ticket.ticket_id, messages)) continue;
    tickets.set(ticket.ticket_id, ticket);
  }
  const relatives = ({ merged_into, merged_tickets }: Ticket) => [
    ...(merged_into === null ? [] : [merged_into]),
    ...(merged_tickets === null ? [] : (JSON.parse(merged_tickets) as string[])),
  ];
  for (let before = -1; before !== tickets.size; ) {
    before = tickets.size;
    for (const [id, ticket] of tickets) if (relatives(ticket).some((other) => !tickets.has(other))) tickets.delete(id);
  }
  return tickets;
}
