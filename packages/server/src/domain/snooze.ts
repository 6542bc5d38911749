/** What a snoozed ticket waits for. With neither, it waits for the player to write. */
export interface Snooze {
  readonly until: number | null;
  readonly build: string | null;
}
