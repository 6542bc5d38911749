import { Box, Group } from '@mantine/core';
import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useMember } from '../app/session.ts';
import { useText } from '../i18n/text.ts';
import { NavigationLink } from '../ui/link.tsx';
import { ClosedPage } from './closed-page.tsx';
import classes from './settings.module.css';
import { canOpen, SETTINGS_PAGES, settingsPages } from './settings-pages.ts';

/** The navigation of the settings, next to the page or above it. Members see only what they may. */
export function SettingsLayout() {
  const { t } = useText();
  const member = useMember();
  const { pathname } = useLocation();
  const links = useRef<HTMLElement>(null);
  // On a phone or a tablet the navigation scrolls sideways.
  // biome-ignore lint/correctness/useExhaustiveDependencies: on every change of page
  useEffect(() => {
    links.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [pathname]);
  const closed = SETTINGS_PAGES.find((page) => pathname.startsWith(page.to) && !canOpen(page, member));
  return (
    <Group align="flex-start" gap="lg">
      <Box component="nav" aria-label={t('nav.settings')} className={classes.nav} ref={links}>
        {settingsPages(member).map(({ to, label }) => (
          <NavigationLink key={to} to={to} label={t(label)} />
        ))}
      </Box>
      <Box className={classes.page}>{closed === undefined ? <Outlet /> : <ClosedPage page={closed} />}</Box>
    </Group>
  );
}
