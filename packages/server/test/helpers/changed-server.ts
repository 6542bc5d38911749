import { readServerConfig } from '../../src/config/config.ts';
import { serve } from '../../src/serve.ts';
import { type ConfigChanges, withChanges } from './config-changes.ts';

/** The server program with changes of its config: its argument, as JSON. */

// As the program does.
process.umask(0o077);

const [, , changes = '{}'] = process.argv;
await serve(withChanges(readServerConfig(process.env), JSON.parse(changes) as ConfigChanges));
