import { ActionIcon, Menu, Text } from '@mantine/core';
import { IconUserCircle } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useSignOut } from '../account/use-sign-out.ts';
import { useMember } from '../session.ts';
import { useText } from '../text.ts';
import { Preferences } from './preferences.tsx';

export function AccountMenu({ onShortcuts }: { readonly onShortcuts: () => void }) {
  const { t } = useText();
  const member = useMember();
  const navigate = useNavigate();
  const signOut = useSignOut();
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('menu.account', { name: member.name })}>
          <IconUserCircle size={20} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text fw={600} c="var(--mantine-color-text)" truncate>
            {member.name}
          </Text>
          <Text size="xs" truncate>
            {member.email}
          </Text>
        </Menu.Label>
        <Menu.Item onClick={() => void navigate({ to: '/settings/account' })}>{t('menu.profile')}</Menu.Item>
        <Menu.Item onClick={onShortcuts}>{t('menu.shortcuts')}</Menu.Item>
        <Menu.Divider />
        <Preferences />
        <Menu.Divider />
        <Menu.Item onClick={() => signOut.mutate('/session')}>{t('menu.sign-out')}</Menu.Item>
        <Menu.Item onClick={() => signOut.mutate('/sessions')}>{t('menu.sign-out-everywhere')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
