import { Group, Stack, Switch, Text } from '@mantine/core';
import { useText } from '../i18n/text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { KeyLabels } from '../ui/key-labels.tsx';
import { useRegistered } from '../ui/registry.ts';
import { shortcuts, useSingleKeys } from '../ui/shortcuts.ts';

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
            <KeyLabels keys={keys} />
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
