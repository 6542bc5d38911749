import type * as preact from 'preact';

/** For late modules. The build turns JSX into calls of `h`. */
export type Host = Pick<typeof preact, 'h' | 'Fragment'>;

export let h: Host['h'];
export let Fragment: Host['Fragment'];

export function connect(host: Host): void {
  ({ h, Fragment } = host);
}
