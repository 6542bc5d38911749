import './styles.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Notices } from './layout/notices.tsx';
import { createConsoleQueryClient } from './query-client.ts';
import { createConsoleRouter } from './router.tsx';
import { startLanguage } from './text.ts';
import { colorSchemeManager, cssVariablesResolver, theme } from './theme.ts';
import { guardHtml, styleNonce } from './trusted-types.ts';

guardHtml();
await startLanguage();

const queryClient = createConsoleQueryClient(() => {
  const from = router.state.location.href;
  if (!from.startsWith('/sign-in')) void router.navigate({ to: '/sign-in', search: { from } });
});
const router = createConsoleRouter(queryClient);

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
        <Notices />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
