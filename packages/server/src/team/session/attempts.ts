import type { LimitName } from '../../config/limits.ts';
import { hashSecret } from '../../domain/tokens.ts';
import { AppError } from '../../errors.ts';
import type { Available } from '../../operations/context.ts';
import type { Call } from '../../operations/operation.ts';

/** Hashes the browser's secret, if this address signed in with it before. */
export async function knownBrowser(
  { client, now }: Pick<Call, 'client' | 'now'>,
  { store }: Pick<Available, 'store'>,
  email: string,
) {
  const { browser } = client();
  if (browser === undefined) return undefined;
  const hash = hashSecret(browser);
  return (await store.knownBrowsers.isKnown(hash, email, now)) ? hash : undefined;
}

const wrongGuesses = new WeakSet<AppError>();

/** Marks a wrong password or code. */
export function wrongGuess(error: AppError): AppError {
  wrongGuesses.add(error);
  return error;
}

/**
 * Runs `attempt`, which checks a member's password or code, and limits wrong guesses. An attempt is
 * counted before it runs, so that parallel requests cannot exceed the limit. The count is taken
 * back unless the attempt throws a `wrongGuess`.
 *
 * Guesses count for each pair of address and account, each address, and each account. A browser
 * known from an earlier sign-in has its own count for the account: nobody else can lock the member
 * out there, and a stolen browser does not help to guess from many addresses.
 *
 * @throws AppError `rate-limited` before the attempt, and what the attempt throws
 */
export async function countGuess<T>(
  { client }: Pick<Call, 'client'>,
  { limits }: Pick<Available, 'limits'>,
  { email, browser }: { readonly email: string; readonly browser: string | undefined },
  attempt: () => Promise<T>,
): Promise<T> {
  const { address } = client();
  using refunds = new DisposableStack();
  const count = (limit: LimitName, key: string) => refunds.defer(limits.consume(limit, key));
  count('signIn', `${browser ?? address} ${email}`);
  // What others do at the address or account does not stop a known browser.
  if (browser === undefined) {
    count('signInAddress', address);
    count('signInAccount', email);
  }
  try {
    return await attempt();
  } catch (error) {
    // A wrong guess stays counted: nobody disposes the stack that its refunds move to.
    if (error instanceof AppError && wrongGuesses.has(error)) refunds.move();
    throw error;
  }
}

/** Limits wrong guesses in the caller's session, which counts as a known browser. */
export function countOwnGuess<T>(
  call: Pick<Call<'member'>, 'caller' | 'client'>,
  context: Pick<Available, 'limits'>,
  attempt: () => Promise<T>,
): Promise<T> {
  const { email, session_hash } = call.caller.session;
  return countGuess(call, context, { email, browser: session_hash }, attempt);
}
