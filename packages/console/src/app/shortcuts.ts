import { useHotkeys, useLocalStorage } from '@mantine/hooks';
import { Registry, useRegister } from './registry.ts';

export interface Shortcut {
  /** As Mantine's useHotkeys takes it: `J`, `shift+?`, `mod+Enter`. */
  readonly keys: string;
  /** What it does, in the language that is spoken. */
  readonly label: string;
  readonly run: () => void;
}

export const shortcuts = new Registry<Shortcut>();

/** Whether shortcuts of a single key are on. WCAG 2.2, 2.1.4: people must be able to switch them off. */
export function useSingleKeys() {
  return useLocalStorage({ key: 'single-key-shortcuts', defaultValue: true, getInitialValueInEffect: false });
}

/** One key without Ctrl, Cmd or Alt; Shift makes it a letter still. */
function isSingleKey({ keys }: Shortcut): boolean {
  return !/\b(?:mod|ctrl|meta|alt)\b/i.test(keys);
}

/**
 * Offers keyboard shortcuts, also in the help, while the component is there. One of a single key does nothing while
 * somebody types, nor while a dialog is open.
 */
export function useShortcuts(items: readonly Shortcut[]): void {
  const [singleKeys] = useSingleKeys();
  const isFree = () => singleKeys && document.querySelector('[role="dialog"], [role="menu"]') === null;
  useRegister(shortcuts, items);
  useHotkeys(
    items.filter(isSingleKey).map(({ keys, run }) => {
      const runIfFree = (event: KeyboardEvent) => {
        if (!isFree()) return;
        // A menu that this opens would take the same key, on its way up, for one outside of it, and close.
        event.stopPropagation();
        run();
      };
      return [keys, runIfFree, { preventDefault: singleKeys }];
    }),
  );
  useHotkeys(
    items.filter((item) => !isSingleKey(item)).map(({ keys, run }) => [keys, run]),
    [],
    true,
  );
}
