import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router';
import { queueKeys } from '../data/queries/queue.ts';
import type { SearchAddress } from '../data/search-address.ts';
import { useText } from '../i18n/text.ts';
import { Page } from '../ui/page.tsx';
import { SearchBox } from './search-box.tsx';
import { foundQuery } from './use-search.ts';
import { useSearchNames } from './use-search-names.ts';
import '../parts/ticket-list/queue.css';
import '../parts/ticket-list/queue-row.css';
import './search.css';

const route = getRouteApi('/shell/search');

/** The address has the query and the filters, so it can be shared. */
export function SearchPage() {
  const { t } = useText();
  const address = route.useSearch();
  const navigate = useNavigate();
  const router = useRouter();
  const queryClient = useQueryClient();
  const canGoBack = useCanGoBack();
  const names = useSearchNames();
  const change = (search: SearchAddress) => {
    // Typing can arrive while a result already opens.
    if (router.latestLocation.pathname !== '/search') return;
    // Only Back shows earlier results.
    queryClient.removeQueries({ queryKey: queueKeys.list(foundQuery(search)), type: 'inactive' });
    // The closing dialog still has unsaved input.
    void navigate({ to: '/search', search, replace: true, ignoreBlocker: true });
    // The router would forget this address if a result opened now.
    router.history.flush();
  };
  const leave = () => (canGoBack ? router.history.back() : void navigate({ to: '/queue' }));
  return (
    <div className="queue">
      <Page title={t('nav.search')}>
        <SearchBox address={address} names={names} onChange={change} onLeave={leave} />
      </Page>
    </div>
  );
}
