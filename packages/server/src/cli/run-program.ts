import { SecretKeyMissingError } from '../domain/sealed-text.ts';
import { OperatorError } from '../operator-error.ts';

/** Only the user of the program may read the files and folders that it creates. */
const PRIVATE_UMASK = 0o077;

/**
 * Runs a program. What it creates is private. If it throws, prints one line for what the operator can repair, or else the
 * stack, and exits with 1.
 */
export async function run(program: () => Promise<void>): Promise<void> {
  process.umask(PRIVATE_UMASK);
  try {
    await program();
  } catch (error) {
    const isKnown = error instanceof OperatorError || error instanceof SecretKeyMissingError;
    if (isKnown) process.stderr.write(`player-support: ${error.message}\n`);
    else console.error(error);
    // Handles that are still open would keep the process alive.
    process.exit(1);
  }
}
