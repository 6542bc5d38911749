import { hasBuild } from '@player-support/contract/builds';
import { parseContext } from '../domain/context.ts';
import { nextTurn } from '../domain/next-turn.ts';
import { afterWake } from '../domain/ticket-transitions.ts';
import { SECOND } from '../domain/time.ts';
import type { TicketRow } from '../store/tables.ts';
import { changeDue, type Work } from './work.ts';

/** How often a node looks for players with the awaited build. */
const BUILD_INTERVAL_MS = 15 * SECOND;
/** Of tickets that wait for a build. The next round goes on. */
const BATCHES_PER_ROUND = 20;

type Sleeper = Pick<TicketRow, 'player_id' | 'ticket_id'>;
type IsDue<Found> = (ticket: TicketRow, found: Found) => boolean;

/** Wakes snoozed tickets whose time has come or whose player has the awaited build. */
export function createWaking(options: Work) {
  let after = '';
  let lookedAt = Number.NEGATIVE_INFINITY;
  return async (): Promise<void> => {
    await wakeByTime(options);
    const now = options.elapsed();
    if (now - lookedAt < BUILD_INTERVAL_MS) return;
    lookedAt = now;
    after = await wakeByBuild(options, after);
  };
}

async function wakeByTime(options: Work): Promise<void> {
  const { store, clock, limit, stopping } = options;
  while (!stopping()) {
    const now = clock();
    const due = await store.tickets.dueToWake({ now, limit });
    const woken = await wake(options, due, ({ snooze_until: until }) => until !== null && until <= now);
    // Another node may wake them at this moment.
    if (due.length < limit || woken === 0) return;
    await nextTurn();
  }
}

/** `from`: the last ticket of the round before. Returns this round's, empty at the end. */
async function wakeByBuild(options: Work, from: string): Promise<string> {
  const { store, limit, stopping } = options;
  let after = from;
  for (let batch = 0; batch < BATCHES_PER_ROUND && !stopping(); batch++) {
    const waiting = await store.tickets.awaitingBuild(after, limit);
    const due = waiting.filter(
      ({ context, snooze_build: build }) => build !== null && hasBuild(parseContext(context), build),
    );
    await wake(options, due, (ticket, found) => ticket.snooze_build === found.snooze_build);
    const last = waiting.at(-1);
    if (last === undefined || waiting.length < limit) return '';
    after = last.ticket_id;
    await nextTurn();
  }
  return after;
}

/** `isDue`: a ticket, read again under its lock, still has to wake. Returns how many woke. */
async function wake<Found extends Sleeper>({ store, live, clock }: Work, all: readonly Found[], isDue: IsDue<Found>) {
  const now = clock();
  const woken = await changeDue({ store, live, now }, 'wake-snoozed', all, (ticket, found) =>
    ticket.status === 'snoozed' && isDue(ticket, found) ? afterWake(ticket, now) : undefined,
  );
  return woken ?? 0;
}
