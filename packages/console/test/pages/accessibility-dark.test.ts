import { DESKTOP, PHONE, TABLET, testLayers, testPages } from '../helpers/accessible-pages.ts';

const appearance = { colorScheme: 'dark', locale: 'de-DE' } as const;
// axe looks at smaller windows only in the light theme: a size changes no colours.
testPages(appearance, [DESKTOP], [PHONE, TABLET]);
testLayers(appearance, true);
