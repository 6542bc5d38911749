import { type HotkeyItem, useHotkeys, useLocalStorage } from '@mantine/hooks';
import { isTextField, takesKeys } from './held-keys.ts';
import { ignoresLetters } from './letters.ts';
import { Registry, useRegister } from './registry.ts';

export interface Shortcut {
  /** In the format of Mantine's useHotkeys: `J`, `shift+?`, `mod+Enter`. */
  readonly keys: string;
  /** What it does, in the current language. */
  readonly label: string;
  readonly run: () => void;
}

export const shortcuts = new Registry<Shortcut>();

/** Whether single-key shortcuts are on. It must be possible to turn them off (WCAG 2.2, 2.1.4). */
export function useSingleKeys() {
  return useLocalStorage({ key: 'single-key-shortcuts', defaultValue: true, getInitialValueInEffect: false });
}

/**
 * One key without Ctrl, Cmd or Alt. With Shift it is still a character. Ctrl+A is like one: text
 * fields and dialogs need it themselves.
 */
function isSingleKey({ keys }: Shortcut): boolean {
  return keys === 'mod+A' || !/\b(?:mod|ctrl|meta|alt)\b/i.test(keys);
}

/** An arrow key chooses another radio button. */
const isChoice = ({ target, key }: KeyboardEvent) =>
  target instanceof HTMLInputElement && target.type === 'radio' && key.startsWith('Arrow');

/**
 * Adds keyboard shortcuts, and shows them in the help, while the component is mounted. Single-key
 * shortcuts do nothing in text fields, while a dialog or menu is open, or after a click into text.
 */
export function useShortcuts(items: readonly Shortcut[]): void {
  const [singleKeys] = useSingleKeys();
  const isNothingOpen = () => document.querySelector('[role="dialog"], [role="menu"]') === null;
  useRegister(shortcuts, items);
  useHotkeys(
    items.filter(isSingleKey).flatMap(({ keys, run }) => {
      const runIfEnabled = (event: KeyboardEvent) => {
        // Escape always works: nobody types it by mistake.
        const isOn = singleKeys || keys === 'Escape';
        if (!isOn || isTextField(event.target) || isChoice(event)) return;
        event.preventDefault();
        // This key may just have closed the dialog or menu in which it was pressed.
        if (!isNothingOpen() || takesKeys(event.target) || ignoresLetters()) return;
        // A menu that it opens would close again, because the event is outside of the menu.
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
