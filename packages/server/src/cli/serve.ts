import { Command } from '@commander-js/extra-typings';
import { readConfig } from '../config.ts';
import { serve } from '../serve.ts';

export const serveCommand = new Command('serve')
  .description('serve the APIs until SIGTERM')
  .action(() => serve(readConfig(process.env)));
