import { Group, Kbd, Stack, Switch, Text } from '@mantine/core';
import { useText } from '../i18n/text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { useRegistered } from './registry.ts';
import { shortcuts, useSingleKeys } from './shortcuts.ts';

/** All shortcuts of the current page. */
export function ShortcutHelp({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  const registered = useRegistered(shortcuts);
  const [singleKeys, setSingleKeys] = useSingleKeys();
  const all = [...registered, { keys: 'mod+K', label: t('commands.open') }];
  return (
    <Dialog title={t('menu.shortcuts')} onClose={onClose}>
      <Stack gap="sm">
        {all.map(({ keys, label }) => (
          <Group key={keys + label} justify="space-between" wrap="nowrap">
            <Text>{label}</Text>
            <Group gap={4} wrap="nowrap">
              {keyLabels(keys).map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </Group>
          </Group>
        ))}
        <Switch
          mt="sm"
          checked={singleKeys}
          onChange={({ currentTarget }) => setSingleKeys(currentTarget.checked)}
          label={t('shortcuts.letters')}
          description={t('shortcuts.letters.hint')}
        />
      </Stack>
    </Dialog>
  );
}

/** The keys as they are printed on a keyboard. */
function keyLabels(keys: string): string[] {
  const mod = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
  // Shift is left out for signs such as ?, because where they are depends on the keyboard.
  const parts = keys.split('+').filter((key, index, all) => key !== 'shift' || /^\w+$/.test(all[index + 1] ?? ''));
  return parts.map((key) => (key === 'mod' ? mod : key === 'shift' ? 'Shift' : key));
}
