const END_AFTER_MS = 120_000;

/**
 * Ends this process, as failed, if something is still open two minutes after its tests. Node would
 * wait for it without a limit.
 */
export function endIfStillOpen(): void {
  setTimeout(() => {
    console.error('still open after all tests:', process.getActiveResourcesInfo());
    process.exit(1);
  }, END_AFTER_MS).unref();
}
