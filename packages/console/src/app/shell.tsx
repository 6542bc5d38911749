import { ActionIcon, AppShell, Burger, Group, Text } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { IconCommand, IconInbox, IconSettings, IconSpeakerphone } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useText } from '../i18n/text.ts';
import { useLiveUpdates } from '../live/live-updates.ts';
import { SendingProvider } from '../outbox/sending.tsx';
import { Hint } from '../ui/hint.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { NavigationLink } from '../ui/link.tsx';
import { AccountMenu } from './account-menu.tsx';
import { useCommands } from './commands.ts';
import { ConnectionState } from './connection-state.tsx';
import { sessionQuery } from './session.ts';
import { useShortcuts } from './shortcuts.ts';
import { useAppCommands } from './use-app-commands.ts';

// Only for who asks for them.
const CommandSearch = lazyPart(async () => (await import('./command-search.tsx')).CommandSearch);
const ShortcutHelp = lazyPart(async () => (await import('./shortcut-help.tsx')).ShortcutHelp);

const PAGES = [
  { to: '/queue', label: 'nav.queue', Icon: IconInbox },
  { to: '/announcements', label: 'nav.announcements', Icon: IconSpeakerphone },
  { to: '/settings', label: 'nav.settings', Icon: IconSettings },
] as const;

/** The pages of who is signed in; whose session has ended is led to sign in, and back. */
export function Shell() {
  const { data: session } = useSuspenseQuery(sessionQuery);
  return session === null ? <SignedOut /> : <SignedIn />;
}

function SignedOut() {
  const navigate = useNavigate();
  const { href } = useLocation();
  // The location is the sign-in page's own once the way there has begun.
  const [from] = useState(href);
  // Not the router's Navigate: it goes again whenever it is drawn anew, which going there makes happen.
  useEffect(() => void navigate({ to: '/sign-in', search: { from }, replace: true }), [navigate, from]);
  return null;
}

/** What is around every page. */
function SignedIn() {
  const { t } = useText();
  useLiveUpdates();
  useAppCommands();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [menuOpen, menu] = useDisclosure();
  const [helpOpen, help] = useDisclosure();
  const [searches, setSearches] = useState(0);
  const search = () => setSearches((count) => count + 1);
  // On a phone the navigation covers the page that it led to.
  // biome-ignore lint/correctness/useExhaustiveDependencies: on every change of page
  useEffect(menu.close, [pathname]);
  // Also for who is just writing a reply.
  useHotkeys([['mod+K', search]], []);
  useShortcuts([{ keys: 'shift+?', label: t('shortcuts.help'), run: help.open }]);
  useCommands([
    ...PAGES.map(({ to, label }) => ({
      id: to,
      label: t('nav.go', { page: t(label) }),
      run: () => void navigate({ to }),
    })),
    { id: 'shortcuts', label: t('menu.shortcuts'), run: help.open },
  ]);
  return (
    <AppShell
      header={{ height: 48 }}
      navbar={{ width: 208, breakpoint: 'sm', collapsed: { mobile: !menuOpen } }}
      padding="md"
    >
      <a href="#content" className="skip-link">
        {t('app.skip')}
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={menuOpen}
              onClick={menu.toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={t('nav.open')}
              aria-expanded={menuOpen}
            />
            <Text fw={600}>{t('app.name')}</Text>
          </Group>
          <Group gap="xs" wrap="nowrap">
            <ConnectionState />
            <Hint label={`${t('commands.open')} (Ctrl+K)`}>
              <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('commands.open')} onClick={search}>
                <IconCommand size={18} />
              </ActionIcon>
            </Hint>
            <AccountMenu onShortcuts={help.open} />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label={t('nav.main')}>
        {PAGES.map(({ to, label, Icon }) => (
          <NavigationLink key={to} to={to} label={t(label)} leftSection={<Icon size={18} aria-hidden />} />
        ))}
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <SendingProvider>
          <Outlet />
        </SendingProvider>
      </AppShell.Main>
      {searches > 0 && <CommandSearch asked={searches} />}
      {helpOpen && <ShortcutHelp onClose={help.close} />}
    </AppShell>
  );
}
