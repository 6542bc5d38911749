/** Restored when the member comes back from a ticket. */
export interface QueueUiState {
  /** The search of the URL, with the question mark. */
  readonly search: string;
  readonly scrollTop: number;
  readonly currentId: string | undefined;
  readonly isFromEnd: boolean;
  /** The players whose folded tickets were shown. */
  readonly unfolded: ReadonlySet<string>;
}

let saved: QueueUiState | undefined;

/** Undefined forgets it. */
export function saveQueueUiState(state: QueueUiState | undefined): void {
  saved = state;
}

/** Returns the saved state if it belongs to this search. */
export function savedQueueUiState(search: string): QueueUiState | undefined {
  return saved?.search === search ? saved : undefined;
}
