import { Group, Kbd } from '@mantine/core';

export function KeyLabels({ keys }: { readonly keys: string }) {
  return (
    <Group gap={4} wrap="nowrap" component="span">
      {keyLabels(keys).map((key, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a sequence can have the same key twice
        <Kbd key={index}>{key}</Kbd>
      ))}
    </Group>
  );
}

const ARROWS: Readonly<Record<string, string>> = { ArrowRight: '→', ArrowLeft: '←', ArrowUp: '↑', ArrowDown: '↓' };

/** Such as `Tags (T)`. */
export const titleWithKeys = (label: string, keys: string) => `${label} (${keyLabels(keys).join('+')})`;

function keyLabels(keys: string): string[] {
  const mod = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
  // Without Shift for signs such as ?: their place depends on the keyboard.
  const parts = keys.split(/[+ ]/).filter((key, index, all) => key !== 'shift' || /^\w+$/.test(all[index + 1] ?? ''));
  const names: Readonly<Record<string, string>> = { mod, shift: 'Shift', alt: 'Alt', ...ARROWS };
  return parts.map((key) => names[key] ?? key);
}
