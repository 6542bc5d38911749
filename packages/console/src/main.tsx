import './shell/styles.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { sessionQuery, setSession } from './data/session/session.ts';
import { startLanguage } from './i18n/text.ts';
import { ignoreEarlyKeys } from './shell/early-keys.ts';
import { LazyToasts } from './shell/lazy-toasts.tsx';
import { createConsoleQueryClient } from './shell/query-client.ts';
import { createConsoleRouter } from './shell/router.tsx';
import { guardHtml, styleNonce } from './shell/trusted-types.ts';
import { joinSignOuts } from './sign-in/sign-out-channel.ts';
import { listenForHeldKeys } from './ui/held-keys.ts';
import { colorSchemeManager, cssVariablesResolver, theme } from './ui/theme.ts';

guardHtml();
await startLanguage();

const queryClient = createConsoleQueryClient(() => {
  // With a session, the shell opens the sign-in page once; else the route does.
  if (queryClient.getQueryData(sessionQuery.queryKey)) setSession(queryClient, null);
});
const router = createConsoleRouter(queryClient);
ignoreEarlyKeys(() => {
  const { location, resolvedLocation } = router.state;
  const isShown = location.pathname === resolvedLocation?.pathname;
  return isShown && document.querySelector('.page-skeleton') === null;
});
listenForHeldKeys();
joinSignOuts(() => {
  if (router.state.location.pathname === '/sign-in') void router.navigate({ to: '/sign-in', replace: true });
});

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      getStyleNonce={() => styleNonce}
    >
      <QueryClientProvider client={queryClient}>
        <LazyToasts />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
