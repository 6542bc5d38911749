import { OperatorError } from '../operator-error.ts';

/** Runs a program to its end. An operator's mistake is one line and exit code 1; anything else keeps its stack. */
export async function run(program: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await program();
  } catch (error) {
    if (error instanceof OperatorError) process.stderr.write(`player-support: ${error.message}\n`);
    else console.error(error);
    // What was opened before the failure would keep the process alive.
    process.exit(1);
  }
}
