import { DESKTOP, testLayers, testPages } from '../helpers/accessible-pages.ts';

const appearance = { colorScheme: 'light', locale: 'en-GB' } as const;
// `pages/accessibility-*.test.ts` test smaller windows, and the dark theme in German.
testPages(appearance, [DESKTOP]);
testLayers(appearance, false);
