import type { IncomingMessage } from 'node:http';
import type { Config } from '../config/config.ts';
import { monotonic, SECOND } from '../domain/time.ts';
import { AppError } from '../errors.ts';
import { ConcurrencyLimiter } from '../limits/concurrency-limiter.ts';

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

export interface UploadSlot extends Disposable {
  /** What to do if the body is too slow, or takes too long, while others wait. */
  onSlow(end: () => void): void;
  /** Leaves the slot that all players or the team have together, and keeps the others. */
  leaveGroup(): void;
}

interface Running {
  readonly upload: Upload;
  end: () => void;
  /** When it got its slot, in monotonic milliseconds, and later by the pauses of this server. */
  began: number;
  /** Of the window: when it began, in monotonic milliseconds, and what the socket had read. */
  since: number;
  read: number;
}

const refusal = () =>
  new AppError('unavailable', { detail: 'Too many uploads at the moment.', headers: { 'retry-after': '5' } });

const groupOf = ({ address }: Upload) => (address === undefined ? 'team' : 'players');

/**
 * Limits uploads at once: slow players must not keep the team out, nor one address all other
 * players. While others wait for its slots, a body ends that brings too little in a window, or has
 * had its slot for too long.
 */
export class UploadSlots {
  readonly #ofCaller = new ConcurrencyLimiter(PER_CALLER);
  readonly #ofAddress: ConcurrencyLimiter;
  readonly #ofGroup: ConcurrencyLimiter;
  readonly #running = new Set<Running>();
  readonly #windowMs: number;
  readonly #leastBytes: number;
  readonly #slotMs: number;
  readonly #elapsed: () => number;
  /** Runs only while there are uploads. */
  #timer: NodeJS.Timeout | undefined;

  /** `elapsed`: monotonic milliseconds. */
  constructor({ uploadsAtOnce, slowUpload, slotSeconds }: Limits, elapsed = monotonic) {
    const createLimiter = (maxRunning: number) =>
      new ConcurrencyLimiter({ maxRunning, maxQueued: MAX_QUEUED, perTurn: false, refusal });
    this.#ofGroup = createLimiter(uploadsAtOnce);
    this.#ofAddress = createLimiter(Math.ceil(uploadsAtOnce / 2));
    this.#windowMs = slowUpload.seconds * SECOND;
    this.#leastBytes = slowUpload.bytesPerSecond * slowUpload.seconds;
    this.#slotMs = slotSeconds * SECOND;
    this.#elapsed = elapsed;
  }

  /** Throws AppError `rate-limited`, `unavailable` if too many wait. */
  async enter(upload: Upload): Promise<UploadSlot> {
    using taken = new DisposableStack();
    taken.use(await this.#ofCaller.enter(upload.callerId));
    if (upload.address !== undefined) taken.use(await this.#ofAddress.enter(upload.address));
    // It can be left before the end.
    const ofGroup = taken.use(new DisposableStack());
    ofGroup.use(await this.#ofGroup.enter(groupOf(upload)));
    const slots = taken.move();
    const now = this.#elapsed();
    const running: Running = { upload, end: () => {}, began: now, since: now, read: upload.body.socket.bytesRead };
    this.#running.add(running);
    this.#timer ??= setInterval(() => this.review(), this.#windowMs / REVIEWS_PER_WINDOW).unref();
    return {
      onSlow: (end) => {
        running.end = end;
      },
      leaveGroup: () => ofGroup.dispose(),
      [Symbol.dispose]: () => {
        this.#running.delete(running);
        if (this.#running.size === 0) this.#timer = void clearInterval(this.#timer);
        slots.dispose();
      },
    };
  }

  review(): void {
    const now = this.#elapsed();
    for (const running of this.#running) {
      const { body } = running.upload;
      const { bytesRead } = body.socket;
      const age = now - running.since;
      // The client did not cause a pause (the disk, the throttle) or a late review.
      const isLate = age > 2 * this.#windowMs;
      const isServersFault = body.isPaused() || isLate;
      if (isLate) running.began += age;
      const isLong = now - running.began >= this.#slotMs;
      if (!isServersFault && !isLong && age < this.#windowMs) continue;
      const isSlow = age >= this.#windowMs && bytesRead - running.read < this.#leastBytes;
      running.since = now;
      running.read = bytesRead;
      if (isServersFault || body.complete || !(isSlow || isLong)) continue;
      if (this.#othersWait(running.upload)) running.end();
    }
  }

  #othersWait(upload: Upload): boolean {
    const { address } = upload;
    return this.#ofGroup.waits(groupOf(upload)) || (address !== undefined && this.#ofAddress.waits(address));
  }
}
