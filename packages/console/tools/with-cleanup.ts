type CleanUp = () => unknown;

/** Runs a function with `after` of a test context, for commands that use test helpers. */
export async function withCleanup(run: (t: { after(cleanUp?: unknown): void }) => Promise<void>): Promise<void> {
  const all: CleanUp[] = [];
  try {
    await run({ after: (cleanUp) => void all.push(cleanUp as CleanUp) });
  } finally {
    for (const cleanUp of all.reverse()) await cleanUp();
  }
}
