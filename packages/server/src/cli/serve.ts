import { Command } from '@commander-js/extra-typings';
import { readServerConfig } from '../config/config.ts';

export const serveCommand = new Command('serve').description('serve the APIs until SIGTERM').action(async () => {
  // Other commands start faster without the server's code.
  const { serve } = await import('../serve.ts');
  await serve(readServerConfig(process.env));
});
