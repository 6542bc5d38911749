type CleanUp = () => unknown;

/** Runs something with what a test has to clean up after itself, for commands that use the helpers of tests. */
export async function cleaningUp(run: (t: { after(cleanUp?: unknown): void }) => Promise<void>): Promise<void> {
  const all: CleanUp[] = [];
  try {
    await run({ after: (cleanUp) => void all.push(cleanUp as CleanUp) });
  } finally {
    for (const cleanUp of all.reverse()) await cleanUp();
  }
}
