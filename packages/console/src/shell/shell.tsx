import { ActionIcon, AppShell, Burger, Group, Text } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import {
  IconAt,
  IconBug,
  IconCommand,
  IconMessageSearch,
  IconRadar2,
  IconSettings,
  IconSpeakerphone,
} from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useLiveUpdates } from '../data/live/live-updates.ts';
import { SendingProvider } from '../data/outbox/sending.tsx';
import { SEARCH_FIELD } from '../data/search-address.ts';
import { MemberContext, sessionQuery, useMember } from '../data/session/session.ts';
import { hasSignedOut, setSignedOut } from '../data/session/sign-out-request.ts';
import { useText } from '../i18n/text.ts';
import { UnreadMentions } from '../mentions/unread-mentions.tsx';
import { useDesktopKinds } from '../notifications/desktop-choice.ts';
import { QueueViews } from '../queue/queue-views.tsx';
import { useCommands } from '../ui/commands.ts';
import { dropHeldKeys, holdKeys } from '../ui/held-keys.ts';
import { lazyComponent } from '../ui/lazy-component.tsx';
import { LazyTooltip } from '../ui/lazy-tooltip.tsx';
import { NavigationLink } from '../ui/link.tsx';
import { useShortcuts } from '../ui/shortcuts.ts';
import { UnsavedGuard } from '../ui/unsaved-guard.tsx';
import { AccountMenu } from './account-menu.tsx';
import { AppCommands } from './app-commands.ts';
import { useAttentionCount } from './attention-count.ts';
import { ConnectionState } from './connection-state.tsx';
import { LazyOutboxToasts } from './lazy-outbox-toasts.tsx';
import { LettersHint } from './letters-hint.tsx';
import { NewVersion } from './new-version.tsx';
import { Preloading } from './preloading.tsx';

// They load after the page, or when opened.
const CommandSearch = lazyComponent(async () => (await import('./command-search.tsx')).CommandSearch);
const DesktopNotifications = lazyComponent(
  async () => (await import('../notifications/desktop-notifications.tsx')).DesktopNotifications,
  ['notifications'],
);
const FactorNeeded = lazyComponent(
  async () => (await import('../account/factor-needed.tsx')).FactorNeeded,
  ['account', 'sign-in'],
);
const SignOut = lazyComponent(async () => (await import('../sign-in/sign-out.tsx')).SignOut);
const WrongCodes = lazyComponent(async () => (await import('../account/wrong-codes.tsx')).WrongCodes);
const ShortcutHelp = lazyComponent(async () => (await import('./shortcut-help.tsx')).ShortcutHelp);

const PAGES = [
  { to: '/search', label: 'nav.search', Icon: IconMessageSearch },
  { to: '/mentions', label: 'nav.mentions', Icon: IconAt },
  { to: '/known-issues', label: 'nav.known-issues', Icon: IconBug },
  { to: '/radar', label: 'nav.radar', Icon: IconRadar2 },
  { to: '/announcements', label: 'nav.announcements', Icon: IconSpeakerphone },
  { to: '/settings', label: 'nav.settings', Icon: IconSettings },
] as const;

/** Frames pages that need a session. Without one it leads to sign-in. */
export function Shell() {
  const { data: session } = useSuspenseQuery(sessionQuery);
  if (session === null) return <SignedOut />;
  return (
    <MemberContext value={session.member}>
      {/* First, so that a dialog that closes with it returns the focus last. */}
      <UnsavedGuard />
      {session.secondFactorMissing ? (
        <>
          <FactorNeeded />
          <SignOut />
        </>
      ) : (
        <SendingProvider>
          <SignedIn wrongCodesAt={session.wrongCodesAt} />
          <SignOut />
          <LazyOutboxToasts />
        </SendingProvider>
      )}
    </MemberContext>
  );
}

function SignedOut() {
  const navigate = useNavigate();
  const { href } = useLocation();
  // Once the navigation has begun, the location is the sign-in page.
  const [from] = useState(href);
  // Held keys are not for the sign-in page.
  useEffect(dropHeldKeys, []);
  // The router's Navigate would navigate in each render.
  useEffect(() => {
    const search = hasSignedOut() ? {} : { from, ended: 'yes' as const };
    void navigate({ to: '/sign-in', search, replace: true, ignoreBlocker: true });
  }, [navigate, from]);
  return null;
}

