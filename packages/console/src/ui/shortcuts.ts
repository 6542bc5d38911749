import { type HotkeyItem, useHotkeys, useLocalStorage } from '@mantine/hooks';
import { isTextField, takesKeys } from './held-keys.ts';
import { ignoresLetters } from './letters.ts';
import { Registry, useRegister } from './registry.ts';

export interface Shortcut {
  /** In the format of Mantine's useHotkeys: `J`, `shift+?`, `mod+Enter`. */
  readonly keys: string;
  readonly label: string;
  readonly run: () => void;
}

export const shortcuts = new Registry<Shortcut>();

/** Whether single keys are on. It must be possible to turn them off (WCAG 2.2, 2.1.4). */
export function useSingleKeys() {
  return useLocalStorage({ key: 'single-key-shortcuts', defaultValue: true, getInitialValueInEffect: false });
}

/**
 * True without Ctrl, Cmd or Alt. Shift still writes a character, and fields and dialogs need
 * Ctrl+A.
 */
function isSingleKey({ keys }: Shortcut): boolean {
  return keys === 'mod+A' || !/\b(?:mod|ctrl|meta|alt)\b/i.test(keys);
}

/** An arrow key chooses another radio button. */
const isChoice = ({ target, key }: KeyboardEvent) =>
  target instanceof HTMLInputElement && target.type === 'radio' && key.startsWith('Arrow');

/**
 * Adds shortcuts and their help while mounted. Single keys do nothing in text fields, below dialogs
 * and menus, or after a click into text.
 */
export function useShortcuts(items: readonly Shortcut[]): void {
  const [singleKeys] = useSingleKeys();
  const isNothingOpen = () => document.querySelector('[role="dialog"], [role="menu"]') === null;
  useRegister(shortcuts, items);
  useHotkeys(
    items.filter(isSingleKey).flatMap(({ keys, run }) => {
      const runIfEnabled = (event: KeyboardEvent) => {
        // Nobody types Escape by mistake.
        const isOn = singleKeys || keys === 'Escape';
        if (!isOn || isTextField(event.target) || isChoice(event)) return;
        event.preventDefault();
        // This key may just have closed a dialog or menu.
        if (!isNothingOpen() || takesKeys(event.target) || ignoresLetters()) return;
        // The event is outside a menu that it opens, and would close it.
        event.stopPropagation();
        run();
      };
      // On a German keyboard, / is Shift and 7.
      const all = keys === '/' ? ['/', 'shift+/'] : [keys];
      return all.map((one): HotkeyItem => [one, runIfEnabled, { preventDefault: false }]);
    }),
    [],
  );
  useHotkeys(
    items.filter((item) => !isSingleKey(item)).map(({ keys, run }) => [keys, run]),
    [],
    true,
  );
}
