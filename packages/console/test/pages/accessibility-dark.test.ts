import { DESKTOP, PHONE, TABLET, testLayers, testPages } from '../helpers/accessible-pages.ts';

const appearance = { colorScheme: 'dark', locale: 'de-DE' } as const;
// A size changes no colours, so axe checks smaller windows only in the light theme.
testPages(appearance, [DESKTOP], [PHONE, TABLET]);
testLayers(appearance, true);
