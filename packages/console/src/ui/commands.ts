import { Registry, useRegister } from './registry.ts';

export interface Command {
  readonly id: string;
  readonly label: string;
  readonly group?: 'actions' | 'pages';
  /** On this page, in the format of `Shortcut`, or several keys: `G A`. */
  readonly keys?: string;
  readonly run: () => void;
}

export const commands = new Registry<Command>();

/** Adds commands to the search (Ctrl+K) while mounted. */
export function useCommands(items: readonly Command[]): void {
  useRegister(commands, items);
}
