import { ActionIcon, Box, Paper, Text, Title } from '@mantine/core';
import { IconAdjustments } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { usePageTitle } from '../app/page.tsx';
import { usePreferences } from '../app/preferences.ts';
import { useText } from '../i18n/text.ts';
import { LazyMenu } from '../ui/lazy-menu.tsx';
import classes from './sign-in.module.css';

/** The frame of the pages that need no session. */
export function SignedOutLayout({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const { t } = useText();
  usePageTitle(title);
  const preferences = usePreferences();
  return (
    <Box className={classes.page}>
      <Box component="header" className={classes.header}>
        <Text fw={600}>{t('app.name')}</Text>
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
      <Paper component="main" withBorder p="lg" radius="md" className={classes.main}>
        <Title order={1} mb="md">
          {title}
        </Title>
        {children}
      </Paper>
    </Box>
  );
}
