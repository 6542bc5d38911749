import type { IncomingMessage } from 'node:http';

/** What waits for its reader. More is left to the network. */
const BUFFER_BYTES = 64 * 1024;

interface Source {
  readonly stream: ReadableStream<Uint8Array>;
  /** Reads the rest and drops it, so that the response can arrive. */
  release(): void;
}

/**
 * The body of a request as a web stream. If its connection is cut, the stream ends: what has
 * arrived can be kept.
 */
export function bodyUntilCut(body: IncomingMessage): Source {
  let hasEnded = false;
  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const end = () => {
          if (!hasEnded) controller.close();
          hasEnded = true;
        };
        if (body.destroyed && !body.complete) return end();
        body.on('data', (chunk: Buffer) => {
          if (hasEnded) return;
          controller.enqueue(chunk);
          if ((controller.desiredSize ?? 0) <= 0) body.pause();
        });
        body.once('end', end);
        body.once('close', end);
        body.on('error', end);
        body.pause();
      },
      pull() {
        body.resume();
      },
      cancel() {
        hasEnded = true;
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: BUFFER_BYTES }),
  );
  return {
    stream,
    release() {
      hasEnded = true;
      body.resume();
    },
  };
}
