import { type ChildProcess, fork } from 'node:child_process';
import { SECOND } from '../domain/time.ts';
import { AppError } from '../errors.ts';
import { expectedCost } from './image-cost.ts';
import { busy, createImageTurns, QUICK_MS } from './image-turns.ts';

const WORKER = new URL('./image-worker.mjs', import.meta.url);
/** An idle worker ends, to free its memory. */
const IDLE_MS = 10 * SECOND;
/** The clock's limit, as a multiple of the processor time's. */
const CLOCK_FACTOR = 3;

interface Options {
  /** Slow images, and as many quick ones. */
  readonly atOnce: number;
  /** Processor time for one image. */
  readonly maxProcessorMs: number;
  /** And for one that is expected to be quick: what its pixels hold can make it slow. */
  readonly quickProcessorMs?: number;
  readonly maxPixels: number;
  /** Of the encoded image, if that is possible. */
  readonly maxBytes: number;
}

/** Fixed texts: those of the decoder name files of this server. */
const REFUSALS = {
  'too-large':
    'This image is too large. Send a smaller one. Any with at most 25 million pixels, and 32,767 on a side, fits.',
  'too-slow': 'This image takes too long to decode. Send a smaller one.',
  damaged: 'This image is damaged, or cannot be decoded. Send another one.',
} as const;

export type Outcome = { readonly contentType: string } | { readonly refused: keyof typeof REFUSALS };
type Result = Outcome | 'unavailable';

const isTooSlow = (result: Result) => result !== 'unavailable' && 'refused' in result && result.refused === 'too-slow';

/** Works on images in processes of their own, which may end at any time. */
export function createImages({ atOnce, quickProcessorMs = 2 * QUICK_MS, ...limits }: Options) {
  const turns = createImageTurns({ atOnce });
  const working = new Set<ChildProcess>();
  const idle = new Map<ChildProcess, NodeJS.Timeout>();
  let closed = false;

  function start(): ChildProcess {
    // No secret of the server is in its environment.
    const worker = fork(WORKER, {
      env: {},
      execArgv: ['--max-old-space-size=64'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    worker.on('error', () => {});
    worker.once('exit', () => forget(worker));
    return worker;
  }

  function forget(worker: ChildProcess): void {
    clearTimeout(idle.get(worker));
    idle.delete(worker);
  }

  function take(): ChildProcess {
    const [worker] = idle.keys();
    if (worker === undefined) return start();
    forget(worker);
    return worker;
  }

  function giveBack(worker: ChildProcess): void {
    // A killed process stays connected for a moment.
    const isEnding = worker.killed || worker.exitCode !== null || worker.signalCode !== null;
    if (isEnding || !worker.connected || closed) return void worker.kill('SIGKILL');
    const end = () => {
      forget(worker);
      worker.kill('SIGKILL');
    };
    idle.set(worker, setTimeout(end, IDLE_MS).unref());
    // It must not keep a server that stops.
    worker.unref();
    worker.channel?.unref();
  }

  function ask(input: string, output: string, maxProcessorMs: number): Promise<Result> {
    const worker = take();
    // The machine has no room for another process.
    if (worker.pid === undefined) return Promise.resolve('unavailable');
    working.add(worker);
    return new Promise<Result>((resolve) => {
      const done = (result: Result) => {
        clearTimeout(timer);
        working.delete(worker);
        worker.removeAllListeners('message');
        worker.off('exit', died);
        resolve(result);
        giveBack(worker);
      };
      const died = () => {
        // It may have no exit code yet, and must not get the next image.
        worker.kill('SIGKILL');
        done(closed ? 'unavailable' : { refused: 'damaged' });
      };
      const timer = setTimeout(() => {
        worker.kill('SIGKILL');
        done('unavailable');
      }, CLOCK_FACTOR * limits.maxProcessorMs);
      worker.once('exit', died);
      worker.on('message', (message) => {
        // The cast: only image-worker.mjs sends messages.
        const outcome = message as Outcome;
        if (!isTooSlow(outcome)) return done(outcome);
        // It may still be working. The next process writes the same file.
        worker.off('exit', died).once('exit', () => done(outcome));
        worker.kill('SIGKILL');
      });
      worker.send({ input, output, ...limits, maxProcessorMs }, (error) => {
        if (error !== null) died();
      });
    });
  }

  return {
    /**
     * Re-encodes without metadata, in the time of `payers`. Returns the media type. Throws AppError
     * `file-refused`, `rate-limited` if their time is used up, `unavailable` if busy or stopping.
     */
    async encode(input: string, output: string, payers: readonly string[]): Promise<string> {
      const { maxProcessorMs } = limits;
      const encodeIn = (maxMs: number, cost: number): Promise<Result> =>
        turns.run(payers, cost, async () => (closed ? 'unavailable' : ask(input, output, maxMs)));
      const cost = Math.min(expectedCost(input), maxProcessorMs);
      const isQuick = cost <= QUICK_MS;
      let result = await encodeIn(isQuick ? Math.min(quickProcessorMs, maxProcessorMs) : maxProcessorMs, cost);
      // Then it begins again among the slow ones, and keeps no quick one waiting.
      if (isQuick && isTooSlow(result)) result = await encodeIn(maxProcessorMs, maxProcessorMs);
      if (result === 'unavailable') throw busy();
      if ('contentType' in result) return result.contentType;
      throw new AppError('file-refused', { detail: REFUSALS[result.refused] });
    },
    /** Unfinished images get `unavailable`. */
    close() {
      closed = true;
      for (const worker of [...working, ...idle.keys()]) worker.kill('SIGKILL');
    },
  };
}

export type Images = ReturnType<typeof createImages>;
