import { createProgram } from '../../src/cli/program.ts';
import { run } from '../../src/cli/run-program.ts';
import type { Finished, Settings } from './programs.ts';
import { setEnvironment } from './set-environment.ts';

/** A child process runs commands of `player-support` in turn, as loading the program takes long. */

export interface HostedCommand {
  readonly args: readonly string[];
  readonly env: Settings;
}

const exitProcess = process.exit;

/** Runs a command. After `process.exit`, nothing that it writes is read. */
async function finished({ args, env }: HostedCommand): Promise<Finished> {
  setEnvironment(env);
  process.exitCode = 0;
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    process[name].write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
      written[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
      const done = rest.at(-1);
      if (typeof done === 'function') process.nextTick(done as () => void);
      return true;
    };
  }
  const exit = Promise.withResolvers<Finished>();
  process.exit = (code = process.exitCode) => {
    exit.resolve({ code: Number(code), ...written });
    // Code after the call must not run.
    throw new Error('the command exits');
  };
  const ended = run(async () => {
    await createProgram().parseAsync([process.execPath, 'cli.ts', ...args]);
  }).then(
    () => ({ code: Number(process.exitCode), ...written }),
    () => exit.promise,
  );
  return Promise.race([exit.promise, ended]);
}

process.on('message', async (command: HostedCommand) => process.send?.(await finished(command)));
process.on('disconnect', () => exitProcess(0));
