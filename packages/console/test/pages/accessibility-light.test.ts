import { testPages } from '../helpers/accessible-pages.ts';

testPages('light', 'en-GB');
