import type { IncomingMessage } from 'node:http';
import type { Config } from '../config/config.ts';
import { monotonic, SECOND } from '../domain/time.ts';
import { AppError } from '../errors.ts';
import { createConcurrencyLimiter } from '../limits/concurrency-limiter.ts';

/** Uploads of one player, member or key at once, and waiting ones. */
const PER_CALLER = { maxRunning: 2, maxQueued: 3, perTurn: false };
/** Waiting uploads of all. */
const MAX_QUEUED = 100;
const REVIEWS_PER_WINDOW = 5;

type Limits = Pick<Config['attachments'], 'uploadsAtOnce' | 'slowUpload' | 'slotSeconds'>;
type Body = Pick<IncomingMessage, 'complete' | 'isPaused'> & { readonly socket: { readonly bytesRead: number } };

interface Upload {
  readonly callerId: string;
  /** The key of a player's address. Undefined: of the team. */
  readonly address: string | undefined;
  readonly body: Body;
}

/** Of one upload. It also says who sends the file. */
export interface UploadSlot extends Disposable {
  /** Whose bytes count together: a player's address, or a member or key, as limits count it. */
  readonly countedAs: string;
  /** Pay for the worker's time: the address and the player, or the member or key. */
  readonly payers: readonly string[];
  /** What to do if the body is too slow, or takes too long, while others wait. */
  onSlow: () => void;
  /** Whether `onSlow` was called. */
  isTooSlow: boolean;
  /** Leaves the slot that all players or the team have together, and keeps the others. */
  leaveGroup(): void;
}

interface RunningUpload extends UploadSlot {
  readonly address: string | undefined;
  readonly body: Body;
  /** When it got its slot, in monotonic milliseconds, and later by the pauses of this server. */
  began: number;
  /** Of the window: when it began, in monotonic milliseconds, and what the socket had read. */
  since: number;
  read: number;
}

const refusal = () =>
  new AppError('unavailable', { detail: 'Too many uploads at the moment.', headers: { 'retry-after': '5' } });

const groupOf = (address: string | undefined) => (address === undefined ? 'team' : 'players');

/**
 * Limits uploads at once: slow players must not keep the team out, nor one address all other
 * players. While others wait for its slots, a body ends that brings too little in a window, or has
 * had its slot for too long. `elapsed`: monotonic milliseconds.
 */
export function createUploadSlots({ uploadsAtOnce, slowUpload, slotSeconds }: Limits, elapsed = monotonic) {
  const createLimiter = (maxRunning: number) =>
    createConcurrencyLimiter({ maxRunning, maxQueued: MAX_QUEUED, perTurn: false, refusal });
  const ofCaller = createConcurrencyLimiter(PER_CALLER);
  const ofAddress = createLimiter(Math.ceil(uploadsAtOnce / 2));
  const ofGroup = createLimiter(uploadsAtOnce);
  const windowMs = slowUpload.seconds * SECOND;
  const leastBytes = slowUpload.bytesPerSecond * slowUpload.seconds;
  const running = new Set<RunningUpload>();
  /** Runs only while there are uploads. */
  let timer: NodeJS.Timeout | undefined;

  const othersWait = ({ address }: RunningUpload): boolean =>
    ofGroup.waits(groupOf(address)) || (address !== undefined && ofAddress.waits(address));

  function review(): void {
    const now = elapsed();
    for (const slot of running) {
      const { body } = slot;
      const { bytesRead } = body.socket;
      const age = now - slot.since;
      // The client did not cause a pause (the disk, the throttle) or a late review.
      const isLate = age > 2 * windowMs;
      const isServersFault = body.isPaused() || isLate;
      if (isLate) slot.began += age;
      const isLong = now - slot.began >= slotSeconds * SECOND;
      if (!isServersFault && !isLong && age < windowMs) continue;
      const isSlow = age >= windowMs && bytesRead - slot.read < leastBytes;
      slot.since = now;
      slot.read = bytesRead;
      if (isServersFault || body.complete || !(isSlow || isLong) || !othersWait(slot)) continue;
      slot.isTooSlow = true;
      slot.onSlow();
    }
  }

  return {
    review,
    /** Throws AppError `rate-limited`, `unavailable` if too many wait. */
    async enter({ callerId, address, body }: Upload): Promise<UploadSlot> {
      using taken = new DisposableStack();
      taken.use(await ofCaller.enter(callerId));
      if (address !== undefined) taken.use(await ofAddress.enter(address));
      // It can be left before the end.
      const inGroup = taken.use(new DisposableStack());
      inGroup.use(await ofGroup.enter(groupOf(address)));
      const slots = taken.move();
      const now = elapsed();
      const slot: RunningUpload = {
        address,
        body,
        began: now,
        since: now,
        read: body.socket.bytesRead,
        countedAs: address ?? callerId,
        payers: address === undefined ? [callerId] : [`address ${address}`, callerId],
        onSlow() {},
        isTooSlow: false,
        leaveGroup: () => inGroup.dispose(),
        [Symbol.dispose]() {
          running.delete(slot);
          if (running.size === 0) timer = void clearInterval(timer);
          slots.dispose();
        },
      };
      running.add(slot);
      timer ??= setInterval(review, windowMs / REVIEWS_PER_WINDOW).unref();
      return slot;
    },
  };
}
