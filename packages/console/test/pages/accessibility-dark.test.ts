import { DESKTOP, PHONE, TABLET, testLayers, testPages } from '../helpers/accessible-pages.ts';

const appearance = { colorScheme: 'dark', locale: 'de-DE' } as const;
// What axe finds depends on the theme in one size, and on the size in one theme.
testPages(appearance, [DESKTOP], [PHONE, TABLET]);
testLayers(appearance, true);
