import type { ConsolePath } from '@player-support/contract/console-paths';
import { OIDC_FAILURES, type OidcFailure } from '@player-support/contract/enums';
import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  stringifySearchWith,
} from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { ticketQuery } from '../data/queries/ticket.ts';
import { lastQueueSearch } from '../data/queue/last-queue-search.ts';
import { parseQueueSearch } from '../data/queue/queue-search.ts';
import { parseSearchAddress } from '../data/search-address.ts';
import { internalAddress, takePageAfterSignIn } from '../data/session/page-after-sign-in.ts';
import { sessionQuery } from '../data/session/session.ts';
import type { Catalogue } from '../i18n/catalogues.ts';
import { loadTexts, withTexts } from '../i18n/text.ts';
import { loadCode } from '../lib/load-code.ts';
import { QueuePage } from '../queue/queue-page.tsx';
import { loadSignInOptions } from '../sign-in/sign-in-options.ts';
import { PageSkeleton } from '../ui/page-skeleton.tsx';
import { RouteError } from '../ui/route-error.tsx';
import { NotFound } from './not-found.tsx';
import { Shell } from './shell.tsx';

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Outlet,
  notFoundComponent: NotFound,
});

/** Loads a page together with its texts. */
function lazyPage<Module extends Record<string, ComponentType>>(
  catalogues: readonly Catalogue[],
  load: () => Promise<Module>,
  name: keyof Module & string,
) {
  return lazyRouteComponent(() => loadCode(() => withTexts(load, catalogues)), name);
}

/** Nearly every visit shows it, so its code is in the first load. */
function firstPage(catalogues: readonly Catalogue[], Page: ComponentType) {
  return lazyRouteComponent(() => loadCode(() => loadTexts(catalogues).then(() => ({ Page }))), 'Page');
}

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  // An absent property would keep its value in the address.
  validateSearch: (
    search,
  ): { from?: string | undefined; ended?: 'yes' | undefined; failed?: OidcFailure | undefined } => ({
    from: internalAddress(search.from),
    ended: search.ended === 'yes' ? 'yes' : undefined,
    failed: OIDC_FAILURES.find((failure) => failure === search.failed),
  }),
  loader: ({ context: { queryClient } }) => loadSignInOptions(queryClient),
  component: lazyPage(['sign-in'], () => import('../sign-in/sign-in-page.tsx'), 'SignInPage'),
});
const join = createRoute({
  getParentRoute: () => root,
  path: '/join',
  loader: ({ context: { queryClient } }) => loadSignInOptions(queryClient),
  component: lazyPage(['sign-in'], () => import('../sign-in/join-page.tsx'), 'JoinPage'),
});

/** The routes below it need a session. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: async ({ context: { queryClient }, location }) => {
    if ((await queryClient.ensureQueryData(sessionQuery)) === null) {
      throw redirect({ to: '/sign-in', search: { from: location.href } });
    }
  },
  component: firstPage(['outbox'], Shell),
});
const below = { getParentRoute: () => shell };
const home = createRoute({
  ...below,
  path: '/',
  beforeLoad: () => {
    const wanted = takePageAfterSignIn();
    if (wanted !== undefined) throw redirect({ to: wanted });
    throw redirect({ to: '/queue', search: lastQueueSearch() });
  },
});
const queue = createRoute({
  ...below,
  path: '/queue',
  validateSearch: parseQueueSearch,
  component: firstPage(['queue', 'outbox', 'first-steps', 'snooze', 'storm', 'views'], QueuePage),
});
const search = createRoute({
  ...below,
  path: '/search',
  validateSearch: parseSearchAddress,
  component: lazyPage(
    ['queue', 'outbox', 'search', 'snooze', 'storm', 'views'],
    () => import('../search/search-page.tsx'),
    'SearchPage',
  ),
});
/** A ticket that arrives in this time appears at once, not its header first. */
const TICKET_WAIT_MS = 60;
const ticket = createRoute({
  ...below,
  path: '/tickets/$ticketId',
  loader: async ({ context: { queryClient }, params: { ticketId }, preload }) => {
    const query = ticketQuery(ticketId);
    if (preload || queryClient.getQueryData(query.queryKey) !== undefined) return;
    const wait = new Promise((resolve) => setTimeout(resolve, TICKET_WAIT_MS));
    await Promise.race([queryClient.prefetchQuery(query), wait]);
  },
  component: lazyPage(
    ['ticket', 'player', 'player-data', 'macros', 'outbox', 'snooze', 'storm', 'known-issues', 'queue'],
    () => import('../ticket/ticket-page.tsx'),
    'TicketPage',
  ),
});
const player = createRoute({
  ...below,
  path: '/players/$playerId',
  component: lazyPage(
    ['player', 'player-data', 'outbox', 'queue', 'snooze'],
    () => import('../player/player-page.tsx'),
    'PlayerPage',
  ),
});
const mentions = createRoute({
  ...below,
  path: '/mentions',
  component: lazyPage(['mentions'], () => import('../mentions/mentions-page.tsx'), 'MentionsPage'),
});
const knownIssues = createRoute({
  ...below,
  path: '/known-issues',
  component: lazyPage(['known-issues'], () => import('../known-issues/known-issues-page.tsx'), 'KnownIssuesPage'),
});
const knownIssue = createRoute({
  ...below,
  path: '/known-issues/$knownIssueId',
  component: lazyPage(
    ['known-issues', 'issue-page', 'macros', 'outbox', 'queue'],
    () => import('../known-issues/page/known-issue-page.tsx'),
    'KnownIssuePage',
  ),
});
const radar = createRoute({
  ...below,
  path: '/radar',
  component: lazyPage(['radar', 'known-issues', 'queue'], () => import('../radar/radar-page.tsx'), 'RadarPage'),
});
const announcements = createRoute({
  ...below,
  path: '/announcements',
  component: lazyPage(
    ['announcements', 'macros'],
    () => import('../announcements/announcements-page.tsx'),
    'AnnouncementsPage',
  ),
});

