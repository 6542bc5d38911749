import { testPages } from '../helpers/accessible-pages.ts';

testPages('dark', 'de-DE');
