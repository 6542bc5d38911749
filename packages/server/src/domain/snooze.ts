/** With both absent, the ticket waits for the player to write. */
export type Snooze = { readonly until: number | null; readonly build: string | null };
