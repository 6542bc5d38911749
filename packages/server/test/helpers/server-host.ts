import { readConfig } from '../../src/config/config.ts';
import { serve } from '../../src/serve.ts';
import type { Settings } from './programs.ts';
import { setEnvironment } from './set-environment.ts';

/**
 * A child process that runs servers, one after the other: to load the server takes longer than to
 * start and stop it.
 */

/** Starts a server with these environment variables, or stops it. */
export type HostMessage = Settings | 'stop';

// As the program does.
process.umask(0o077);
process.on('disconnect', () => process.exit(0));

process.on('message', async (message: HostMessage) => {
  if (message === 'stop') {
    // A server that is still starting does not handle SIGTERM. Its test has failed: the host ends.
    if (!process.emit('SIGTERM')) process.exit(1);
    return;
  }
  setEnvironment(message);
  await serve(readConfig(process.env));
  for (const signal of ['SIGTERM', 'SIGINT']) process.removeAllListeners(signal);
  process.send?.('stopped');
});
