/** Ids are of tickets, outbox entries or inbox messages. */
export type View =
  | { readonly name: 'tickets' }
  | { readonly name: 'inbox' }
  | { readonly name: 'ticket'; readonly id: string }
  | { readonly name: 'new' }
  | { readonly name: 'message'; readonly id: string }
  | { readonly name: 'data' };
