import { PHONE, TABLET, testPages } from '../helpers/accessible-pages.ts';

// `e2e/walk.test.ts` looks at large windows.
testPages({ colorScheme: 'light', locale: 'en-GB' }, [PHONE], [TABLET]);
