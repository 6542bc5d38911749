import { LAYER_SIZE, testPages } from '../helpers/accessible-pages.ts';

// `pages/accessibility-*.test.ts` look at all sizes and at the other theme.
testPages('light', 'en-GB', [LAYER_SIZE]);
