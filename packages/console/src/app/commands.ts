import { Registry, useRegister } from './registry.ts';

export interface Command {
  /** Unique among all commands. */
  readonly id: string;
  /** What it does, in the current language. */
  readonly label: string;
  readonly run: () => void;
}

export const commands = new Registry<Command>();

/** Adds commands to the search (Ctrl+K) while the component is mounted. */
export function useCommands(items: readonly Command[]): void {
  useRegister(commands, items);
}
