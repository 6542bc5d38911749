import { Box, Group, NativeSelect } from '@mantine/core';
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { useMember } from '../data/session/session.ts';
import { useText } from '../i18n/text.ts';
import { ClosedPage } from '../ui/closed-page.tsx';
import { NavigationLink } from '../ui/link.tsx';
import { canOpen, SETTINGS_PAGES, settingsPages } from '../ui/settings-pages.ts';
import classes from './settings.module.css';

export function SettingsLayout() {
  const { t } = useText();
  const member = useMember();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const shown = SETTINGS_PAGES.find((page) => pathname.startsWith(page.to));
  const closed = shown !== undefined && !canOpen(shown, member) ? shown : undefined;
  const pages = settingsPages(member);
  const choices = closed === undefined ? pages : [...pages, closed];
  return (
    <Group align="flex-start" gap="lg">
      <Box component="nav" aria-label={t('nav.settings')} className={classes.nav} visibleFrom="md">
        {pages.map(({ to, label }) => (
          <NavigationLink key={to} to={to} label={t(label)} />
        ))}
      </Box>
      {/* A phone or tablet has no room for a column or a line of links. */}
      <NativeSelect
        hiddenFrom="md"
        w="100%"
        maw="24rem"
        aria-label={t('nav.settings')}
        value={shown?.to ?? ''}
        data={choices.map(({ to, label }) => ({ value: to, label: t(label) }))}
        onChange={({ currentTarget }) => void navigate({ to: currentTarget.value })}
      />
      <Box className={classes.page}>{closed === undefined ? <Outlet /> : <ClosedPage page={closed} />}</Box>
    </Group>
  );
}
