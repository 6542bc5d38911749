import { SecretKeyMissingError } from '../domain/sealed-text.ts';
import { OperatorError } from '../operator-error.ts';
import { StoreUnavailableError } from '../store/errors.ts';

/** Only the program's user may read the files and folders that it creates. */
const PRIVATE_UMASK = 0o077;

/**
 * Created files are private. An error that the operator can repair prints one line, others the
 * stack.
 */
export async function run(program: () => Promise<void>): Promise<void> {
  process.umask(PRIVATE_UMASK);
  try {
    await program();
  } catch (error) {
    const isKnown =
      error instanceof OperatorError ||
      error instanceof SecretKeyMissingError ||
      error instanceof StoreUnavailableError;
    if (isKnown) for (const line of error.message.split('\n')) process.stderr.write(`player-support: ${line}\n`);
    else console.error(error);
    // Open handles would keep the process alive.
    process.exit(1);
  }
}
