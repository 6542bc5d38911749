import { ActionIcon, Text } from '@mantine/core';
import { IconUserCircle } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMember } from '../data/session/session.ts';
import { requestSignOut } from '../data/session/sign-out-request.ts';
import { useText } from '../i18n/text.ts';
import { LazyMenu } from '../ui/lazy-menu.tsx';
import { usePreferences } from '../ui/preferences.ts';

export function AccountMenu({ onShortcuts }: { readonly onShortcuts: () => void }) {
  const { t } = useText();
  const member = useMember();
  const navigate = useNavigate();
  const preferences = usePreferences();
  const heading = (
    <>
      <Text fw={600} c="var(--mantine-color-text)" truncate>
        {member.name}
      </Text>
      <Text size="xs" truncate>
        {member.email}
      </Text>
    </>
  );
  return (
    <LazyMenu
      position="bottom-end"
      width={240}
      entries={[
        { heading },
        { label: t('settings.account'), run: () => void navigate({ to: '/settings/account' }) },
        { label: t('menu.shortcuts'), run: onShortcuts },
        'divider',
        ...preferences,
        'divider',
        { label: t('menu.sign-out'), run: () => requestSignOut('/session') },
        { label: t('menu.sign-out-everywhere'), run: () => requestSignOut('/sessions') },
      ]}
      button={(trigger) => (
        <ActionIcon {...trigger} size="lg" aria-label={t('menu.account', { name: member.name })}>
          <IconUserCircle size={20} />
        </ActionIcon>
      )}
    />
  );
}