const settings = createRoute({
  ...below,
  path: '/settings',
  component: lazyPage(['settings'], () => import('../settings/settings-layout.tsx'), 'SettingsLayout'),
});
const within = { getParentRoute: () => settings };
const settingsHome = createRoute({
  ...within,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/settings/account' });
  },
});
const account = createRoute({
  ...within,
  path: '/account',
  component: lazyPage(['account', 'sign-in'], () => import('../account/account-page.tsx'), 'AccountPage'),
});
const security = createRoute({
  ...within,
  path: '/security',
  component: lazyPage(['account', 'sign-in'], () => import('../account/security-page.tsx'), 'SecurityPage'),
});
const notifications = createRoute({
  ...within,
  path: '/notifications',
  component: lazyPage(['notifications'], () => import('../notifications/notifications-page.tsx'), 'NotificationsPage'),
});
const members = createRoute({
  ...within,
  path: '/members',
  component: lazyPage(['access', 'members'], () => import('../members/members-page.tsx'), 'MembersPage'),
});
const projects = createRoute({
  ...within,
  path: '/projects',
  component: lazyPage(['projects', 'storm'], () => import('../projects/projects-page.tsx'), 'ProjectsPage'),
});
const notices = createRoute({
  ...within,
  path: '/projects/$projectId/notices',
  component: lazyPage(['notices'], () => import('../notices/notices-page.tsx'), 'NoticesPage'),
});
const playerData = createRoute({
  ...within,
  path: '/projects/$projectId/player-data',
  component: lazyPage(
    ['player-data', 'settings'],
    () => import('../player-data/player-data-page.tsx'),
    'PlayerDataPage',
  ),
});
const forms = createRoute({
  ...within,
  path: '/projects/$projectId/forms',
  component: lazyPage(['forms', 'settings'], () => import('../forms/forms-page.tsx'), 'FormsPage'),
});
const macros = createRoute({
  ...within,
  path: '/macros',
  component: lazyPage(['macros'], () => import('../macros/macros-page.tsx'), 'MacrosPage'),
});
const tags = createRoute({
  ...within,
  path: '/tags',
  component: lazyPage(['tags'], () => import('../tags/tags-page.tsx'), 'TagsPage'),
});
const apiKeys = createRoute({
  ...within,
  path: '/api-keys',
  component: lazyPage(['access', 'api-keys'], () => import('../api-keys/api-keys-page.tsx'), 'ApiKeysPage'),
});
const audit = createRoute({
  ...within,
  path: '/audit',
  component: lazyPage(['audit', 'announcements'], () => import('../audit/audit-page.tsx'), 'AuditPage'),
});

const routeTree = root.addChildren([
  signIn,
  join,
  shell.addChildren([
    home,
    queue,
    search,
    ticket,
    player,
    mentions,
    knownIssues,
    knownIssue,
    radar,
    announcements,
    settings.addChildren([
      settingsHome,
      account,
      security,
      notifications,
      members,
      projects,
      notices,
      playerData,
      forms,
      macros,
      tags,
      apiKeys,
      audit,
    ]),
  ]),
]);

/** A page loads when its link is hovered or followed first. */
export function createConsoleRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    // Values are strings: the router would make a number of 4821, and 1.1 of version 1.10.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: stringifySearchWith(String),
    // The query client decides when data is stale.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: NotFound,
  });
}

type Slashless<Path extends string> = Path extends '/' ? Path : Path extends `${infer Start}/` ? Start : Path;
type Served = Slashless<keyof ReturnType<typeof createConsoleRouter>['routesByPath']>;
type Same<A, B> = [A, B] extends [B, A] ? true : { missing: Exclude<A, B> | Exclude<B, A> };
// A type error if the router and the server have different paths.
true satisfies Same<Served, ConsolePath>;

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
  interface HistoryState {
    /** The search is this many entries back. */
    readonly fromSearch?: number;
  }
}
