import type { ConsolePath } from '@player-support/contract/console-paths';
import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  parseSearchWith,
  redirect,
  stringifySearchWith,
} from '@tanstack/react-router';
import { NotFound } from './layout/not-found.tsx';
import { PageSkeleton } from './layout/page-skeleton.tsx';
import { RouteError } from './layout/route-error.tsx';
import { parseQueueSearch } from './queue/queue-search.ts';
import { sessionQuery } from './session.ts';
import { type Area, loadTexts } from './text.ts';

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Outlet,
  notFoundComponent: NotFound,
});

/** A page beside the texts that only it and its like have. */
function withTexts<Module>(area: Area, load: () => Promise<Module>): () => Promise<Module> {
  return async () => (await Promise.all([load(), loadTexts(area)]))[0];
}

/** An address of this console; never one of elsewhere, which a link to the sign-in page could name. */
function ownAddress(from: unknown): string | undefined {
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) ? from : undefined;
}

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  // Undefined, not absent: what is absent here stays as it stood in the address.
  validateSearch: (search): { from?: string | undefined } => ({ from: ownAddress(search.from) }),
  component: lazyRouteComponent(() => import('./account/sign-in-page.tsx'), 'SignInPage'),
});
const join = createRoute({
  getParentRoute: () => root,
  path: '/join',
  component: lazyRouteComponent(() => import('./account/join-page.tsx'), 'JoinPage'),
});

/** All that is below needs a session. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: async ({ context: { queryClient }, location }) => {
    if ((await queryClient.ensureQueryData(sessionQuery)) === null) {
      throw redirect({ to: '/sign-in', search: { from: location.href } });
    }
  },
  component: lazyRouteComponent(() => import('./layout/shell.tsx'), 'Shell'),
});
const below = { getParentRoute: () => shell };
const home = createRoute({
  ...below,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/queue' });
  },
});
const queue = createRoute({
  ...below,
  path: '/queue',
  validateSearch: parseQueueSearch,
  component: lazyRouteComponent(() => import('./queue/queue-page.tsx'), 'QueuePage'),
});
const ticket = createRoute({
  ...below,
  path: '/tickets/$ticketId',
  component: lazyRouteComponent(
    withTexts('ticket', () => import('./ticket/ticket-page.tsx')),
    'TicketPage',
  ),
});
const player = createRoute({
  ...below,
  path: '/players/$playerId',
  component: lazyRouteComponent(
    withTexts('ticket', () => import('./player/player-page.tsx')),
    'PlayerPage',
  ),
});
const announcements = createRoute({
  ...below,
  path: '/announcements',
  component: lazyRouteComponent(
    withTexts('settings', () => import('./announcements/announcements-page.tsx')),
    'AnnouncementsPage',
  ),
});

const settings = createRoute({
  ...below,
  path: '/settings',
  component: lazyRouteComponent(
    withTexts('settings', () => import('./settings/settings-layout.tsx')),
    'SettingsLayout',
  ),
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
  component: lazyRouteComponent(
    withTexts('settings', () => import('./settings/account-page.tsx')),
    'AccountPage',
  ),
});
const security = createRoute({
  ...within,
  path: '/security',
  component: lazyRouteComponent(
    withTexts('settings', () => import('./settings/security-page.tsx')),
    'SecurityPage',
  ),
});
const members = createRoute({
  ...within,
  path: '/members',
  component: lazyRouteComponent(
    withTexts('settings', () => import('./settings/members-page.tsx')),
    'MembersPage',
  ),
});
const projects = createRoute({
  ...within,
  path: '/projects',
  component: lazyRouteComponent(
    withTexts('settings', () => import('./settings/projects-page.tsx')),
    'ProjectsPage',
  ),
});
const macros = createRoute({
  ...within,
  path: '/macros',
  component: lazyRouteComponent(
    withTexts('settings', () => import('./settings/macros-page.tsx')),
    'MacrosPage',
  ),
});
const apiKeys = createRoute({
  ...within,
  path: '/api-keys',
  component: lazyRouteComponent(
    withTexts('settings', () => import('./settings/api-keys-page.tsx')),
    'ApiKeysPage',
  ),
});
const audit = createRoute({
  ...within,
  path: '/audit',
  component: lazyRouteComponent(
    withTexts('settings', () => import('./settings/audit-page.tsx')),
    'AuditPage',
  ),
});

const routeTree = root.addChildren([
  signIn,
  join,
  shell.addChildren([
    home,
    queue,
    ticket,
    player,
    announcements,
    settings.addChildren([settingsHome, account, security, members, projects, macros, apiKeys, audit]),
  ]),
]);

/** The router; a page is loaded when it is first gone to, or pointed at. */
export function createConsoleRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    // Every value in an address is text: a version 1.10 must not become the number 1.1.
    parseSearch: parseSearchWith((text) => text),
    stringifySearch: stringifySearchWith(String),
    // Freshness is the query client's to know.
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
// Does not compile once the router has a page that the server does not serve, or the other way round.
true satisfies Same<Served, ConsolePath>;

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
