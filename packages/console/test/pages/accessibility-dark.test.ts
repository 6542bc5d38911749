import { DESKTOP, PHONE, TABLET, testLayers, testPages } from '../helpers/accessible-pages.ts';

const appearance = { colorScheme: 'dark', locale: 'de-DE' } as const;
testPages(appearance, [PHONE, TABLET, DESKTOP]);
testLayers(appearance, true);
