import { ActionIcon, Box, Paper, Text, Title } from '@mantine/core';
import { IconAdjustments } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/text.ts';
import { LazyMenu } from '../../ui/lazy-menu.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import { usePreferences } from '../../ui/preferences.ts';
import classes from './sign-in.module.css';

interface Props {
  readonly title: string;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

export function SignedOutLayout({ title, isWide = false, children }: Props) {
  const { t } = useText();
  usePageTitle(title);
  const preferences = usePreferences();
  return (
    <Box className={classes.page}>
      <Box component="header" className={classes.header}>
        <Text fw={600} className="app-name">
          {t('app.name')}
        </Text>
        <div id="toast-place" />
        <LazyMenu
          position="bottom-end"
          width={200}
          entries={preferences}
          button={(trigger) => (
            <ActionIcon {...trigger} size="lg" aria-label={`${t('menu.theme')}, ${t('menu.language')}`}>
              <IconAdjustments size={18} />
            </ActionIcon>
          )}
        />
      </Box>
      <Paper component="main" withBorder p="lg" radius="md" className={classes.main} data-wide={isWide || undefined}>
        <Title order={1} mb="md">
          {title}
        </Title>
        {children}
      </Paper>
    </Box>
  );
}
