import { type Logger, pino } from 'pino';

/**
 * The most bytes of log in one write. Each line is appended to those that wait for the same write, which are copied for
 * it: with the default of 16 KiB that was a quarter of all garbage, and a fifth of the processor time, of a player's reply.
 */
const WRITE = 4096;
/** The most bytes of log that wait for a reader that does not read; what comes then is lost, and counted. */
const WAITING = 16 * 1024 * 1024;

/** Writes JSON lines to a file descriptor or file, beside the event loop: a reader that stops reading holds up no request. */
export function createLogger(level: string, dest: number | string = 1): Logger {
  const destination = pino.destination({ dest, sync: false, maxWrite: WRITE, maxLength: WAITING });
  const logger = pino({ level, base: null }, destination);
  let lost = 0;
  destination.on('drop', () => lost++);
  destination.on('drain', () => {
    if (lost === 0) return;
    logger.warn({ lost }, 'lines of this log were lost, as nobody read it');
    lost = 0;
  });
  return logger;
}
