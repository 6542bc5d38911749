import { earlyResponse, sendEarly } from '../api/early-responses.ts';
import { preferredLanguage } from '../i18n/language.ts';
import { earlyPaths, earlyRows } from './early-paths.ts';
import { showFirstRows } from './first-rows.ts';
import { applyTheme } from './theme.ts';

/** The files of a page besides those of the document, by the first segment of its path. */
declare const __PAGE_FILES__: Readonly<Record<string, readonly string[]>>;
/** The file with the texts of a language. */
declare const __TEXT_FILES__: Readonly<Record<string, string>>;

/** Loads a file that the page will import. */
function preload(href: string): void {
  const link = document.createElement('link');
  const isStyle = href.endsWith('.css');
  link.rel = isStyle ? 'preload' : 'modulepreload';
  if (isStyle) link.as = 'style';
  link.crossOrigin = '';
  link.href = href;
  document.head.append(link);
}

// A script of its own, which runs before the first paint and while the program loads.
applyTheme();
const [, first = ''] = location.pathname.split('/');
const files = __PAGE_FILES__[first === '' ? 'queue' : first];
if (files !== undefined) {
  const { pathname, search } = location;
  sendEarly(earlyPaths(pathname, search));
  const rows = earlyRows(pathname, search);
  const response = rows && earlyResponse(rows.path);
  // The console says what is wrong with it.
  if (rows && response) showFirstRows(response, rows.view).catch(() => undefined);
  const texts = __TEXT_FILES__[preferredLanguage()];
  for (const file of texts === undefined ? files : [...files, texts]) preload(file);
}
