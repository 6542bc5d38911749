import { DESKTOP, testLayers, testPages } from '../helpers/accessible-pages.ts';

const appearance = { colorScheme: 'light', locale: 'en-GB' } as const;
// `pages/accessibility-*.test.ts` look at smaller windows, and at the dark theme in German. There
// axe also looks at the page below a dialog or menu.
testPages(appearance, [DESKTOP]);
testLayers(appearance, false);
