const END_AFTER_MS = 120_000;

/** Fails two minutes after the tests. Node would wait without a limit. */
export function endIfStillOpen(): void {
  setTimeout(() => {
    console.error('still open after all tests:', process.getActiveResourcesInfo());
    process.exit(1);
  }, END_AFTER_MS).unref();
}
