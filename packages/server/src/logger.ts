import { type Logger, pino } from 'pino';

/**
 * Bytes of one write. Appending a line copies the earlier lines of the same write. With the default
 * of 16 KiB, these copies took a fifth of the processor time of a player's reply.
 */
const MAX_WRITE_BYTES = 4096;
/** Bytes that may wait while nobody reads the log. Further lines are lost and counted. */
const MAX_BUFFERED_BYTES = 16 * 1024 * 1024;

/**
 * Creates a logger that writes JSON lines outside of the event loop, so that a slow reader of the
 * log delays no request.
 *
 * @param dest a file descriptor or the path of a file
 */
export function createLogger(level: string, dest: number | string = 1): Logger {
  const destination = pino.destination({ dest, sync: false, maxWrite: MAX_WRITE_BYTES, maxLength: MAX_BUFFERED_BYTES });
  const logger = pino({ level, base: null }, destination);
  let lost = 0;
  destination.on('drop', () => lost++);
  destination.on('drain', () => {
    if (lost === 0) return;
    logger.warn({ lost }, 'lines of this log were lost because nobody read it');
    lost = 0;
  });
  return logger;
}