function SignedIn({ wrongCodesAt }: { readonly wrongCodesAt: string | null }) {
  const { t } = useText();
  useEffect(() => setSignedOut(false), []);
  useLiveUpdates();
  useAttentionCount();
  const navigate = useNavigate();
  const { id: memberId } = useMember();
  const desktopKinds = useDesktopKinds(memberId);
  const [menuOpen, menu] = useDisclosure();
  const [helpOpen, help] = useDisclosure(false, { onOpen: holdKeys });
  const [searchCount, setSearchCount] = useState(0);
  const openSearch = () => {
    // An open dialog has the focus, and may be the search itself.
    if (document.querySelector('[role=dialog]') === null) holdKeys();
    setSearchCount((count) => count + 1);
  };
  const searchMessages = () => {
    const field = document.getElementById(SEARCH_FIELD);
    if (field !== null) return field.focus();
    holdKeys();
    void navigate({ to: '/search' });
  };
  // Also while typing a reply.
  useHotkeys([['mod+K', openSearch]], []);
  useShortcuts([
    { keys: '/', label: t('nav.search'), run: searchMessages },
    { keys: 'shift+?', label: t('shortcuts.help'), run: help.open },
  ]);
  useCommands([
    ...PAGES.map(({ to, label }) => ({
      id: to,
      label: t('nav.go', { page: t(label) }),
      group: 'pages' as const,
      ...(to === '/search' && { keys: '/' }),
      run: () => void navigate({ to }),
    })),
    { id: 'shortcuts', label: t('menu.shortcuts'), keys: 'shift+?', run: help.open },
  ]);
  return (
    <AppShell
      header={{ height: 48 }}
      navbar={{ width: 240, breakpoint: 'sm', collapsed: { mobile: !menuOpen } }}
      padding="md"
    >
      <a href="#content" className="skip-link">
        {t('app.skip')}
      </a>
      <AppShell.Header>
        <Group h={48} px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={menuOpen}
              onClick={menu.toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={t('nav.open')}
              aria-expanded={menuOpen}
            />
            <Text fw={600} className="app-name">
              {t('app.name')}
            </Text>
          </Group>
          <div id="toast-place">
            <LettersHint />
          </div>
          <Group gap="xs" wrap="nowrap">
            <NewVersion />
            <ConnectionState />
            <LazyTooltip label={`${t('commands.open')} (Ctrl+K)`}>
              <ActionIcon size="lg" aria-label={t('commands.open')} onClick={openSearch}>
                <IconCommand size={18} />
              </ActionIcon>
            </LazyTooltip>
            <AccountMenu onShortcuts={help.open} />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label={t('nav.main')} className="main-nav">
        <QueueViews />
        {PAGES.map(({ to, label, Icon }) => (
          <NavigationLink
            key={to}
            to={to}
            label={t(label)}
            leftSection={<Icon size={18} aria-hidden />}
            rightSection={to === '/mentions' && <UnreadMentions />}
          />
        ))}
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        {wrongCodesAt !== null && <WrongCodes at={wrongCodesAt} />}
        <Outlet />
      </AppShell.Main>
      <NavigationEffects closeMenu={menu.close} />
      <AppCommands />
      <Preloading />
      {searchCount > 0 && <CommandSearch openCount={searchCount} />}
      {desktopKinds !== undefined && <DesktopNotifications memberId={memberId} kinds={desktopKinds} />}
      {helpOpen && <ShortcutHelp onClose={help.close} />}
    </AppShell>
  );
}

/** Runs when the address changes. A hook would render the shell again. */
function NavigationEffects({ closeMenu }: { readonly closeMenu: () => void }) {
  const { pathname, href } = useLocation();
  // On a phone the navigation covers the page. Views differ only in the query of the address.
  // biome-ignore lint/correctness/useExhaustiveDependencies: on every change of the address
  useEffect(closeMenu, [href]);
  useEffect(() => {
    // The search field gets these keys.
    if (pathname !== '/search') dropHeldKeys();
  }, [pathname]);
  return null;
}
