import { type Logger, pino } from 'pino';

/**
 * Of one write. Appending a line copies the earlier ones: 16 KiB cost a fifth of a reply's time.
 */
const MAX_WRITE_BYTES = 4096;
/** Waiting bytes while nobody reads the log. Further lines are lost and counted. */
const MAX_BUFFERED_BYTES = 16 * 1024 * 1024;

/**
 * Outside of the event loop, so that slow log readers delay no request. `dest`: a descriptor or
 * path.
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
