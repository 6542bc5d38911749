/** Where somebody was in the queue: kept while the page is open, so that going into a ticket and back loses nothing. */
export interface QueuePlace {
  /** Of the address, with its question mark. */
  readonly search: string;
  /** In pixels. */
  readonly offset: number;
  readonly currentId: string | undefined;
  readonly selected: ReadonlySet<string>;
}

let place: QueuePlace | undefined;

export function leaveQueueAt(left: QueuePlace): void {
  place = left;
}

/** The place that was left in the queue of that search. */
export function placeInQueue(search: string): QueuePlace | undefined {
  return place?.search === search ? place : undefined;
}
