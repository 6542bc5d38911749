import { readConfig } from '../../src/config/config.ts';
import { serve } from '../../src/serve.ts';
import type { Settings } from './programs.ts';
import { setEnvironment } from './set-environment.ts';

/** A child process runs servers in turn, as loading one takes longer than its start and stop. */

/** Starts a server with this environment, or stops it. */
export type HostMessage = Settings | 'stop';

process.umask(0o077);
process.on('disconnect', () => process.exit(0));

process.on('message', async (message: HostMessage) => {
  if (message === 'stop') {
    // A starting server does not handle SIGTERM, so the host ends.
    if (!process.emit('SIGTERM')) process.exit(1);
    return;
  }
  setEnvironment(message);
  await serve(readConfig(process.env));
  for (const signal of ['SIGTERM', 'SIGINT']) process.removeAllListeners(signal);
  process.send?.('stopped');
});
