import { Registry, useRegister } from './registry.ts';

export interface Command {
  /** Unique among all commands. */
  readonly id: string;
  /** What it does, in the current language. */
  readonly label: string;
  readonly group?: 'actions' | 'pages';
  /** Its shortcut on this page, in the format of `Shortcut`, or several keys: `G A`. */
  readonly keys?: string;
  readonly run: () => void;
}

export const commands = new Registry<Command>();

/** Adds commands to the search (Ctrl+K) while the component is mounted. */
export function useCommands(items: readonly Command[]): void {
  useRegister(commands, items);
}
