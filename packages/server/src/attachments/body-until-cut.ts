import type { IncomingMessage } from 'node:http';

/** Waiting for the reader. More is left to the network. */
const BUFFER_BYTES = 64 * 1024;

interface Source {
  readonly stream: ReadableStream<Uint8Array>;
  /** Reads and drops the rest, so that the response can arrive. */
  release(): void;
}

/** Returns the body as a web stream. It ends if the connection is cut: what arrived can be kept. */
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
