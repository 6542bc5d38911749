import { getRouteApi, useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router';
import { Page } from '../app/page.tsx';
import { useText } from '../i18n/text.ts';
import type { SearchAddress } from './search-address.ts';
import { SearchBox } from './search-box.tsx';
import { useSearchNames } from './use-search-names.ts';
import './search.css';

const route = getRouteApi('/shell/search');

/** The search in messages. The address has the query and the filters, so that it can be shared. */
export function SearchPage() {
  const { t } = useText();
  const address = route.useSearch();
  const navigate = useNavigate();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const names = useSearchNames();
  const change = (search: SearchAddress) => {
    // Not if what was typed arrives while a result already opens.
    if (router.latestLocation.pathname !== '/search') return;
    // The dialog that closes still has what is unsaved.
    void navigate({ to: '/search', search, replace: true, ignoreBlocker: true });
    // If a result is opened at the same moment, the router would forget this address.
    router.history.flush();
  };
  const leave = () => (canGoBack ? router.history.back() : void navigate({ to: '/queue' }));
  return (
    <Page title={t('nav.search')}>
      <SearchBox address={address} names={names} onChange={change} onLeave={leave} />
    </Page>
  );
}
