import { Registry, useRegister } from './registry.ts';

export interface Command {
  /** Its own among all. */
  readonly id: string;
  /** What it does, in the language that is spoken. */
  readonly label: string;
  readonly run: () => void;
}

export const commands = new Registry<Command>();

/** Offers commands in the search for commands (Ctrl+K) while the component is there. */
export function useCommands(items: readonly Command[]): void {
  useRegister(commands, items);
}
